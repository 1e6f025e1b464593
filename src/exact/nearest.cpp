// SPDX-License-Identifier: Apache-2.0
#include "exact/nearest.hpp"

#include <algorithm>

#include "exact/rounding.hpp"

namespace sunder::detail {

double nearest_quotient(const BigInt& numerator, const BigInt& denominator, int exponent) {
  if (numerator < 0) return -nearest_quotient(-numerator, denominator, exponent);
  if (numerator == 0) return 0;
  // The quotient has at least 54 bits: those of a double, and half of its last place. One more bit
  // records a remainder, so that a tie is recognised.
  const int shift = std::max(0, 54 - (bit_length(numerator) - bit_length(denominator)));
  BigInt quotient;
  BigInt rest;
  boost::multiprecision::divide_qr(BigInt(numerator << shift), denominator, quotient, rest);
  quotient <<= 1;
  if (rest != 0) ++quotient;
  exponent -= shift + 1;
  constexpr int kLeastExponent = -1074;
  const int dropped = std::max(exponent + bit_length(quotient) - 53, kLeastExponent) - exponent;
  BigInt units = quotient >> dropped;
  const BigInt remainder = quotient - (units << dropped);
  const BigInt half = BigInt(1) << (dropped - 1);
  if (remainder > half || (remainder == half && (units & 1) != 0)) ++units;
  return directed(units, exponent + dropped, true, false);  // exact, or an infinity
}

}  // namespace sunder::detail
