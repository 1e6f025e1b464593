// SPDX-License-Identifier: Apache-2.0
//
// The floating-point environment that a careless host program may leave behind.
#pragma once

#include <cfenv>

#if defined(__SSE2__)
#include <immintrin.h>
#endif

namespace sunder::oracle {

/// Sets a rounding mode and, where the machine has them, flush-to-zero and denormals-are-zero,
/// until the end of the scope.
class HostState {
 public:
  HostState(int rounding, bool flush) : rounding_(std::fegetround()) {
    std::fesetround(rounding);
#if defined(__SSE2__)
    control_ = _mm_getcsr();
    constexpr unsigned kFlushToZero = 0x8000, kDenormalsAreZero = 0x0040;
    _mm_setcsr(flush ? control_ | kFlushToZero | kDenormalsAreZero : control_);
#else
    static_cast<void>(flush);
#endif
  }
  ~HostState() {
#if defined(__SSE2__)
    _mm_setcsr(control_);
#endif
    std::fesetround(rounding_);
  }
  HostState(const HostState&) = delete;
  HostState& operator=(const HostState&) = delete;

 private:
  int rounding_;
#if defined(__SSE2__)
  unsigned control_ = 0;
#endif
};

}  // namespace sunder::oracle
