// SPDX-License-Identifier: Apache-2.0
//
// Finds the closest points for a direction of greatest gap: they lie among the vertices that attain
// the gap on either side.
#pragma once

#include <vector>

#include "algorithms/edge_projection/overlap.hpp"

namespace sunder::detail::edge_projection {

/// A vertex within this distance below the greatest height, relative to the largest coordinate,
/// counts as attaining it. Extra vertices do no harm: their weights become 0.
inline constexpr double kActiveSlack = 0x1p-36;

/// Returns p . x for a vertex of the hull.
template <int D>
double height_of(const HullBlock& hull, std::int32_t vertex, const Vector<D>& p) noexcept {
  double height = 0;
  for (int k = 0; k < D; ++k) height += p[static_cast<std::size_t>(k)] * hull.coordinate(vertex, k);
  return height;
}

/// Returns vertices of a body that attain max sign * u . x, nearly; at least one. All heights are
/// evaluated in one order, because a support query may round differently. For subnormal coordinates
/// there is no slack that covers such a difference.
template <int D>
std::vector<std::int32_t> active_vertices(const Body<D>& body, const Vector<D>& u, double sign) {
  const Vector<D> p = pull_back(body, u.data(), sign);
  const HullBlock& hull = *body.hull;
  double most = -std::numeric_limits<double>::infinity();
  for (std::int32_t v = 0; v < hull.count; ++v) most = std::max(most, height_of<D>(hull, v, p));
  double size = 0;
  for (int k = 0; k < D; ++k) size += std::fabs(p[static_cast<std::size_t>(k)]) * hull.max_abs[k];
  std::vector<std::int32_t> active;
  for (std::int32_t v = 0; v < hull.count; ++v) {
    if (!(height_of<D>(hull, v, p) < most - size * kActiveSlack)) active.push_back(v);
  }
  return active;
}

/// Returns the vertex of `list` greatest along p, in the body's frame.
template <int D>
std::int32_t greatest_of(const HullBlock& hull, const std::vector<std::int32_t>& list,
                         const Vector<D>& p) noexcept {
  std::int32_t best = list.front();
  double most = -std::numeric_limits<double>::infinity();
  for (const std::int32_t v : list) {
    const double height = height_of<D>(hull, v, p);
    if (height > most) {
      most = height;
      best = v;
    }
  }
  return best;
}

/// Returns the closest points of the vertices that attain the gap along u, in units of `scale`.
template <int D>
Corners<D> closest_points(const FilteredPair<D>& filtered, const Vector<D>& u, double scale) {
  const Pair<D>& pair = filtered.pair();
  const std::vector<std::int32_t> a = active_vertices(pair.a, u, 1.0);
  const std::vector<std::int32_t> b = active_vertices(pair.b, u, -1.0);
  const auto support = [&](const Vector<D>& v) {
    Support<D> next{};
    next.pair = {greatest_of<D>(*pair.a.hull, a, pull_back(pair.a, v.data(), 1.0)),
                 greatest_of<D>(*pair.b.hull, b, pull_back(pair.b, v.data(), -1.0))};
    filtered.difference(next.pair, next.point.data());
    for (double& entry : next.point) entry *= scale;
    return next;
  };
  Corners<D> corners;
  walk_to_closest<D>(support, u, false, corners);
  return corners;
}

}  // namespace sunder::detail::edge_projection
