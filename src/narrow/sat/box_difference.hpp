// SPDX-License-Identifier: Apache-2.0
//
// C = K_A - K_B of two boxes: a zonotope, so that its gap along u takes no vertices, only its
// centre c and the halves of its six edges:
//   g(u) = |u . c| - sum_k h_k |u . r_k|,   r_k the columns of both R, h_k half the box' extents,
// for u or -u, whichever is ahead.
//
// Error. Let u_l be doubles and unit = 2^-52, the error of one operation in any rounding mode. In
// doubles a term of the sum loses one rounding in h_k, three in u . r_k, at most four in the
// products and sums with h_k, and one in the last difference. A term of |u . c| loses one in the
// middle m of a box' bounds, at most five in R m, the difference and the offset, three in u . c and
// the last one: ten at most, fused or not. Of boxes about their origins m is 0 and h_k exact: eight
// at most. |m| + h of an extent is its largest |coordinate|, so that all terms together are no more
// than sum_l |u_l| reach_l. With the error rho of the entries of R
//   |g - g(u)| <= units sum_l |u_l| reach_l + |u|_1 drift + 2^-400,
//   drift = rho_A |M_A|_1 + rho_B |M_B|_1,
// within the range of Lemma 1 (filter/filtered_pair.hpp), for entries of u up to 2^302. `units` is
// so much more than eight or ten that it covers the roundings of the right-hand side and the
// products of errors.
#pragma once

#include <array>

#include "narrow/sat/axis_search.hpp"
#include "narrow/sat/bounds.hpp"

namespace sunder::detail::sat {

/// C, rounded, in the world's frame, but for the directions of its edges: those are read from the
/// poses. Three entries each, and a 0 to fill four lanes.
struct alignas(32) BoxDifference {
  std::array<double, 4> half_a;  ///< of the extents
  std::array<double, 4> half_b;
  std::array<double, 4> centre;  ///< from a's middle to b's: minus the centre of C
  std::array<double, 4> reach;   ///< FilteredPair::reach()
  double drift;                  ///< infinite where the bound does not hold
  double units;                  ///< of the error of a gap
  bool has_balls;                ///< both hulls' balls are about these middles, to kMostAside
};

/// Column k of both R: an edge of C.
inline Vector3 edge_of(const Pair<3>& pair, std::size_t k) noexcept {
  const double* r = k < 3 ? pair.a.pose->linear_data() + k : pair.b.pose->linear_data() + (k - 3);
  return {r[0], r[3], r[6]};
}

/// rho |M|_1.
inline double drift_of(const Body<3>& body) noexcept {
  const double* most = body.hull->max_abs;
  return body.pose->linear_error() * (most[0] + most[1] + most[2]);
}

/// drift, made infinite where coordinates, entries or reaches are beyond the lemma's range.
inline double checked_drift(const Pair<3>& pair, const std::array<double, 4>& reach) noexcept {
  const bool in_range = pair.a.in_filter_range() && pair.b.in_filter_range() &&
                        reach[0] < kMostPairReach && reach[1] < kMostPairReach &&
                        reach[2] < kMostPairReach;
  return in_range ? (drift_of(pair.a) + drift_of(pair.b)) * kBoundRounding
                  : std::numeric_limits<double>::infinity();
}

/// No column of either R, exact or rounded, is longer.
inline double longest_edge(const Pair<3>& pair) noexcept {
  const double a = pair.a.pose->greatest_stretch();
  const double b = pair.b.pose->greatest_stretch();
  return (a < b ? b : a) * (1 + kSumShare);
}

/// Bound on what the error rho of the entries of R does to each entry of a cross product of two
/// columns, a b - c d with every factor at most `longest`: rho (|a| + |b| + |c| + |d|) + 2 rho^2.
inline double cross_error_of_poses(const Pair<3>& pair, double longest) noexcept {
  const double rho = std::max(pair.a.pose->linear_error(), pair.b.pose->linear_error());
  return rho == 0 ? 0 : kCrossEntries * kBoundRounding * rho * (longest + rho);
}

}  // namespace sunder::detail::sat
