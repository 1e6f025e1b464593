// SPDX-License-Identifier: Apache-2.0
//
// The distance of two polygons from a guess at their nearest features: a vertex of one and a point
// of an edge of the other. The two points bound it from above, the gap along the edge's normal, or
// along the line between two vertices, from below (distance_bounds.hpp, Lemma 4).
#pragma once

#include <array>
#include <cmath>

#include "narrow/sat/polygon_distance.hpp"
#include "narrow/sat/polygon_pair.hpp"

namespace sunder::detail::sat {

/// The vertex nearest to an edge, and how far along the edge the point nearest to it is.
struct Foot {
  std::int32_t vertex;
  double share;  ///< 0 to 1
};

/// The edge's ends and the vertex, each in its own body's frame.
struct NearestFeatures {
  bool edge_of_b;
  Vector2 from, to, vertex;
  Vector2 normal;  ///< of the edge, outward
  double share;
};

/// A point of C for each end of the edge, their mean, and the direction from a to b to prove with.
struct NearestPoints {
  Vector2 mean;
  Vector2 size;  ///< the mean of absolute values
  Vector2 direction;
};

HWY_INLINE NearestPoints nearest_points(const PolygonPair& pair,
                                        const NearestFeatures& f) noexcept {
  const double* const edge = f.edge_of_b ? pair.linear_b : pair.linear_a;
  const double* const other = f.edge_of_b ? pair.linear_a : pair.linear_b;
  const double sign = f.edge_of_b ? -1 : 1;
  const Vector2 from = turned(edge, f.from);
  const Vector2 to = turned(edge, f.to);
  const Vector2 vertex = turned(other, f.vertex);
  NearestPoints points;
  for (std::size_t l = 0; l < 2; ++l) {
    const double first = sign * (from[l] - vertex[l]) - pair.offset[l];
    const double last = sign * (to[l] - vertex[l]) - pair.offset[l];
    points.mean[l] = (1 - f.share) * first + f.share * last;
    points.size[l] = (1 - f.share) * std::fabs(first) + f.share * std::fabs(last);
  }
  if (f.share > 0 && f.share < 1) {
    points.direction = f.edge_of_b ? normal_of_b(pair, f.normal) : normal_of_a(pair, f.normal);
  } else {
    points.direction = {-points.mean[0], -points.mean[1]};
  }
  return points;
}

/// Lemma 4. The weights 1 - t and t sum to 1 but for one rounding, points of C lose five, and the
/// mean four more.
HWY_INLINE double upper_distance(const Vector2& reach, const NearestPoints& points) noexcept {
  double squared = 0;
  for (std::size_t l = 0; l < 2; ++l) {
    const double off = (5 * reach[l] + 4 * points.size[l]) * kUnit * (1 + 0x1p-40) + 0x1p-500;
    const double most = (std::fabs(points.mean[l]) + off) * (1 + 4 * kUnit);
    squared += most * most;
  }
  return std::sqrt(squared) * (1 + 18 * kUnit) + 0x1p-480;
}

/// `gap` along points.direction, as scanned. False where it proves no separation.
HWY_INLINE bool set_distance(const Vector2& reach, const NearestPoints& points, double gap,
                             PolygonDistance& answer) noexcept {
  const Vector2& u = points.direction;
  const double length = std::sqrt(u[0] * u[0] + u[1] * u[1]);
  const double least = gap - gap_error(reach, u);
  if (!(least > 0 && length > 0)) return false;
  const double lower = least / length * (1 - 18 * kUnit);
  const double upper = upper_distance(reach, points);
  if (!(upper - lower < answer.upper - answer.lower)) return true;
  answer.lower = lower;
  answer.upper = upper;
  answer.normal = {u[0] / length + 0.0, u[1] / length + 0.0};
  return true;
}

}  // namespace sunder::detail::sat
