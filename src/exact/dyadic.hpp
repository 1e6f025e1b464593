// SPDX-License-Identifier: Apache-2.0
//
// Decodes the value of a double from its bits, whatever the host's rounding mode and flush-to-zero.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <limits>

#include "machine/strict_arithmetic.hpp"

namespace sunder::detail {

/// value = mantissa * 2^exponent, exactly; the mantissa is odd, or 0 with exponent 0.
struct Dyadic {
  std::int64_t mantissa = 0;
  int exponent = 0;
};

/// Returns the exact value of a finite double. Subnormals are decoded even where the host flushes
/// them.
[[gnu::always_inline]] inline Dyadic decode(double value) noexcept {
  const auto bits = std::bit_cast<std::uint64_t>(value);
  const auto field = static_cast<int>((bits >> 52) & 0x7ff);
  auto magnitude = static_cast<std::int64_t>(bits & ((std::uint64_t{1} << 52) - 1));
  if (field != 0) magnitude |= std::int64_t{1} << 52;
  if (magnitude == 0) return {};
  const int zeros = std::countr_zero(static_cast<std::uint64_t>(magnitude));
  magnitude >>= zeros;
  const int exponent = (field == 0 ? 1 : field) - 1075 + zeros;
  return {(bits >> 63) != 0 ? -magnitude : magnitude, exponent};
}

/// Returns true for +0 and -0 only, even where the host flushes subnormals.
inline bool is_zero_bits(double value) noexcept {
  return (std::bit_cast<std::uint64_t>(value) << 1) == 0;
}

/// Returns -value, and +0 for both zeros. Computing 0 - value would flush subnormals where the host
/// does.
inline double opposite(double value) noexcept { return is_zero_bits(value) ? 0.0 : -value; }

/// Returns true if the value is finite. The test reads the bits, so that it holds under
/// -ffinite-math-only too.
inline bool is_finite_bits(double value) noexcept {
  return ((std::bit_cast<std::uint64_t>(value) >> 52) & 0x7ff) != 0x7ff;
}

/// Returns true for a number that a length can be: finite and not negative. Both zeros are lengths.
inline bool is_length(double value) noexcept {
  return is_finite_bits(value) &&
         (std::bit_cast<std::uint64_t>(value) >> 63 == 0 || is_zero_bits(value));
}

/// The span of the binary exponents of a set of doubles. Each double is an integer of at most top -
/// low bits, times 2^low. Empty (nothing but zeros) while low > top.
struct ExponentSpan {
  int low = std::numeric_limits<int>::max();
  int top = std::numeric_limits<int>::min();
  void include(double value) noexcept {
    const Dyadic dyadic = decode(value);
    if (dyadic.mantissa == 0) return;
    const auto magnitude =
        static_cast<std::uint64_t>(dyadic.mantissa < 0 ? -dyadic.mantissa : dyadic.mantissa);
    low = std::min(low, dyadic.exponent);
    top = std::max(top, dyadic.exponent + static_cast<int>(std::bit_width(magnitude)));
  }
  bool empty() const noexcept { return low > top; }
  int bits() const noexcept { return empty() ? 0 : top - low; }
};

}  // namespace sunder::detail
