// SPDX-License-Identifier: Apache-2.0
//
// Computes the length of time for which one direction u proves that two moving bodies stay apart.
//
// A point x of a body has x(s + h) . u >= (x + h x') . u - h^2/2 w^2 r, where w is the angular
// velocity and r bounds the distance of the body's points from the axis. Let
//   g(h) = min over b of (y + h y') . u - max over a of (x + h x') . u
// which is concave in h. The gap along u stays above
//   min(g(0), g(H)) - H^2/2 (w_a^2 r_a + w_b^2 r_b)     for all h in [0, H].
// Near contact such steps converge quadratically, like Newton's. Far from it a simpler bound may reach
// farther: a rotation moves no point by more than H w r |u x n|, nor off its circle about the axis.
//
// Errors. Let rho be a body's error() and |u| <= 1.01. Each body adds at most 4 rho (1 + h w) to the
// error of a computed g(h). The pose contributes rho (1 + h w), the rounded axis h w rho. The sums
// have the terms of the pose times entries of u, and contribute the rest.
// The clearance is enlarged by 2^-39 of itself, since |u| may exceed 1 by roundings. Subtracting it
// rounds by 2^-53 of the gap, and the sums above leave more than that of 4 rho unused.
#pragma once

#include "query/cast/moving_body.hpp"

namespace sunder::detail {

template <int D>
struct Moment {
  double time;
  Pose<D> pose_a;
  Pose<D> pose_b;
};

template <int D>
class FreeStep {
 public:
  /// The gap has to stay above `clearance`, which is not less than the sum of the bodies' radii. The
  /// direction is a unit vector within 2^-40.
  FreeStep(const MovingBody<D>& a, const MovingBody<D>& b, const Moment<D>& now,
           const Vector<D>& direction, double clearance);

  /// Returns a lower bound on the gap along u throughout [time, time + step]. It is concave in
  /// step.
  double bound(double step) const;
  /// Returns a step, at most `most`, with a positive bound, about as long as there is; 0: none.
  double longest(double most) const;

 private:
  double ahead(double step) const;
  double plain(double step) const;
  double error(double step) const;

  const MovingBody<D>& a_;
  const MovingBody<D>& b_;
  Moment<D> now_;
  Vector<D> u_;
  double top_a_;     ///< max over a of x . u
  double bottom_b_;  ///< min over b of y . u
  double gap_;       ///< g(0) - clearance_
  double closing_;   ///< of the relative translation, not of the rotations
  double bend_;      ///< w_a^2 r_a + w_b^2 r_b
  double clearance_;
};

}  // namespace sunder::detail
