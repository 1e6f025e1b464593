// SPDX-License-Identifier: Apache-2.0
#include "exact/nearest.hpp"

#include <algorithm>

#include "exact/rounding.hpp"

namespace sunder::detail {

namespace {

template <class Int>
double round_quotient(const Int& numerator, const Int& denominator, int exponent) {
  if (numerator < 0) return -round_quotient(Int(-numerator), denominator, exponent);
  if (numerator == 0) return 0;
  // The quotient has at least 54 bits: those of a double, and half of its last place. One more bit
  // records a remainder, so that a tie is recognised.
  const int shift = std::max(0, 54 - (bit_length(numerator) - bit_length(denominator)));
  Int quotient;
  Int rest;
  boost::multiprecision::divide_qr(Int(numerator << shift), denominator, quotient, rest);
  quotient <<= 1;
  if (rest != 0) ++quotient;
  exponent -= shift + 1;
  constexpr int kLeastExponent = -1074;
  const int dropped = std::max(exponent + bit_length(quotient) - 53, kLeastExponent) - exponent;
  Int units = quotient >> dropped;
  const Int remainder = quotient - (units << dropped);
  const Int half = Int(1) << (dropped - 1);
  if (remainder > half || (remainder == half && (units & 1) != 0)) ++units;
  return directed(BigInt(units), exponent + dropped, true, false);  // exact, or an infinity
}

}  // namespace

double nearest_quotient(const BigInt& numerator, const BigInt& denominator, int exponent) {
  return round_quotient(numerator, denominator, exponent);
}
double nearest_stack_quotient(const StackInt& numerator, const StackInt& denominator,
                              int exponent) {
  return round_quotient(numerator, denominator, exponent);
}

}  // namespace sunder::detail
