// SPDX-License-Identifier: Apache-2.0
//
// Idea: The fifteen gaps of one pair in lanes give its verdict and the axis of its distance. Balls
// come first (boxes.hpp).
// Source: Gottschalk, Lin, Manocha, OBBTree (1996), for the fifteen axes.
// Bound: Lemma B (frame-inl.hpp) for the gaps; nearest-inl.hpp for the distance.
// Cost: The fifteen gaps. The distance adds a few steps of two products of a matrix and a vector.
// Gives up: Where R is no rotation, where the bounds leave the verdict open, and where the points
// found are not the closest ones.
#include "narrow/boxes/boxes.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "narrow/boxes/one_pair.cpp"
#include <hwy/foreach_target.h>
// HWY_TARGET_INCLUDE includes this file once for each instruction set.
#include <hwy/highway.h>

#include "narrow/boxes/one_pair-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace sunder::detail::boxes::HWY_NAMESPACE {

Verdict measure_verdict(const Pair<3>& pair) {
  const OneBox a(pair.a);
  const OneBox b(pair.b);
  const PosedPair boxes(pair, a, b);
  return verdict_of(KeptGaps(boxes.frame), boxes.error);
}

/// Writes the interval, the normal and the points.
struct DistanceSink {
  HWY_INLINE void take(bool, Quad u, double squared, double lower, double upper,
                       const Points<OnePair>& points) {
    answer.distance.lower = lower;
    answer.distance.upper = upper;
    // Divided, not multiplied by the inverse: along an axis the root of the square is the entry
    // itself.
    store_three(Add(Div(u, in_all(Sqrt(squared))), in_all(0)), answer.witness->normal);
    store_three(Add(points.at_a, pair.a.offset), answer.witness->point_a);
    store_three(Add(points.at_b, pair.b.offset), answer.witness->point_b);
  }
  const BoxPair<OnePair>& pair;
  Distance3& answer;
};

Verdict measure_distance(const Pair<3>& pair, bool apart, Distance3& answer) {
  const OneBox a(pair.a);
  const OneBox b(pair.b);
  const PosedPair boxes(pair, a, b);
  if (!boxes.in_range) return Verdict::undecided;
  const Reach<OnePair> reach(boxes);
  const Nearest<OnePair> nearest(reach, boxes.frame);
  DistanceSink sink{boxes, answer};
  if (apart && nearest.from_middles(true, sink)) return Verdict::separated;
  const KeptGaps gaps(boxes.frame);
  const Verdict verdict = verdict_of(gaps, boxes.error);
  if (verdict != Verdict::separated) return verdict;
  GreatestAxis<OnePair, GapSize::by_length> greatest(boxes.frame);
  gaps.visit(greatest);
  const std::size_t number = greatest.number();
  const AxisOfOne axis(boxes.frame, greatest.ways, number);
  const bool found = nearest.from_axis(axis, axis_of(pair, number), true, sink);
  return found ? verdict : Verdict::undecided;
}

}  // namespace sunder::detail::boxes::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace sunder::detail::boxes {

HWY_EXPORT(measure_verdict);
HWY_EXPORT(measure_distance);

Verdict verdict_by_axes(const Pair<3>& pair) { return HWY_DYNAMIC_DISPATCH(measure_verdict)(pair); }
Verdict set_distance_by_axes(const Pair<3>& pair, bool apart, Distance3& answer) {
  return HWY_DYNAMIC_DISPATCH(measure_distance)(pair, apart, answer);
}

}  // namespace sunder::detail::boxes
#endif
