// SPDX-License-Identifier: Apache-2.0
//
// Idea: The fifteen gaps of one pair in lanes give its verdict, the axis of its distance, and its
// proof. The axis of the greatest gap proves a separation; four corners of C with 0 in their hull
// prove an overlap (one_pair-inl.hpp). Balls come first (boxes.hpp).
// Source: Gottschalk, Lin, Manocha, OBBTree (1996), for the fifteen axes.
// Bound: Lemma B (frame-inl.hpp) for the gaps; nearest-inl.hpp for the distance. The direction of a
// proof is the axis n from a's frame to the world's: n^ = R_a w. Here w is a unit vector, a column
// of C or the cross product of both. An entry of w has an error of at most 2.01 phi + 4 unit, and
// the product adds phi + 6 unit. Hence n^ is within 4.5 phi + 13 unit of the vector along which the
// gap in doubles has an error of (9 phi + 48 unit) S. The true boxes have a gap along n^ that
// differs by 2 tau S from those of Q. The sum of all is below E.
// Cost: The fifteen gaps. The distance adds a few steps of two products of a matrix and a vector,
// the proof one such product or the weights of four corners.
// Gives up: Where R is no rotation, where the bounds leave the verdict or the corners open, and
// where the points found are not the closest ones.
#include "narrow/boxes/boxes.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "narrow/boxes/one_pair.cpp"
#include <hwy/foreach_target.h>
// HWY_TARGET_INCLUDE includes this file once for each instruction set.
#include <hwy/highway.h>

#include "narrow/boxes/corners.hpp"
#include "narrow/boxes/one_pair-inl.hpp"

#ifndef SUNDER_NARROW_BOXES_ONE_PAIR
#define SUNDER_NARROW_BOXES_ONE_PAIR
namespace sunder::detail::boxes {

/// Outside this range a cube underflows or overflows.
inline constexpr double kGreatestForCubes = 0x1p60;
inline constexpr double kLeastForCubes = 0x1p-60;

/// For each axis, the ends at four corners of its parallelepiped that are an even number of steps
/// from the corner facing b. Each takes a byte, and the facing corner's is 0. The corners have
/// these minus signs: none, x and z, x and y, y and z.
inline constexpr std::array<std::uint32_t, kAxisNumbers> kEvenCorners = [] {
  std::array<std::uint32_t, kAxisNumbers> corners{};
  for (std::size_t i = 0; i < kAxisNumbers; ++i) {
    const std::uint32_t p = 1U << kAxisEdges[i].edges[0];
    const std::uint32_t q = 1U << kAxisEdges[i].edges[1];
    const std::uint32_t held = kAllEnds & ~(p | q);
    corners[i] = (p | q) | (held | p) << 8 | (held | q) << 16;
  }
  return corners;
}();

/// Selects those of these four that the opposite corners replace, with all ends of a byte inverted.
/// A corner is replaced if the sign of its weight differs from the others'.
inline constexpr std::array<std::uint32_t, 16> kAcross = [] {
  std::array<std::uint32_t, 16> across{};
  for (std::size_t i = 0; i < 4; ++i) {
    across[std::size_t{1} << i] = across[15 ^ std::size_t{1} << i] = kAllEnds << 8 * i;
  }
  return across;
}();

}  // namespace sunder::detail::boxes
#endif

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

HWY_INLINE std::uint32_t upper_ends(Quad end) { return lanes_of(Gt(end, in_all(0))) & 7U; }

/// Finds, for boxes that overlap, four corners of C with 0 in their hull, if the bounds prove them.
HWY_INLINE bool find_corners(const PosedPair& boxes, const KeptGaps& gaps, Hint3& record) {
  GreatestAxis<OnePair, GapSize::by_width> greatest(boxes.frame);
  gaps.visit(greatest);
  const std::size_t number = greatest.number();
  const CornerWeights corners(boxes, greatest.ways, number);
  const bool in_range = boxes.size > kLeastForCubes && boxes.size < kGreatestForCubes;
  const Quad error = in_all(corners.error);
  const QuadMask within = Lt(Abs(corners.products), Sub(Abs(repeated<3>(corners.products)), error));
  const QuadMask clear = Gt(Abs(corners.weights), error);
  const bool is_clear = lanes_of(clear) == 15;
  const bool is_within = (lanes_of(within) & 7) == 7;
  if (!(in_range & is_clear & is_within)) return false;
  const std::uint32_t facing = upper_ends(corners.end_a) | upper_ends(corners.end_b) << 3;
  const std::uint32_t four =
      facing * 0x1010101 ^ kEvenCorners[number] ^ kAcross[lanes_of(Lt(corners.weights, in_all(0)))];
  record.verdict = Verdict::overlapping;
  record.stage = Stage::filter;
  record.pair_count = 4;
  for (std::size_t i = 0; i < 4; ++i)
    record.pairs[i] = corner_at(boxes.pair, four >> 8 * i & kAllEnds);
  return true;
}

bool measure_proof(const Pair<3>& pair, Hint3& record) {
  const OneBox a(pair.a);
  const OneBox b(pair.b);
  const PosedPair boxes(pair, a, b);
  const KeptGaps gaps(boxes.frame);
  const Verdict verdict = verdict_of(gaps, boxes.error);
  if (verdict == Verdict::overlapping) return find_corners(boxes, gaps, record);
  if (verdict != Verdict::separated) return false;
  GreatestAxis<OnePair, GapSize::as_it_comes> greatest(boxes.frame);
  gaps.visit(greatest);
  const AxisOfOne axis(boxes.frame, greatest.ways, greatest.number());
  record.verdict = verdict;
  record.stage = Stage::filter;
  record.pair_count = 0;
  store_three(unfused_dots(a.r, axis.from_a()), record.direction);
  return true;
}

}  // namespace sunder::detail::boxes::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace sunder::detail::boxes {

HWY_EXPORT(measure_verdict);
HWY_EXPORT(measure_distance);
HWY_EXPORT(measure_proof);

Verdict verdict_by_axes(const Pair<3>& pair) { return HWY_DYNAMIC_DISPATCH(measure_verdict)(pair); }
Verdict set_distance_by_axes(const Pair<3>& pair, bool apart, Distance3& answer) {
  return HWY_DYNAMIC_DISPATCH(measure_distance)(pair, apart, answer);
}
bool prove_by_axes(const Pair<3>& pair, Hint3& record) {
  return HWY_DYNAMIC_DISPATCH(measure_proof)(pair, record);
}

}  // namespace sunder::detail::boxes
#endif
