// SPDX-License-Identifier: Apache-2.0
//
// Idea: Prove two boxes' verdict from the fifteen gaps of box_rigid-inl.hpp. A separation is proven
// by the axis of the greatest gap, an overlap by four corners with 0 in their hull
// (box_weights-inl.hpp).
// Bound: The direction is the axis n from a's frame to the world's: n^ = R_a w. Here w is a unit
// vector, a column of C or the cross product of both. An entry of w has an error of at most 2.01
// phi + 4 unit, and the product adds phi + 6 unit. Hence n^ is within 4.5 phi + 13 unit of the
// vector along which the gap in doubles has an error of (9 phi + 48 unit) S. The true boxes have a
// gap along n^ that differs by 2 tau S from those of Q. The sum of all is below E.
// Cost: The fifteen gaps; then one product of a matrix and a vector for a separation, or the
// weights of four corners for an overlap.
// Gives up: Where the bounds leave the verdict or the corners open.
#include "narrow/sat/box_proof.hpp"

#include "narrow/sat/box_corners.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "narrow/sat/box_proof.cpp"
#include <hwy/foreach_target.h>
// HWY_TARGET_INCLUDE includes this file once for each instruction set.
#include <hwy/highway.h>

#include "narrow/sat/box_weights-inl.hpp"

#ifndef SUNDER_NARROW_SAT_BOX_PROOF
#define SUNDER_NARROW_SAT_BOX_PROOF
namespace sunder::detail::sat {

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

/// Searches boxes whose vertices are not in order: four corners, a byte each.
void search_corners(const Pair<3>& pair, std::uint32_t corners, Hint3& record) noexcept;

HWY_INLINE void set_corners(const Pair<3>& pair, std::uint32_t corners, Hint3& record) noexcept {
  record.verdict = Verdict::overlapping;
  record.stage = Stage::filter;
  record.pair_count = 4;
  if (!are_in_order(pair)) [[unlikely]] {
    search_corners(pair, corners, record);
    return;
  }
  record.pairs[0] = kCorners[corners & kAllEnds];
  record.pairs[1] = kCorners[corners >> 8 & kAllEnds];
  record.pairs[2] = kCorners[corners >> 16 & kAllEnds];
  record.pairs[3] = kCorners[corners >> 24];
}

}  // namespace sunder::detail::sat
#endif

HWY_BEFORE_NAMESPACE();
namespace sunder::detail::sat::HWY_NAMESPACE {

#if SUNDER_BOXES_IN_FLOATS

HWY_INLINE std::uint32_t bits_of(hn::Mask<Lanes> mask) {
  std::uint8_t bits[8] = {};
  hn::StoreMaskBits(Lanes(), mask, bits);
  return bits[0] & 15U;
}
HWY_INLINE std::uint32_t upper_ends(LanesOf end) { return bits_of(hn::Gt(end, hn::Zero(Lanes()))); }

/// Finds, for boxes that overlap, four corners of C with 0 in their hull, if the bounds prove them.
HWY_INLINE bool find_corners(const Pair<3>& pair, const RigidBoxes& boxes, const RigidGaps& gaps,
                             Hint3& record) {
  const Lanes lanes;
  const std::size_t number = number_of_greatest<GapSize::by_width>(boxes, gaps);
  const CornerWeights corners(boxes, gaps, number);
  const bool in_range = boxes.size > kLeastForCubes && boxes.size < kGreatestForCubes;
  const auto error = hn::Set(lanes, corners.error);
  const auto within =
      hn::Lt(hn::Abs(corners.products), hn::Sub(hn::Abs(repeated<3>(corners.products)), error));
  const auto clear = hn::Gt(hn::Abs(corners.weights), error);
  if (!(in_range & (bits_of(clear) == 15) & ((bits_of(within) & 7) == 7))) return false;
  const std::uint32_t facing = upper_ends(corners.end_a) | upper_ends(corners.end_b) << 3;
  set_corners(pair,
              facing * 0x1010101 ^ kEvenCorners[number] ^
                  kAcross[bits_of(hn::Lt(corners.weights, hn::Zero(lanes)))],
              record);
  return true;
}

HWY_INLINE void set_axis(LanesOf from_a_to_b, Hint3& record) {
  const hn::Half<Lanes> two;
  record.verdict = Verdict::separated;
  record.stage = Stage::filter;
  record.pair_count = 0;
  hn::StoreU(hn::LowerHalf(two, from_a_to_b), two, record.direction.data());
  record.direction[2] = hn::GetLane(hn::UpperHalf(two, from_a_to_b));
}

bool prove_rigid(const Pair<3>& pair, Hint3& record) {
  const QuickBody a(pair.a);
  const RigidBoxes boxes(pair, a, QuickBody(pair.b));
  const RigidGaps gaps = boxes.gaps();
  const Verdict verdict = verdict_of(boxes, gaps);
  if (verdict == Verdict::overlapping) return find_corners(pair, boxes, gaps, record);
  if (verdict != Verdict::separated) return false;
  const std::size_t number = number_of_greatest<GapSize::as_it_comes>(boxes, gaps);
  const RigidAxes axes(boxes, gaps);
  set_axis(unfused_dots(a.r, axes.from_a(number)), record);
  return true;
}

#else

bool prove_rigid(const Pair<3>&, Hint3&) { return false; }

#endif

}  // namespace sunder::detail::sat::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace sunder::detail::sat {

HWY_EXPORT(prove_rigid);

void search_corners(const Pair<3>& pair, std::uint32_t corners, Hint3& record) noexcept {
  for (std::size_t i = 0; i < 4; ++i)
    record.pairs[i] = corner_at(pair, corners >> 8 * i & kAllEnds);
}

bool prove_by_axes(const Pair<3>& pair, Hint3& record) {
  return HWY_DYNAMIC_DISPATCH(prove_rigid)(pair, record);
}

}  // namespace sunder::detail::sat
#endif
