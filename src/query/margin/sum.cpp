// SPDX-License-Identifier: Apache-2.0
#include "query/margin/sum.hpp"

#include <cmath>
#include <limits>

namespace sunder::detail {

BigDyadic exact_margin(const Margin& margin) {
  const double terms[] = {margin.distance, margin.radius_a, margin.radius_b};
  return exact_sum(terms);
}

MarginSum sum_of(const Margin& margin) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  MarginSum sum{-kInfinity, kInfinity, 0};
  const double size = std::fabs(margin.distance) + margin.radius_a + margin.radius_b;
  if (size < 0x1p1000) {
    const double rounded = (margin.distance + margin.radius_a) + margin.radius_b;
    const double error = 0x1p-49 * size + 0x1p-990;
    sum.lower = rounded - error;
    sum.upper = rounded + error;
  }
  const bool all_zero = is_zero_bits(margin.distance) && is_zero_bits(margin.radius_a) &&
                        is_zero_bits(margin.radius_b);
  if (sum.lower > 0) {
    sum.sign = 1;
  } else if (sum.upper < 0) {
    sum.sign = -1;
  } else if (!all_zero) {
    sum.sign = exact_margin(margin).mantissa.sign();
  }
  return sum;
}

}  // namespace sunder::detail
