// SPDX-License-Identifier: Apache-2.0
//
// Adds and compares integers times powers of two: the exact sum of a few doubles. Everything works
// on bits, as everywhere in this layer.
#pragma once

#include <algorithm>
#include <span>
#include <utility>

#include "exact/integer.hpp"

namespace sunder::detail {

/// mantissa * 2^exponent; zero has exponent 0.
struct BigDyadic {
  BigInt mantissa;
  int exponent = 0;
};

/// Returns the sum of finite doubles, without rounding.
inline BigDyadic exact_sum(std::span<const double> terms) {
  ExponentSpan span;
  for (const double term : terms) span.include(term);
  BigDyadic sum;
  if (span.empty()) return sum;
  sum.exponent = span.low;
  for (const double term : terms) {
    const Dyadic value = decode(term);
    if (value.mantissa == 0) continue;
    BigInt integer = value.mantissa;
    integer <<= value.exponent - span.low;
    sum.mantissa += integer;
  }
  if (sum.mantissa.is_zero()) sum.exponent = 0;
  return sum;
}

inline BigDyadic plus(const BigDyadic& p, const BigDyadic& q) {
  if (p.mantissa.is_zero()) return q;
  if (q.mantissa.is_zero()) return p;
  const int least = std::min(p.exponent, q.exponent);
  return {(p.mantissa << (p.exponent - least)) + (q.mantissa << (q.exponent - least)), least};
}

/// Returns sign(left * 2^left_exponent - right * 2^right_exponent)
inline int compare_scaled(BigInt left, int left_exponent, BigInt right, int right_exponent) {
  const int least = std::min(left_exponent, right_exponent);
  left <<= left_exponent - least;
  right <<= right_exponent - least;
  return left.compare(right);
}

/// Returns x |x|, which increases with x, so that it compares signed lengths.
inline BigInt signed_square(const BigInt& value) {
  BigInt square = value * value;
  return value < 0 ? BigInt(-square) : square;
}

}  // namespace sunder::detail
