// SPDX-License-Identifier: Apache-2.0
//
// These functions prove the distance of two polygons from a guess at their nearest vertices. The
// two bound it from above, and the gap along the line between them bounds it from below
// (distance_bounds.hpp, Lemma 4).
#pragma once

#include <algorithm>
#include <array>
#include <cmath>

#include "narrow/sat/bounds.hpp"
#include "narrow/sat/polygon_distance.hpp"
#include "narrow/sat/polygon_pair.hpp"

namespace sunder::detail::sat {

/// Computes the upper bound of Lemma 4 for the difference u of two placed vertices. Points of C have
/// five roundings, and the sum of one weight has none; the units of a mean are kept.
HWY_INLINE double upper_distance(const Vector2& reach, const Vector2& u) noexcept {
  double squared = 0;
  for (std::size_t l = 0; l < 2; ++l) {
    const double size = std::fabs(u[l]);
    const double off =
        (kPlanePointUnits * reach[l] + kPlaneMeanUnits * size) * kUnit * (1 + kSumShare) +
        kPolygonUnderflow;
    const double most = (size + off) * (1 + kPlaneWeightUnits * kUnit);
    squared += most * most;
  }
  return std::sqrt(squared) * (1 + kPlaneLengthUnits * kUnit) + kLengthUnderflow;
}

/// Sets the interval of a gap of at least `least` along the difference u of two vertices, from a to
/// b. Returns false if it proves no separation.
HWY_INLINE bool set_interval(const Vector2& reach, const Vector2& u, double least,
                             Distance2& answer) noexcept {
  const double length = std::sqrt(u[0] * u[0] + u[1] * u[1]);
  if (!(least > 0 && length > 0)) return false;
  const double inverse = 1 / length;
  answer.distance.lower = least * inverse * (1 - kPlaneInverseUnits * kUnit);
  answer.distance.upper = upper_distance(reach, u);
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
