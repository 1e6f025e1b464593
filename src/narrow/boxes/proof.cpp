// SPDX-License-Identifier: Apache-2.0
//
// Idea: Prove two boxes' verdict from the fifteen gaps of frame-inl.hpp. A separation is proven by the
// axis of the greatest gap, an overlap by four corners with 0 in their hull (one_pair-inl.hpp).
// Bound: The direction is the axis n from a's frame to the world's: n^ = R_a w. Here w is a unit
// vector, a column of C or the cross product of both. An entry of w has an error of at most 2.01
// phi + 4 unit, and the product adds phi + 6 unit. Hence n^ is within 4.5 phi + 13 unit of the
// vector along which the gap in doubles has an error of (9 phi + 48 unit) S. The true boxes have a
// gap along n^ that differs by 2 tau S from those of Q. The sum of all is below E.
// Boxes of one orientation have proofs in integers.
// Cost: The fifteen gaps; then one product of a matrix and a vector for a separation, or the
// weights of four corners for an overlap.
// Gives up: Where the bounds leave the verdict or the corners open.
#include "narrow/boxes/boxes.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "narrow/boxes/proof.cpp"
#include <hwy/foreach_target.h>
// HWY_TARGET_INCLUDE includes this file once for each instruction set.
#include <hwy/highway.h>

#include "narrow/boxes/one_pair-inl.hpp"

#ifndef SUNDER_NARROW_BOXES_PROOF
#define SUNDER_NARROW_BOXES_PROOF
namespace sunder::detail::boxes {

// Six bits name the corners of C = K_A - K_B of two boxes. Bit k is 1 at the upper end of extent k of
// a, bit 3 + k at the upper end of extent k of b.

/// All six bits.
inline constexpr std::uint32_t kAllEnds = 63;

/// Returns a corner in the caller's indices.
inline IndexPair corner_at(const Pair<3>& pair, std::uint32_t ends) noexcept {
  return {pair.a.hull->caller_at(ends & 7), pair.b.hull->caller_at(ends >> 3)};
}

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

HWY_EXPORT(measure_proof);

bool prove_by_axes(const Pair<3>& pair, Hint3& record) {
  return HWY_DYNAMIC_DISPATCH(measure_proof)(pair, record);
}

bool prove_boxes(const Pair<3>& pair, Hint3& record) {
  const Verdict balls = verdict_by_centred_balls(pair);
  if (balls == Verdict::undecided) return prove_by_axes(pair, record);
  record.verdict = balls;
  record.stage = Stage::bounds;
  record.pair_count = 0;
  if (balls == Verdict::separated) {
    const double* from = offset_data(*pair.a.pose);
    const double* to = offset_data(*pair.b.pose);
    record.direction = {to[0] - from[0], to[1] - from[1], to[2] - from[2]};
  }
  return true;
}

/// C is a box of the common frame too. If the greatest gap is 0, 0 is in the facet of C across its axis,
/// and hence in the hull of that facet's four corners. If 0 is inside C, it is in the hull of all eight.
bool prove_aligned(const Pair<3>& pair, Hint3& record) noexcept {
  AlignedFrame frame;
  const Verdict verdict = verdict_of_aligned(pair, &frame);
  if (verdict == Verdict::undecided) return false;
  const bool overlapping = verdict == Verdict::overlapping;
  if (!overlapping && frame.direction == Vector3{}) return false;
  record.verdict = verdict;
  record.stage = Stage::integer;
  record.pair_count = 0;
  if (!overlapping) record.direction = frame.direction;
  if (verdict == Verdict::separated) return true;
  const std::size_t axis = frame.greatest();
  const std::uint32_t step = frame.along[axis];
  const std::uint32_t next = frame.along[(axis + 1) % 3];
  const std::uint32_t last = frame.along[(axis + 2) % 3];
  const auto add_facet = [&](std::uint32_t corner) {
    for (const std::uint32_t ends : {0U, next, last, next | last})
      record.pairs[record.pair_count++] = corner_at(pair, corner ^ ends);
  };
  const std::uint32_t corner = frame.least ^ (frame.gaps[axis].b_ahead ? step : 0);
  add_facet(corner);
  if (overlapping) add_facet(corner ^ step);
  return true;
}

}  // namespace sunder::detail::boxes
#endif
