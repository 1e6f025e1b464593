// SPDX-License-Identifier: Apache-2.0
//
// The balls of two boxes about their bodies' origins: one look at the offsets, and none at the
// turns, tells boxes that are far apart and most that lie deep in each other.
//
// The line of centres is t_B - t_A, rounded once a component, so that the square of its length is
// off by a factor of 8 units and by what is flushed, less than 2^-1000. A radius and its stretch
// lose three roundings and 2^-40 where its ball stands aside, which kBoundRounding covers with
// those for the outer balls; from inner ones, which R may shrink more than it moves their centres,
// it is taken. The 2^-480 keep the square of the reach above what is flushed.
#pragma once

#include <cmath>

#include "narrow/sat/bounds.hpp"
#include "narrow/sat/box_difference.hpp"

namespace sunder::detail::sat {

/// Whether both balls of a body are about its origin, to kMostAside of the smaller one: the mean of
/// a box' vertices seldom is to the last bit.
inline bool is_about_origin(const HullBlock& hull) noexcept {
  const double* c = hull.centre;
  return std::fabs(c[0]) + std::fabs(c[1]) + std::fabs(c[2]) <= kMostAside * hull.inscribed;
}

/// Undecided where other centres, or the balls, leave it open.
inline Verdict verdict_by_centred_balls(const Pair<3>& pair) noexcept {
  const HullBlock& a = *pair.a.hull;
  const HullBlock& b = *pair.b.hull;
  if (!(is_about_origin(a) && is_about_origin(b))) return Verdict::undecided;
  const double* p = pair.a.pose->offset_data();
  const double* q = pair.b.pose->offset_data();
  const double x = q[0] - p[0];
  const double y = q[1] - p[1];
  const double z = q[2] - p[2];
  const double squared = x * x + y * y + z * z;
  const bool in_range =
      pair.a.in_filter_range() && pair.b.in_filter_range() && squared < kMostBallSquare;
  if (!in_range) return Verdict::undecided;
  const double reach = (a.circumscribed * pair.a.pose->greatest_stretch() +
                        b.circumscribed * pair.b.pose->greatest_stretch()) +
                       kBallUnderflow;
  if (squared > reach * reach * kBoundRounding) return Verdict::separated;
  const auto core_of = [](const Body<3>& body) {
    return body.hull->inscribed *
           (body.pose->least_stretch() - 2 * kMostAside * body.pose->greatest_stretch());
  };
  const double core = core_of(pair.a) + core_of(pair.b);
  // A smaller one has a square that may lose digits to underflow.
  if (core > kLeastCore && squared * kBoundRounding < core * core) return Verdict::overlapping;
  return Verdict::undecided;
}

}  // namespace sunder::detail::sat
