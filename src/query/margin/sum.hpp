// SPDX-License-Identifier: Apache-2.0
//
// Computes the sum m of a margin's three numbers and of both bodies' radii. The polytopes' signed
// distance is compared with it. The filters read m as an interval of doubles; its sign is exact.
//
// Let S be the sum of the absolute values. Four additions in doubles are off by at most 2^-50 S (1
// + 2^-50) in any rounding mode. A host that flushes subnormals loses less than 2^-1019 more. The
// allowance 2^-49 S + 2^-990 covers both, and its own roundings.
#pragma once

#include <array>

#include "exact/dyadic_sum.hpp"
#include "sunder/margin.hpp"

namespace sunder::detail {

struct MarginSum {
  double lower;  ///< lower < m < upper; infinite where the sum may overflow
  double upper;
  int sign;  ///< of m, exactly
};

/// Finite numbers: a margin's, and a radius of each body.
using MarginTerms = std::array<double, 5>;

template <int D>
MarginTerms terms_of(const Margin& margin, const Posed<D>& a, const Posed<D>& b) noexcept {
  return {margin.distance, margin.radius_a, margin.radius_b, a.radius(), b.radius()};
}

MarginSum sum_of_terms(const MarginTerms& terms);

/// Adds for bodies without radii of their own.
inline MarginSum sum_of(const Margin& margin) {
  return sum_of_terms({margin.distance, margin.radius_a, margin.radius_b, 0, 0});
}

}  // namespace sunder::detail
