// SPDX-License-Identifier: Apache-2.0
//
// m = distance + radius_a + radius_b of a margin: between two doubles for the filters, and exactly.
//
// With S the sum of the three absolute values, s = fl((distance + radius_a) + radius_b) is off by
// at most 2^-51 S (1 + 2^-52) in any rounding mode, and by what a host loses that flushes
// subnormals, below 2^-1019. s -+ (2^-49 S + 2^-990) allows for this and for its own roundings.
#pragma once

#include "exact/dyadic_sum.hpp"
#include "sunder/margin.hpp"

namespace sunder::detail {

struct MarginSum {
  double lower;  ///< lower < m < upper; infinite where the sum may overflow
  double upper;
  int sign;  ///< of m, exactly
};

BigDyadic exact_margin(const Margin& margin);
MarginSum sum_of(const Margin& margin);

}  // namespace sunder::detail
