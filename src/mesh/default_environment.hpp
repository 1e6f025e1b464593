// SPDX-License-Identifier: Apache-2.0
//
// Floating-point arithmetic as a program starts with it, whatever the host has set: rounding to nearest, subnormals kept,
// no traps. Code whose error bounds hold in every mode does without.
#pragma once

#include <cfenv>
#include <cstdint>

#if defined(__SSE2__)
#include <immintrin.h>
#endif

namespace sunder::detail {

/// Sets the default until the end of the scope. Cost: some cycles where nothing is to be set.
class DefaultEnvironment {
 public:
  DefaultEnvironment() noexcept : before_(read()), differs_((before_ & kControls) != kDefault) {
    if (differs_) write((before_ & ~kControls) | kDefault);
  }
  ~DefaultEnvironment() {
    if (differs_) write(before_);
  }
  DefaultEnvironment(const DefaultEnvironment&) = delete;
  DefaultEnvironment& operator=(const DefaultEnvironment&) = delete;

 private:
  // The empty statements keep the compiler from moving loads, and so arithmetic on them, over the change.
#if defined(__SSE2__)
  using Word = std::uint32_t;
  static constexpr Word kControls = 0xffc0, kDefault = 0x1f80;  // all but the six flags
  static Word read() noexcept { return _mm_getcsr(); }
  static void write(Word word) noexcept {
    asm volatile("" : : : "memory");
    _mm_setcsr(word);
    asm volatile("" : : : "memory");
  }
#elif defined(__aarch64__)
  using Word = std::uint64_t;
  static constexpr Word kControls = ~Word{0}, kDefault = 0;
  static Word read() noexcept {
    Word word = 0;
    asm volatile("mrs %0, fpcr" : "=r"(word));
    return word;
  }
  static void write(Word word) noexcept { asm volatile("msr fpcr, %0" : : "r"(word) : "memory"); }
#else
  using Word = int;
  static constexpr Word kControls = ~0, kDefault = FE_TONEAREST;
  static Word read() noexcept { return std::fegetround(); }
  static void write(Word word) noexcept { std::fesetround(word); }
#endif

  Word before_;
  bool differs_;
};

}  // namespace sunder::detail
