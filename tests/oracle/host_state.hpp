// SPDX-License-Identifier: Apache-2.0
//
// Reproduces the floating-point environment that a careless host program may leave.
#pragma once

#include <array>
#include <cfenv>
#include <cstdint>

#if defined(__SSE2__)
#include <immintrin.h>
#endif

namespace sunder::oracle {

/// A host's treatment of subnormal numbers. A machine that cannot flush results and operands
/// separately does both; one without either does nothing.
enum class Subnormals : std::uint8_t { kept, flushed, read_as_zero, gone };
inline constexpr std::array kAllSubnormals{Subnormals::kept, Subnormals::flushed,
                                           Subnormals::read_as_zero, Subnormals::gone};

inline const char* to_string(Subnormals subnormals) noexcept {
  constexpr const char* kNames[] = {"", ", flushing results", ", reading subnormals as zero",
                                    ", flushing"};
  return kNames[static_cast<int>(subnormals)];
}

/// Sets a rounding mode and the treatment of subnormals until the end of the scope.
class HostState {
 public:
  HostState(int rounding, Subnormals subnormals) {
    std::fegetenv(&before_);
    std::fesetround(rounding);
#if defined(__SSE2__)
    constexpr unsigned kFlushToZero = 0x8000;
    constexpr unsigned kDenormalsAreZero = 0x0040;
    constexpr unsigned kControl[] = {0, kFlushToZero, kDenormalsAreZero,
                                     kFlushToZero | kDenormalsAreZero};
    _mm_setcsr(_mm_getcsr() | kControl[static_cast<int>(subnormals)]);
#elif defined(__aarch64__)
    constexpr std::uint64_t kFlushToZero = std::uint64_t{1} << 24;
    std::uint64_t control = 0;
    asm volatile("mrs %0, fpcr" : "=r"(control));
    if (subnormals != Subnormals::kept) {
      asm volatile("msr fpcr, %0" : : "r"(control | kFlushToZero));
    }
#else
    static_cast<void>(subnormals);
#endif
  }
  HostState(int rounding, bool flush)
      : HostState(rounding, flush ? Subnormals::gone : Subnormals::kept) {}
  ~HostState() { std::fesetenv(&before_); }
  HostState(const HostState&) = delete;
  HostState& operator=(const HostState&) = delete;

 private:
  std::fenv_t before_{};
};

}  // namespace sunder::oracle
