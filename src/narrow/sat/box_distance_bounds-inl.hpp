// SPDX-License-Identifier: Apache-2.0
//
// Computes the interval that a direction and two points prove. It is for files that are compiled
// once for each instruction set. Any direction u of doubles bounds the distance from below
// (box_difference.hpp):
//
//   (g^(u) - error) / |u|.
//
// The points belong to the bodies up to three roundings of a coordinate, or none for boxes about
// their origins. Their rotation and difference have six more, plus those of the caller's moves.
// With w^ the vector from a's point to b's in doubles
//
//   | |w^| - |w| | <= units |reach|_2 + 2 drift,     Euclidean lengths.

// Highway's include guard: open once for each target.
#if defined(SUNDER_NARROW_SAT_BOX_DISTANCE_BOUNDS_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef SUNDER_NARROW_SAT_BOX_DISTANCE_BOUNDS_INL_HPP
#undef SUNDER_NARROW_SAT_BOX_DISTANCE_BOUNDS_INL_HPP
#else
#define SUNDER_NARROW_SAT_BOX_DISTANCE_BOUNDS_INL_HPP
#endif

#include <hwy/highway.h>

#include "narrow/sat/bounds.hpp"
#include "narrow/sat/box_quick_pair-inl.hpp"
#include "sunder/query.hpp"

HWY_BEFORE_NAMESPACE();
namespace sunder::detail::sat::HWY_NAMESPACE {

#if SUNDER_BOXES_IN_FLOATS

/// Two points, without the bodies' offsets, and the vector from a's to b's, with them.
struct PointsOfBoxes {
  LanesOf at_a, at_b;
  LanesOf w;
};

/// Returns false if the interval does not start above 0. `units` are w's.
HWY_INLINE bool set_bounds(const QuickPair& c, const QuickDirection& axis,
                           const PointsOfBoxes& points, int units, Distance3& answer) {
  const Lanes lanes;
  const auto squared = repeated<1>(axis.sums);
  const auto root = hn::Sqrt(squared);
  const auto inverse = hn::Mul(root, hn::Div(hn::Set(lanes, 1.0), squared));
  const double along = hn::ExtractLane(axis.sums, 0);
  const double size = hn::ExtractLane(axis.sums, 2);
  const double norm = hn::ExtractLane(axis.sums, 3);
  const double gap = along - hn::GetLane(sum_of_all(axis.width));
  const double error = c.units() * size + (norm * c.drift + kLeastError);
  const auto length = hn::Sqrt(sum_of_all(hn::Mul(points.w, points.w)));
  const auto reach = hn::Sqrt(sum_of_all(hn::Mul(c.reach, c.reach)));
  if (!c.centred) units += kUnitsOfCoordinates;
  const double aside = units * kUnit * kBoundRounding * hn::GetLane(reach) + kPointDrifts * c.drift;
  answer.distance.lower = (gap - error) * hn::GetLane(inverse) * (1 - kLastShare);
  answer.distance.upper = (hn::GetLane(length) + aside) * (1 + kLastShare);
  // Divided, not multiplied by the inverse: along an axis the root of the square is the entry
  // itself.
  store_three(hn::Add(hn::Div(axis.u, root), hn::Zero(lanes)), answer.witness->normal);
  store_three(hn::Add(points.at_a, c.a.offset), answer.witness->point_a);
  store_three(hn::Add(points.at_b, c.b.offset), answer.witness->point_b);
  return answer.distance.lower > 0;
}

#endif

}  // namespace sunder::detail::sat::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
