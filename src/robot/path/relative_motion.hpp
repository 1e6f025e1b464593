// SPDX-License-Identifier: Apache-2.0
//
// Bounds how far a part b can come towards a part a while the joints between them move at constant rates.
//
// Everything is seen from a's link. Between both parts lies a chain of axes, from a to b. Each turns or shifts what lies
// behind it, b among it, at a constant rate. Let x be a point of b at the middle of an interval of time, h half its
// length, and w_j the rate of axis j. Then the point moves by
//   |x(t) - x| <= h sum_j |w_j| r_j,
// r_j being 1 where the axis shifts, and where it turns the largest distance of b's points from it. To first order it
// moves by (t - middle) x', x' = s x x + v, with the spin s and the drift v that all axes add up to. What is left is
//   |x(t) - x - (t - middle) x'| <= h^2 / 2 sum_j |w_j| r_j (|w_j| + 2 sum_i |w_i|)
// with the axes i before j that turn, and without the first |w_j| where j shifts. The derivative of x by q_i and q_j, i
// before j, is a cross product: of i's unit vector, and of a vector of length r_j at most. Rotations keep lengths. r_j
// holds for all of the interval: it is what it is in the middle, and what the axes behind j move b by.
#pragma once

#include <cmath>
#include <span>

#include "geometry/vectors.hpp"
#include "machine/strict_arithmetic.hpp"
#include "sunder/polytope.hpp"

namespace sunder::detail::robot {

/// One axis between two parts, at the middle of the interval, in the world's frame as it was computed.
struct MovingAxis {
  Vector3 direction{};  ///< unit, up to roundings
  Vector3 point{};      ///< on the axis; not read where it shifts
  double rate =
      0;  ///< radians or lengths in a unit of time; negative on a's side of the joint that both share
  bool turns = true;
  double error =
      0;  ///< bounds how far a point fixed to the axis, as far away as b, is from where it was computed
  double doubt = 0;  ///< of the value of its joint at the middle of the interval
};

/// A velocity: a point x moves by spin x x + drift in a unit of time.
struct Twist {
  Vector3 spin{}, drift{};
};
/// That of one axis at its rate.
Twist twist_of(const MovingAxis& axis) noexcept;

/// What the axes do to b within an interval.
struct RelativeMotion {
  Vector3 spin{}, drift{};  ///< of the middle, of the world's frame
  double first = 0;   ///< no point of b moves farther than this from where it is at the middle
  double second = 0;  ///< nor farther than this from where spin and drift take it
  double error =
      0;  ///< of where points of b are at the middle, and of where spin and drift take them, in all
};

/// Adds up the axes, ordered from a to b. `ball` holds b, in the world's frame. All bounds are rounded up: they hold for
/// chains of up to 2^20 axes. Cost: some 40 operations an axis.
RelativeMotion relative_motion(std::span<const MovingAxis> axes, const Ball<3>& ball,
                               double half_length);

}  // namespace sunder::detail::robot
