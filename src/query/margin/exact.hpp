// SPDX-License-Identifier: Apache-2.0
//
// Compares an exact distance or depth with the margin: squares of rationals, as integers.
#pragma once

#include "exact/dot.hpp"
#include "exact/dyadic_sum.hpp"
#include "query/depth/exact_depth.hpp"
#include "query/min_norm.hpp"
#include "sunder/margin.hpp"

namespace sunder::detail {

/// Maps the sign of (signed distance - m) to closer, exactly or farther.
inline Verdict verdict_of(int sign) noexcept {
  if (sign < 0) return Verdict::overlapping;
  return sign == 0 ? Verdict::touching : Verdict::separated;
}

/// For m > 0. The bodies may meet.
inline Verdict compare_exactly(const MinNorm& closest, const BigDyadic& m) {
  const BigInt squared = dot(closest.point, closest.point);
  const BigInt side = closest.total * closest.denominator * m.mantissa;
  return verdict_of(compare_scaled(squared, 2 * closest.exponent, side * side, 2 * m.exponent));
}

/// For m <= 0. A greater depth is closer.
template <int D>
Verdict compare_exactly(const ExactDepth<D>& depth, const BigDyadic& m) {
  const NearestFacet<D>& facet = depth.nearest.front();
  const BigInt squared = dot(facet.normal, facet.normal);
  const BigInt side = depth.denominator * m.mantissa;
  return verdict_of(compare_scaled(side * side * squared, 2 * m.exponent,
                                   facet.height * facet.height, 2 * depth.exponent));
}

}  // namespace sunder::detail
