// SPDX-License-Identifier: Apache-2.0
#include "exact/rounding.hpp"

#include <algorithm>
#include <limits>

namespace sunder::detail {

double directed(const BigInt& magnitude, int exponent, bool up, bool inexact) {
  constexpr int kLeastExponent = -1074;
  if (magnitude == 0) return up && inexact ? std::bit_cast<double>(std::uint64_t{1}) : 0.0;
  const int bits = bit_length(magnitude);
  // The exponent of the last place of a double of this size.
  const int unit = std::max(exponent + bits - 53, kLeastExponent);
  using Limits = std::numeric_limits<double>;
  if (unit > 971) return up ? Limits::infinity() : Limits::max();
  BigInt units = magnitude;
  bool more = inexact;
  if (unit > exponent) {
    units >>= unit - exponent;
    more = more || (units << (unit - exponent)) != magnitude;
  } else {
    units <<= exponent - unit;
  }
  if (up && more) ++units;
  // The bits of a double are its binade, counted from the subnormals' own, followed by 52 bits of
  // its mantissa. The leading bit of the 53-bit mantissa, if set, adds one to the binade. A
  // mantissa of 2^53 units adds two: the first double of the next binade, or infinity.
  const auto binade = static_cast<std::uint64_t>(unit - kLeastExponent);
  return std::bit_cast<double>((binade << 52) + static_cast<std::uint64_t>(units));
}

Enclosed enclose_root(const BigInt& squared, const BigInt& divisor, int exponent) {
  // The number inside the root is scaled by 4^shift. The root then has 53 bits or more: as many as
  // a double.
  const int shift = std::max(0, 53 + bit_length(divisor) - bit_length(squared) / 2);
  const BigInt scaled = squared << (2 * shift);
  const BigInt divisor_squared = divisor * divisor;
  const BigInt whole = scaled / divisor_squared;
  BigInt remainder;
  const BigInt root = sqrt(whole, remainder);
  const bool inexact = remainder != 0 || whole * divisor_squared != scaled;
  return {directed(root, exponent - shift, false, inexact),
          directed(root, exponent - shift, true, inexact)};
}

namespace {
/// The shift by which a quotient has 53 bits or more: as many as a double.
int quotient_shift(const BigInt& numerator, const BigInt& denominator) {
  return std::max(0, 53 - (bit_length(numerator) - bit_length(denominator)));
}
}  // namespace

Enclosed enclose_quotient(const BigInt& numerator, const BigInt& denominator) {
  const int shift = quotient_shift(numerator, denominator);
  const BigInt scaled = numerator << shift;
  const BigInt whole = scaled / denominator;
  const bool inexact = whole * denominator != scaled;
  return {directed(whole, -shift, false, inexact), directed(whole, -shift, true, inexact)};
}

double quotient(const BigInt& numerator, const BigInt& denominator, int exponent) {
  if (numerator < 0) return -quotient(-numerator, denominator, exponent);
  const int shift = quotient_shift(numerator, denominator);
  const BigInt whole = (numerator << shift) / denominator;
  return directed(whole, exponent - shift, false, false);
}

}  // namespace sunder::detail
