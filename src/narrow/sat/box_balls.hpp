// SPDX-License-Identifier: Apache-2.0
//
// verdict_by_centred_balls() tests the balls of two boxes about their bodies' origins. They need
// only the offsets, no rotations, and decide boxes that are far apart and most deep overlaps.
//
// The line of centres is t_B - t_A, rounded once a component. The square of its length has a
// relative error of 8 units, plus underflow of less than 2^-1000. A radius times its singular value
// has three roundings, and 2^-40 if its ball is off the origin. For the outer balls, kBoundRounding
// covers these and the former. For inner balls 2^-40 is subtracted, since R may shrink them more
// than it moves their centres. The 2^-480 keep the square of the reach above the underflow.
#pragma once

#include <cmath>

#include "narrow/sat/bounds.hpp"
#include "narrow/sat/box_difference.hpp"

namespace sunder::detail::sat {

/// Returns true if both balls of a body are about its origin, to kMostAside of the smaller one. The
/// mean of a box's vertices is seldom exact to the last bit.
inline bool is_about_origin(const HullBlock& hull) noexcept {
  const double* c = hull.centre;
  return std::fabs(c[0]) + std::fabs(c[1]) + std::fabs(c[2]) <= kMostAside * hull.inscribed;
}

/// Returns undecided if the balls have other centres or do not decide.
inline Verdict verdict_by_centred_balls(const Pair<3>& pair) noexcept {
  const HullBlock& a = *pair.a.hull;
  const HullBlock& b = *pair.b.hull;
  if (!(is_about_origin(a) && is_about_origin(b))) return Verdict::undecided;
  const double* p = offset_data(*pair.a.pose);
  const double* q = offset_data(*pair.b.pose);
  const double x = q[0] - p[0];
  const double y = q[1] - p[1];
  const double z = q[2] - p[2];
  const double squared = x * x + y * y + z * z;
  const bool in_range =
      pair.a.in_filter_range() && pair.b.in_filter_range() && squared < kMostBallSquare;
  if (!in_range) return Verdict::undecided;
  const double reach = (a.circumscribed * greatest_singular_value(*pair.a.pose) +
                        b.circumscribed * greatest_singular_value(*pair.b.pose)) +
                       kBallUnderflow;
  if (squared > reach * reach * kBoundRounding) return Verdict::separated;
  const auto core_of = [](const Body<3>& body) {
    return body.hull->inscribed * (least_singular_value(*body.pose) -
                                   2 * kMostAside * greatest_singular_value(*body.pose));
  };
  const double core = core_of(pair.a) + core_of(pair.b);
  // The square of a smaller core may lose digits to underflow.
  if (core > kLeastCore && squared * kBoundRounding < core * core) return Verdict::overlapping;
  return Verdict::undecided;
}

}  // namespace sunder::detail::sat
