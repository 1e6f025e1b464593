// SPDX-License-Identifier: Apache-2.0
#include "query/margin/sum.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace sunder::detail {

MarginSum sum_of_terms(const MarginTerms& terms) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  MarginSum sum{-kInfinity, kInfinity, 0};
  double size = 0;
  double rounded = 0;
  for (const double term : terms) {
    size += std::fabs(term);
    rounded += term;
  }
  if (size < 0x1p1000) {
    const double error = 0x1p-49 * size + 0x1p-990;
    sum.lower = rounded - error;
    sum.upper = rounded + error;
  }
  if (sum.lower > 0) {
    sum.sign = 1;
  } else if (sum.upper < 0) {
    sum.sign = -1;
  } else if (!std::all_of(terms.begin(), terms.end(), is_zero_bits)) {
    sum.sign = exact_sum(terms).mantissa.sign();
  }
  return sum;
}

}  // namespace sunder::detail
