// SPDX-License-Identifier: Apache-2.0
//
// Proves that a point that moves along a segment misses a ball, for files that are compiled once for
// each instruction set.

// Highway's include guard: open once for each target.
#if defined(SUNDER_QUERY_CAST_MOVING_BALL_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef SUNDER_QUERY_CAST_MOVING_BALL_INL_HPP
#undef SUNDER_QUERY_CAST_MOVING_BALL_INL_HPP
#else
#define SUNDER_QUERY_CAST_MOVING_BALL_INL_HPP
#endif

#include <algorithm>
#include <bit>
#include <cmath>
#include <hwy/highway.h>

#include "filter/filtered_pair.hpp"
#include "lanes/packed-inl.hpp"
#include "query/cast/bounds.hpp"

HWY_BEFORE_NAMESPACE();
namespace sunder::detail::HWY_NAMESPACE {

HWY_INLINE Vector3 vector_of(Packed v) {
  alignas(32) double entries[4];
  store_packed(v, entries);
  return {entries[0], entries[1], entries[2]};
}

/// Returns a power of two that is larger than the size and at most twice as large.
HWY_INLINE double power_above(double size) {
  const std::uint64_t exponent = std::bit_cast<std::uint64_t>(size) >> 52;
  return std::bit_cast<double>((exponent + 1) << 52);
}

/// The segment from 0 to length * d, whose largest entry is in [1/2, 1).
struct Segment {
  /// Returns false for a vector that is 0 or out of range.
  HWY_INLINE bool set(Packed v) {
    const double largest = largest_of(Abs(v));
    if (!(largest > 0x1p-200 && largest < 0x1p200)) return false;
    length = power_above(largest);
    d = Mul(v, filled(unit_scale(largest)));
    return true;
  }
  Packed d;
  double length;
};

struct Ball {
  Packed centre;
  double centre_error;  ///< in each coordinate
  double radius;
};

/// Returns the place, in units of d, where the line is closest to the centre.
HWY_INLINE double closest_place(const Segment& segment, const Ball& ball) {
  return total(Mul(ball.centre, segment.d)) / total(Mul(segment.d, segment.d));
}

/// Is the ball beyond a plane across the shortest way from the segment to its centre?
///
/// Let y be the plane's normal, c the centre, w the end of the segment. The ball is beyond if y.c >
/// |y| r and y.(c - w) > |y| r. The centre's error counts |y|_1 times. The products and differences
/// lose less than 16 units of |y|_1 times the largest entries of c and w.
HWY_INLINE bool misses(const Segment& segment, const Ball& ball, double closest) {
  const double at = std::min(std::max(closest, 0.0), segment.length);
  const Packed y = NegMulAdd(filled(at), segment.d, ball.centre);
  const double start = total(Mul(y, ball.centre));
  const double end = start - segment.length * total(Mul(y, segment.d));
  const double rounding =
      kMovingBallUnits * kUnit * (largest_of(Abs(ball.centre)) + segment.length);
  const double least = std::min(start, end) - total(Abs(y)) * (ball.centre_error + rounding);
  return least > kLeastMovingBall &&
         least * least > total(Mul(y, y)) * (ball.radius * ball.radius) * kRoundUp;
}

}  // namespace sunder::detail::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // SUNDER_QUERY_CAST_MOVING_BALL_INL_HPP
