// SPDX-License-Identifier: Apache-2.0
//
// These functions prove the distance of two polygons from a guess at their nearest features. The
// features are a vertex of one and a point of an edge of the other. The two points bound it from
// above. The gap along the edge's normal, or along the line between two vertices, bounds it from
// below (distance_bounds.hpp, Lemma 4).
#pragma once

#include <algorithm>
#include <array>
#include <cmath>

#include "narrow/sat/bounds.hpp"
#include "narrow/sat/polygon_distance.hpp"
#include "narrow/sat/polygon_pair.hpp"

namespace sunder::detail::sat {

/// The vertex nearest to an edge, and the position of the point nearest to it on the edge.
struct Foot {
  std::int32_t vertex;
  double share;  ///< 0 to 1
};

/// The edge's ends and the vertex, each in its own body's frame.
struct NearestFeatures {
  std::size_t edge_of;  ///< 0: a, 1: b
  Vector2 from, to, vertex;
  Vector2 normal;  ///< of the edge, outward
  double share;
  bool is_inside_edge() const noexcept { return share > 0 && share < 1; }
};

/// The mean of a point of C for each end of the edge, and the direction of the proof, from a to b.
struct NearestPoints {
  Vector2 mean;
  Vector2 size;  ///< the mean of absolute values
  Vector2 direction;
};

HWY_INLINE NearestPoints nearest_points(const PolygonPair& pair,
                                        const NearestFeatures& f) noexcept {
  const double sign = f.edge_of == 0 ? 1 : -1;
  const Vector2 from = turned(pair.side[f.edge_of].linear, f.from);
  const Vector2 to = turned(pair.side[f.edge_of].linear, f.to);
  const Vector2 vertex = turned(pair.side[1 - f.edge_of].linear, f.vertex);
  NearestPoints points;
  for (std::size_t l = 0; l < 2; ++l) {
    const double first = sign * (from[l] - vertex[l]) - pair.offset[l];
    const double last = sign * (to[l] - vertex[l]) - pair.offset[l];
    points.mean[l] = (1 - f.share) * first + f.share * last;
    points.size[l] = (1 - f.share) * std::fabs(first) + f.share * std::fabs(last);
  }
  points.direction = f.is_inside_edge() ? edge_normal(pair, f.edge_of, f.normal)
                                        : Vector2{-points.mean[0], -points.mean[1]};
  return points;
}

/// Computes the upper bound of Lemma 4. The weights 1 - t and t sum to 1 up to one rounding. Points
/// of C have five roundings, and the mean four more.
HWY_INLINE double upper_distance(const Vector2& reach, const NearestPoints& points) noexcept {
  double squared = 0;
  for (std::size_t l = 0; l < 2; ++l) {
    const double off =
        (kPlanePointUnits * reach[l] + kPlaneMeanUnits * points.size[l]) * kUnit * (1 + kSumShare) +
        kPolygonUnderflow;
    const double most = (std::fabs(points.mean[l]) + off) * (1 + kPlaneWeightUnits * kUnit);
    squared += most * most;
  }
  return std::sqrt(squared) * (1 + kPlaneLengthUnits * kUnit) + kLengthUnderflow;
}

/// Sets the interval of a gap of at least `least` along points.direction, if it is narrower than
/// that of the answer. Returns false if it proves no separation.
HWY_INLINE bool set_interval(const Vector2& reach, const NearestPoints& points, double least,
                             Distance2& answer) noexcept {
  const Vector2& u = points.direction;
  const double length = std::sqrt(u[0] * u[0] + u[1] * u[1]);
  if (!(least > 0 && length > 0)) return false;
  const double inverse = 1 / length;
  const double lower = least * inverse * (1 - kPlaneInverseUnits * kUnit);
  const double upper = upper_distance(reach, points);
  if (answer.distance.lower > 0 && !(upper - lower < answer.distance.upper - answer.distance.lower))
    return false;
  answer.distance.lower = lower;
  answer.distance.upper = upper;
  answer.witness->normal = {u[0] * inverse + 0.0, u[1] * inverse + 0.0};
  return true;
}

/// Returns a lower bound, up to rounding, on the largest absolute world coordinate of a body, from
/// the inscribed ball.
HWY_INLINE double least_world_size(const PosedPolygon& body) noexcept {
  const Polygon& polygon = *body.polygon;
  const double* const r = linear_data(*body.pose);
  const double x = r[0] * polygon.centre[0] + r[1] * polygon.centre[1] + body.pose->offset(0);
  const double y = r[2] * polygon.centre[0] + r[3] * polygon.centre[1] + body.pose->offset(1);
  return std::max(std::fabs(x), std::fabs(y)) +
         polygon.inscribed * least_singular_value(*body.pose);
}

/// Returns true if an interval is as narrow as the default width, given that some body has a point
/// with a coordinate of that size.
HWY_INLINE bool is_narrow_at(double size, const Distance2& answer) noexcept {
  const double spread = answer.distance.upper - answer.distance.lower;
  return spread <= std::max(1e-12 * answer.distance.lower, 62 * kUnit * size);
}

/// Returns true if an interval is as narrow as requested. The two points belong to the bodies, and
/// their coordinates are mostly large enough.
HWY_INLINE bool is_narrow_for(const PosedPolygons& pair, double width,
                              const Distance2& answer) noexcept {
  const double spread = answer.distance.upper - answer.distance.lower;
  if (width > 0) return spread <= width * answer.distance.lower;
  const Vector2& p = answer.witness->point_a;
  const Vector2& q = answer.witness->point_b;
  const double size = std::max(std::max(std::fabs(p[0]), std::fabs(p[1])),
                               std::max(std::fabs(q[0]), std::fabs(q[1])));
  if (is_narrow_at(size, answer)) return true;
  return spread <= 64 * kUnit * std::max(least_world_size(pair.a), least_world_size(pair.b));
}

}  // namespace sunder::detail::sat
