// SPDX-License-Identifier: Apache-2.0
#include "exact/nearest.hpp"

#include <algorithm>

#include "exact/rounding.hpp"

namespace sunder::detail {

double nearest_quotient(const BigInt& numerator, const BigInt& denominator, int exponent) {
  const bool negative = numerator < 0;
  BigInt magnitude = negative ? BigInt(-numerator) : numerator;
  if (magnitude == 0) return 0;
  // At least 64 bits of the quotient, then one that says that there is more: it is no tie.
  const int shift = std::max(0, 65 - (bit_length(magnitude) - bit_length(denominator)));
  magnitude <<= shift;
  BigInt quotient;
  BigInt rest;
  boost::multiprecision::divide_qr(magnitude, denominator, quotient, rest);
  quotient <<= 1;
  if (rest != 0) ++quotient;
  exponent -= shift + 1;
  constexpr int kLeastExponent = -1074;
  // 13 at least, for the quotient has 66 bits or more.
  const int dropped = std::max(exponent + bit_length(quotient) - 53, kLeastExponent) - exponent;
  BigInt units = quotient >> dropped;
  const BigInt remainder = quotient - (units << dropped);
  const BigInt half = BigInt(1) << (dropped - 1);
  if (remainder > half || (remainder == half && (units & 1) != 0)) ++units;
  exponent += dropped;
  const double value = directed(units, exponent, true, false);  // exact, or an infinity
  return negative ? -value : value;
}

}  // namespace sunder::detail
