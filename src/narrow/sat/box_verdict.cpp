// SPDX-License-Identifier: Apache-2.0
//
// Idea: A verdict alone needs neither a direction nor an error bound for each axis: one bound holds
// for all fifteen. Balls about the middles come first: they need only values that the axes need as
// well.
// Source: Gottschalk, Lin, Manocha, OBBTree (1996), for the fifteen axes.
// Bound: With sigma the longest column of both R, an entry of an axis n = p x q is at most sigma^2.
// All errors of box_difference.hpp and box_translation.cpp together, of a gap along n^ and along
// the true n, are at most
//
//   E = (units + 2 unit) sigma^2 sum_l reach_l + 2 sigma^2 drift
//       + (pi + 2^-860) sum_l reach_l + 2^-400,    |n^|_1 <= 2 sigma^2.
//
// One gap above E separates. If all are below -E the boxes overlap along all true axes, none of
// which is zero then, so they overlap.
// Cost: The fifteen axes, four a vector.
// Gives up: Where the largest gap is within E of 0, which includes parallel edges.
#include "narrow/sat/box_verdict.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "narrow/sat/box_verdict.cpp"
#include <hwy/foreach_target.h>
// HWY_TARGET_INCLUDE includes this file once for each instruction set.
#include <hwy/highway.h>

#include "narrow/sat/bounds.hpp"
#include "narrow/sat/box_rigid-inl.hpp"

#ifndef SUNDER_NARROW_SAT_BOX_VERDICT
#define SUNDER_NARROW_SAT_BOX_VERDICT
namespace sunder::detail::sat {

/// Tests the balls of both hulls as in filter/balls.hpp, with squares instead of a root. The centre
/// has at most seven roundings and the poses' rho a component; balls may be off the middle.
HWY_INLINE Verdict verdict_by_balls(const Pair<3>& pair, const BoxDifference& c, double reaches) {
  const double error =
      ((kBoxBallUnits * kUnit + kMostAside) * reaches + kBoxBallDrifts * c.drift + kBallUnderflow) *
      kBoundRounding;
  const double squared =
      c.centre[0] * c.centre[0] + c.centre[1] * c.centre[1] + c.centre[2] * c.centre[2];
  const double reach = pair.a.hull->circumscribed * greatest_singular_value(*pair.a.pose) +
                       pair.b.hull->circumscribed * greatest_singular_value(*pair.b.pose) + error;
  if (squared > reach * reach * kBoundRounding) return Verdict::separated;
  const double core = pair.a.hull->inscribed * least_singular_value(*pair.a.pose) +
                      pair.b.hull->inscribed * least_singular_value(*pair.b.pose) -
                      error * kBoundRounding;
  // The square of a smaller core may lose digits to underflow.
  if (core > kLeastCore && squared * kBoundRounding < core * core) return Verdict::overlapping;
  return Verdict::undecided;
}

HWY_INLINE double error_of_all_axes(const Pair<3>& pair, const BoxDifference& c, double reaches) {
  const double longest = longest_edge(pair);
  const double largest = longest * longest;
  const double of_axes = cross_error_of_poses(pair, longest) + kLeastMinorError;
  return ((c.units + kVerdictUnits * kUnit) * largest * reaches +
          kVerdictDrifts * largest * c.drift + of_axes * reaches + kLeastError) *
         (1 + kVerdictShare);
}

}  // namespace sunder::detail::sat
#endif

HWY_BEFORE_NAMESPACE();
namespace sunder::detail::sat::HWY_NAMESPACE {

/// Returns the greatest gap of a block of axes.
template <std::size_t kBlock>
HWY_INLINE LanesOf greatest_gap(const BoxLanes& boxes) {
  const auto gap_at = [&boxes](std::size_t i) HWY_ATTR {
    const EdgeLanes edges = boxes.template edges<kBlock>(i);
    return boxes.template gap<kBlock>(unfused_cross(edges.first, edges.second));
  };
  auto greatest = gap_at(4 * kBlock);
  for (std::size_t i = hn::Lanes(Lanes()); i < 4; i += hn::Lanes(Lanes())) {
    greatest = hn::Max(greatest, gap_at(4 * kBlock + i));
  }
  return greatest;
}

void measure_verdict(const Pair<3>& pair, BoxVerdict& answer) {
  BoxDifference c;
  const BoxLanes boxes(pair, c);
  const double reaches = c.reach[0] + c.reach[1] + c.reach[2];
  if (c.has_balls) {
    answer.verdict = verdict_by_balls(pair, c, reaches);
    answer.stage = Stage::bounds;
    if (answer.verdict != Verdict::undecided) return;
  }
  const auto greatest =
      hn::MaxOfLanes(Lanes(), hn::Max(hn::Max(greatest_gap<0>(boxes), greatest_gap<1>(boxes)),
                                      hn::Max(greatest_gap<2>(boxes), greatest_gap<3>(boxes))));
  const double gap = hn::GetLane(greatest);
  const double error = error_of_all_axes(pair, c, reaches);
  if (gap > error) answer.verdict = Verdict::separated;
  if (gap < -error) answer.verdict = Verdict::overlapping;
  answer.stage = answer.verdict == Verdict::undecided ? Stage::none : Stage::filter;
}

/// Decides boxes whose poses are rotations and translations only.
Verdict measure_rigid(const Pair<3>& pair) {
#if SUNDER_BOXES_IN_FLOATS
  const RigidBoxes boxes(pair, QuickBody(pair.a), QuickBody(pair.b));
  return verdict_of(boxes, boxes.gaps());
#else
  static_cast<void>(pair);
  return Verdict::undecided;
#endif
}

}  // namespace sunder::detail::sat::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace sunder::detail::sat {

HWY_EXPORT(measure_rigid);
HWY_EXPORT(measure_verdict);

BoxVerdict verdict_by_axes(const Pair<3>& pair) {
  BoxVerdict answer{HWY_DYNAMIC_DISPATCH(measure_rigid)(pair), Stage::filter};
  if (answer.verdict != Verdict::undecided) return answer;
  HWY_DYNAMIC_DISPATCH(measure_verdict)(pair, answer);
  return answer;
}

}  // namespace sunder::detail::sat
#endif
