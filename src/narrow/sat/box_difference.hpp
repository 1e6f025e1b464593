// SPDX-License-Identifier: Apache-2.0
//
// C = K_A - K_B of two boxes is a zonotope. Its gap along u needs no vertices, only its centre c
// and the halves of its six edges:
//
//   g(u) = |u . c| - sum_k h_k |u . r_k|,   r_k the columns of both R, h_k half the box' extents,
//
// for whichever of u and -u points to b.
//
// Error. Let u_l be doubles and unit = 2^-52, the error of one operation in any rounding mode. In
// doubles a term of the sum has one rounding in h_k and three in u . r_k. The products and sums
// with h_k add at most four, and the last difference one. A term of |u . c| has one in the middle m
// of a box's bounds. It has at most five in R m, the difference and the offset. The product u . c
// adds three and the last difference one: ten at most, fused or not. For boxes about their origins
// m is 0 and h_k exact: eight at most. An extent's |m| + h is its largest |coordinate|, so all
// terms together are at most sum_l |u_l| reach_l. With the error rho of the entries of R
//
//   |g - g(u)| <= units sum_l |u_l| reach_l + |u|_1 drift + 2^-400,
//   drift = rho_A |M_A|_1 + rho_B |M_B|_1,
//
// within the range of Lemma 1 (filter/filtered_pair.hpp), for entries of u up to 2^302. The excess
// of `units` over eight or ten covers the roundings of the right-hand side and the products of
// errors.
#pragma once

#include <array>

#include "narrow/sat/axis_search.hpp"
#include "narrow/sat/bounds.hpp"

namespace sunder::detail::sat {

/// C, rounded, in the world's frame. The directions of its edges are not stored; they are read from
/// the poses. Each array has three entries, and a 0 to fill four lanes.
struct alignas(32) BoxDifference {
  std::array<double, 4> half_a;  ///< of the extents
  std::array<double, 4> half_b;
  std::array<double, 4> centre;  ///< from a's middle to b's: minus the centre of C
  std::array<double, 4> reach;   ///< FilteredPair::reach()
  double drift;                  ///< infinite where the bound does not hold
  double units;                  ///< of the error of a gap
  bool has_balls;                ///< both hulls' balls are about these middles, to kMostAside
};

/// Returns column k of both R: an edge of C.
inline Vector3 edge_of(const Pair<3>& pair, std::size_t k) noexcept {
  const double* r = k < 3 ? linear_data(*pair.a.pose) + k : linear_data(*pair.b.pose) + (k - 3);
  return {r[0], r[3], r[6]};
}

/// Returns rho |M|_1.
inline double drift_of(const Body<3>& body) noexcept {
  const double* most = body.hull->max_abs;
  return linear_error(*body.pose) * (most[0] + most[1] + most[2]);
}

/// Returns drift, or infinity if coordinates, entries or reaches are outside the lemma's range.
inline double checked_drift(const Pair<3>& pair, const std::array<double, 4>& reach) noexcept {
  const bool in_range = pair.a.in_filter_range() && pair.b.in_filter_range() &&
                        reach[0] < kMostPairReach && reach[1] < kMostPairReach &&
                        reach[2] < kMostPairReach;
  return in_range ? (drift_of(pair.a) + drift_of(pair.b)) * kBoundRounding
                  : std::numeric_limits<double>::infinity();
}

/// Returns a bound on the length of all columns of both R, exact or rounded.
inline double longest_edge(const Pair<3>& pair) noexcept {
  const double a = greatest_singular_value(*pair.a.pose);
  const double b = greatest_singular_value(*pair.b.pose);
  return (a < b ? b : a) * (1 + kSumShare);
}

/// Returns bound on the effect of the error rho of the entries of R on each entry of a cross
/// product of two columns. For a b - c d with every factor at most `longest` it is rho (|a| + |b| +
/// |c| + |d|) + 2 rho^2.
inline double cross_error_of_poses(const Pair<3>& pair, double longest) noexcept {
  const double rho = std::max(linear_error(*pair.a.pose), linear_error(*pair.b.pose));
  return rho == 0 ? 0 : kCrossEntries * kBoundRounding * rho * (longest + rho);
}

}  // namespace sunder::detail::sat
