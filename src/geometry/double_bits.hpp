// SPDX-License-Identifier: Apache-2.0
//
// Computes order, magnitude and powers of two of doubles on their bits. Flushed subnormals or
// another rounding direction of the host change no result here.
#pragma once

#include <bit>
#include <cstdint>

#include "exact/dyadic.hpp"

namespace sunder::detail {

/// Returns integers in the order of the doubles' values; +0 and -0 have the same key.
inline std::int64_t order_key(double value) noexcept {
  const auto bits = std::bit_cast<std::uint64_t>(value);
  const auto magnitude = static_cast<std::int64_t>(bits & ~(std::uint64_t{1} << 63));
  return (bits >> 63) != 0 ? -magnitude : magnitude;
}

inline bool less(double a, double b) noexcept { return order_key(a) < order_key(b); }
inline bool equal(double a, double b) noexcept { return order_key(a) == order_key(b); }
inline double magnitude(double a) noexcept {
  return std::bit_cast<double>(std::bit_cast<std::uint64_t>(a) & ~(std::uint64_t{1} << 63));
}

inline int bit_length(std::uint64_t value) noexcept {
  return static_cast<int>(std::bit_width(value));
}

/// Returns the least k with |value| < 2^k; 0 for zero.
inline int exponent_above(double value) noexcept {
  const Dyadic dyadic = decode(value);
  const std::int64_t m = dyadic.mantissa;
  return m == 0 ? 0 : dyadic.exponent + bit_length(static_cast<std::uint64_t>(m < 0 ? -m : m));
}

/// Returns mantissa * 2^exponent for a mantissa below 2^53: exact, or truncated below the least
/// normal number, or an infinity.
inline double compose(std::uint64_t mantissa, int exponent, bool negative) noexcept {
  std::uint64_t bits = 0;
  if (mantissa != 0) {
    const int top = exponent + bit_length(mantissa) - 1;
    if (top > 1023) {
      bits = std::uint64_t{0x7ff} << 52;
    } else if (top >= -1022) {
      const std::uint64_t fraction = mantissa << (53 - bit_length(mantissa));
      bits = (static_cast<std::uint64_t>(top + 1023) << 52) |
             (fraction & ((std::uint64_t{1} << 52) - 1));
    } else {
      const int shift = exponent + 1074;
      bits = shift >= 0 ? mantissa << shift : (shift > -64 ? mantissa >> -shift : 0);
    }
  }
  return std::bit_cast<double>(bits | (negative ? std::uint64_t{1} << 63 : 0));
}

/// Returns value * 2^power: exact, or truncated by less than 2^-1074, or infinite.
inline double times_power_of_two(double value, int power) noexcept {
  const Dyadic dyadic = decode(value);
  const std::int64_t m = dyadic.mantissa;
  return compose(static_cast<std::uint64_t>(m < 0 ? -m : m), dyadic.exponent + power, m < 0);
}

/// Returns value * 2^power for value > 0, rounded up if it is not exact.
inline double times_power_of_two_up(double value, int power) noexcept {
  const double truncated = times_power_of_two(value, power);
  const Dyadic before = decode(value);
  const Dyadic after = decode(truncated);
  const bool exact = !is_finite_bits(truncated) || (after.mantissa == before.mantissa &&
                                                    after.exponent == before.exponent + power);
  return exact ? truncated : std::bit_cast<double>(std::bit_cast<std::uint64_t>(truncated) + 1);
}

}  // namespace sunder::detail
