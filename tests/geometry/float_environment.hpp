// SPDX-License-Identifier: Apache-2.0
//
// What a host program may have done to floating point before it calls the library.
#pragma once

#include <cfenv>
#include <cstdint>
#include <vector>

#if defined(__SSE2__)
#include <xmmintrin.h>
#endif

namespace sunder::test {

struct FloatMode {
  int rounding;
  bool flush;
  const char* name;
};

inline const std::vector<FloatMode>& float_modes() {
  static const std::vector<FloatMode> modes{{FE_TONEAREST, false, "to nearest"},
                                            {FE_UPWARD, false, "upward"},
                                            {FE_DOWNWARD, false, "downward"},
                                            {FE_TOWARDZERO, false, "toward zero"},
                                            {FE_TONEAREST, true, "to nearest, flushing"},
                                            {FE_UPWARD, true, "upward, flushing"},
                                            {FE_DOWNWARD, true, "downward, flushing"},
                                            {FE_TOWARDZERO, true, "toward zero, flushing"}};
  return modes;
}

/// Sets a mode while it lives: the rounding direction, and flush-to-zero with denormals-are-zero
/// where the machine has them.
class FloatEnvironment {
 public:
  explicit FloatEnvironment(const FloatMode& mode) {
    std::fegetenv(&before_);
    std::fesetround(mode.rounding);
#if defined(__SSE2__)
    if (mode.flush) _mm_setcsr(_mm_getcsr() | 0x8040U);
#elif defined(__aarch64__)
    std::uint64_t control = 0;
    asm volatile("mrs %0, fpcr" : "=r"(control));
    constexpr std::uint64_t kFlushToZero = std::uint64_t{1} << 24;
    if (mode.flush) asm volatile("msr fpcr, %0" : : "r"(control | kFlushToZero));
#endif
  }
  ~FloatEnvironment() { std::fesetenv(&before_); }
  FloatEnvironment(const FloatEnvironment&) = delete;
  FloatEnvironment& operator=(const FloatEnvironment&) = delete;

 private:
  std::fenv_t before_{};
};

/// f() as it comes out in that mode.
template <class F>
auto in_mode(const FloatMode& mode, F&& f) {
  const FloatEnvironment environment(mode);
  return f();
}

}  // namespace sunder::test
