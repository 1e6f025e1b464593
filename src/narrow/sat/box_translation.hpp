// SPDX-License-Identifier: Apache-2.0
//
// measure_depth() finds the minimum translation of two boxes.
#pragma once

#include <cmath>
#include <hwy/base.h>

#include "geometry/vectors.hpp"
#include "narrow/sat/bounds.hpp"
#include "narrow/sat/box_axes.hpp"
#include "narrow/sat/box_difference.hpp"
#include "narrow/sat/minimal_translation.hpp"

namespace sunder::detail::sat {

/// An axis in the direction of b's minimum translation.
struct BoxAxis {
  Vector3 direction;           ///< of any length
  double sign;                 ///< direction times this is the cross product of the edges
  std::array<double, 6> rise;  ///< of each column of R along the direction
  double gap;
  double error;    ///< of the gap
  double squared;  ///< of the direction
  double length;
};

struct BoxTranslation {
  MinimalTranslation<3> translation;
  BoxAxis axis;  ///< only where find_box_witness() follows
};

/// Two boxes whose minimum translation is known: the points of deepest overlap, in doubles. They
/// are unset where rounding hides them.
struct BoxDepth {
  BoxTranslation out;
  Vector3 point_a, point_b;
  bool has_points = false;
};

BoxDepth measure_depth(const Pair<3>& pair);

/// Computes the rise of each column of R along u; returns the sum of half extents times absolute
/// rises.
HWY_INLINE double half_width(const double* r, const double* half, const Vector3& u,
                             double* rise) noexcept {
  double width = 0;
  for (int k = 0; k < 3; ++k) {
    rise[k] = u[0] * r[k] + u[1] * r[3 + k] + u[2] * r[6 + k];
    width += half[k] * std::fabs(rise[k]);
  }
  return width;
}

/// Sets all but the rises and the gap; returns the centre's share of the gap.
HWY_INLINE double set_direction(const Pair<3>& pair, const BoxDifference& c, std::size_t i,
                                BoxAxis& axis) noexcept {
  const Vector3 u = cross(edge_of(pair, kBoxAxisEdges[i][0]), edge_of(pair, kBoxAxisEdges[i][1]));
  const double along = u[0] * c.centre[0] + u[1] * c.centre[1] + u[2] * c.centre[2];
  axis.sign = std::copysign(1.0, along);
  double size = 0;
  double norm = 0;
  for (std::size_t l = 0; l < 3; ++l) {
    axis.direction[l] = axis.sign * u[l];
    size += std::fabs(u[l]) * c.reach[l];
    norm += std::fabs(u[l]);
  }
  axis.error = c.units * size + (norm * c.drift + kLeastError);
  axis.squared = u[0] * u[0] + u[1] * u[1] + u[2] * u[2];
  axis.length = std::sqrt(axis.squared);
  return std::fabs(along);
}

HWY_INLINE void measure_axis(const Pair<3>& pair, const BoxDifference& c, std::size_t i,
                             BoxAxis& axis) noexcept {
  const double along = set_direction(pair, c, i, axis);
  const double width_a =
      half_width(linear_data(*pair.a.pose), c.half_a.data(), axis.direction, axis.rise.data());
  const double width_b =
      half_width(linear_data(*pair.b.pose), c.half_b.data(), axis.direction, axis.rise.data() + 3);
  axis.gap = along - (width_a + width_b);
}

/// `squared` bounds the square of the depth from below.
HWY_INLINE void set_translation(const BoxAxis& axis, std::size_t i, double squared,
                                MinimalTranslation<3>& found) noexcept {
  const double inverse = 1 / axis.length;
  const double upper = (axis.error - axis.gap) * inverse * (1 + kLastShare);
  found.known = upper < std::numeric_limits<double>::infinity();
  found.axis = static_cast<int>(i);
  found.length = -axis.gap * inverse;
  // Below this the quotient of squares may have lost digits to underflow.
  found.lower = squared > kLeastSquaredDepth ? std::sqrt(squared) * (1 - kLastShare) : 0;
  found.upper = upper;
  for (std::size_t l = 0; l < 3; ++l) found.direction[l] = axis.direction[l] * inverse;
}

}  // namespace sunder::detail::sat
