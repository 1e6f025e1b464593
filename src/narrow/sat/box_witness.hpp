// SPDX-License-Identifier: Apache-2.0
//
// find_box_witness() finds the points of deepest overlap of two boxes. They lie in the boxes'
// extreme faces, and their difference is the minimum translation. Let n be the normal of a facet of
// C. Along n the extreme points of each box are a vertex plus multiples of the edges perpendicular
// to n. Both boxes together have two or more such edges. These have to close the vector that
// remains between the vertices.
#pragma once

#include "narrow/sat/box_translation.hpp"

namespace sunder::detail::sat {

/// A coefficient's bound 1, with a tolerance for rounding.
inline constexpr double kMostShare = 1 + 1e-9;

/// Adds `factor` times v.
HWY_INLINE void add(double factor, const Vector3& v, Vector3& to) noexcept {
  for (std::size_t l = 0; l < 3; ++l) to[l] += factor * v[l];
}

/// Returns the free edges, a bit each: those of the axis, and all others that are perpendicular to
/// it up to rounding.
HWY_INLINE unsigned free_edges(const Pair<3>& pair, std::size_t i, const BoxAxis& axis) noexcept {
  const auto& own = kBoxAxisEdges[i];
  const double flat = 0x1p-48 * axis.length;
  const double flat_a = flat * greatest_singular_value(*pair.a.pose);
  const double flat_b = flat * greatest_singular_value(*pair.b.pose);
  unsigned bits = 1U << own[0] | 1U << own[1];
  for (unsigned k = 0; k < 3; ++k) {
    bits |= unsigned{std::fabs(axis.rise[k]) <= flat_a} << k;
    bits |= unsigned{std::fabs(axis.rise[k + 3]) <= flat_b} << (k + 3);
  }
  return bits;
}

/// Computes the extreme vertex, where `sign` times the rise is greatest; free edges contribute
/// their middle. It is branch-free, because the end is unpredictable.
HWY_INLINE void set_vertex(const Body<3>& body, const double* rise, double sign, unsigned free,
                           Vector3& at) noexcept {
  const double* r = linear_data(*body.pose);
  std::array<double, 3> x;
  for (unsigned k = 0; k < 3; ++k) {
    const double low = body.hull->lower[k] / 2;
    const double high = body.hull->upper[k] / 2;
    const double held = static_cast<double>(~free >> k & 1);
    x[k] = (high + low) + held * std::copysign(high - low, sign * rise[k]);
  }
  const double* offset = offset_data(*body.pose);
  for (std::size_t l = 0; l < 3; ++l) {
    at[l] = (r[3 * l] * x[0] + r[3 * l + 1] * x[1] + r[3 * l + 2] * x[2]) + offset[l];
  }
}

HWY_INLINE double half_edge(const Pair<3>& pair, std::size_t k) noexcept {
  const HullBlock& hull = k < 3 ? *pair.a.hull : *pair.b.hull;
  return hull.upper[k % 3] / 2 - hull.lower[k % 3] / 2;
}

/// Moves the points, which are at the middles of two free edges p and q. The remainder
/// perpendicular to the axis is x p + y q, and (p x q) . n is the length of n = sign (p x q).
/// Returns false if a coefficient is out of range.
HWY_INLINE bool close_by_own_edges(const Pair<3>& pair, std::size_t i, const BoxAxis& axis,
                                   Vector3& at_a, Vector3& at_b) noexcept {
  const auto& own = kBoxAxisEdges[i];
  const Vector3 p = edge_of(pair, own[0]);
  const Vector3 q = edge_of(pair, own[1]);
  const Vector3 left{at_b[0] - at_a[0], at_b[1] - at_a[1], at_b[2] - at_a[2]};
  const double factor = axis.sign / axis.squared;
  const double x = factor * dot<3>(left, cross(q, axis.direction));
  const double y = factor * dot<3>(left, cross(axis.direction, p));
  const double x_of_a = own[0] < 3 ? x : 0;
  const double y_of_a = own[1] < 3 ? y : 0;
  for (std::size_t l = 0; l < 3; ++l) {
    at_a[l] += x_of_a * p[l] + y_of_a * q[l];
    at_b[l] -= (x - x_of_a) * p[l] + (y - y_of_a) * q[l];
  }
  return std::fabs(x) <= kMostShare * half_edge(pair, own[0]) &&
         std::fabs(y) <= kMostShare * half_edge(pair, own[1]);
}

/// Finds the points for any number of free edges.
void find_box_witness(const Pair<3>& pair, BoxDepth& depth) noexcept;

}  // namespace sunder::detail::sat
