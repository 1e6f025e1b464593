// SPDX-License-Identifier: Apache-2.0
#include "exact/root_sum.hpp"

#include <algorithm>
#include <utility>

namespace sunder::detail {
namespace {

struct Scaled {
  BigInt value;
  int exponent = 0;
};

/// Returns divisor^2 (root^2 - length^2).
Scaled difference_of_squares(const Root& root, const BigDyadic& length) {
  const BigInt side = root.divisor * length.mantissa;
  const int exponent = 2 * std::min(root.exponent, length.exponent);
  return {(root.squared << (2 * root.exponent - exponent)) -
              (side * side << (2 * length.exponent - exponent)),
          exponent};
}

/// divisor (root + length) is in [low, high] * 2^exponent.
struct Bracket {
  BigInt low;
  BigInt high;
  int exponent = 0;
};

Bracket bracket_sum(const Root& root, const BigDyadic& length) {
  constexpr int kBits = 128;
  const int shift = std::max(0, kBits - bit_length(root.squared) / 2);
  BigInt remainder;
  const BigInt whole = sqrt(BigInt(root.squared << (2 * shift)), remainder);
  const int unit = root.exponent - shift;
  Bracket sum;
  sum.exponent = std::min(unit, length.exponent);
  sum.low = (whole << (unit - sum.exponent)) +
            (root.divisor * length.mantissa << (length.exponent - sum.exponent));
  sum.high = sum.low;
  if (!remainder.is_zero()) sum.high += BigInt(1) << (unit - sum.exponent);
  return sum;
}

}  // namespace

int compare_root(const Root& root, const BigDyadic& length) {
  return sign_of(difference_of_squares(root, length).value);
}

Enclosed enclose_sum(const Root& root, const BigDyadic& length) {
  const Bracket sum = bracket_sum(root, length);
  return {enclose_quotient(sum.low, root.divisor, sum.exponent).lower,
          enclose_quotient(sum.high, root.divisor, sum.exponent).upper};
}

Enclosed enclose_difference(const Root& root, const BigDyadic& length) {
  Scaled squares = difference_of_squares(root, length);
  if (squares.value.is_zero()) return {0, 0};
  if (squares.value < 0) squares.value = -squares.value;
  const Bracket sum = bracket_sum(root, length);
  const int exponent = squares.exponent - sum.exponent;
  return {enclose_quotient(squares.value, root.divisor * sum.high, exponent).lower,
          enclose_quotient(squares.value, root.divisor * sum.low, exponent).upper};
}

}  // namespace sunder::detail
