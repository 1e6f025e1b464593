// SPDX-License-Identifier: Apache-2.0
#include "exact/rounding.hpp"

#include <algorithm>
#include <limits>

namespace sunder::detail {

double directed(const BigInt& magnitude, int exponent, bool up, bool inexact) {
  constexpr int kLeastExponent = -1074;
  constexpr double kLargest = std::numeric_limits<double>::max();
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  if (magnitude == 0) return up && inexact ? std::bit_cast<double>(std::uint64_t{1}) : 0.0;
  const int bits = bit_length(magnitude);
  // The last bit that a double of this size has.
  const int unit = std::max(exponent + bits - 53, kLeastExponent);
  if (unit > 971) return up ? kInfinity : kLargest;
  BigInt units = magnitude;
  bool more = inexact;
  if (unit > exponent) {
    units >>= unit - exponent;
    more = more || (units << (unit - exponent)) != magnitude;
  } else {
    units <<= exponent - unit;
  }
  if (up && more) ++units;
  // units <= 2^53; its place is unit, so the sum below is the encoding even where it carries.
  const auto count = static_cast<std::uint64_t>(units);
  constexpr std::uint64_t kHidden = std::uint64_t{1} << 52;
  if (count < kHidden) return std::bit_cast<double>(count);  // subnormal: unit is the least
  const auto biased = std::uint64_t{1075} + static_cast<std::uint64_t>(unit);
  const double value = count == 2 * kHidden
                           ? std::bit_cast<double>((biased + 1) << 52)
                           : std::bit_cast<double>((biased << 52) + (count - kHidden));
  return value;
}

Enclosed enclose_root(const BigInt& squared, const BigInt& divisor, int exponent) {
  // Scaled by 4^shift inside the root to have 64 bits or more.
  const int shift = std::max(0, 66 + bit_length(divisor) - bit_length(squared) / 2);
  const BigInt scaled = squared << (2 * shift);
  const BigInt divisor_squared = divisor * divisor;
  const BigInt whole = scaled / divisor_squared;
  BigInt remainder;
  const BigInt root = sqrt(whole, remainder);
  const bool inexact = remainder != 0 || whole * divisor_squared != scaled;
  return {directed(root, exponent - shift, false, inexact),
          directed(root, exponent - shift, true, inexact)};
}

double quotient(const BigInt& numerator, const BigInt& denominator, int exponent) {
  const bool negative = numerator < 0;
  BigInt magnitude = negative ? BigInt(-numerator) : numerator;
  const int shift = std::max(0, 64 - (bit_length(magnitude) - bit_length(denominator)));
  magnitude <<= shift;
  magnitude /= denominator;
  const double value = directed(magnitude, exponent - shift, false, false);
  return negative ? -value : value;
}

}  // namespace sunder::detail
