// SPDX-License-Identifier: Apache-2.0
//
// Apart, the direction is the axis n of the greatest gap as box_rigid-inl.hpp has it, from a's
// frame to the world's: n^ = R_a w, with w a unit vector, a column of C or both crossed. An entry
// of w is off by at most 2.01 phi + 4 unit, the product by phi + 6 unit more, so that n^ is within
// 4.5 phi + 13 unit of the vector along which the gap in doubles is off by (9 phi + 48 unit) S; and
// the boxes as they are have a gap along n^ that differs by 2 tau S from those of Q. Together that
// is below E.
//
// Meeting, let n be the axis through whose facet of C the ray from the middle of C through 0 leads,
// oriented from a to b, with half edges p and q. That facet and the one opposite are parallelograms
// of p and q, and the eight vertices of both are those of a parallelepiped about the middle of C,
// with a third half edge e from there to the middle of the facet, and with 0 in it. With T from the
// middle of C to 0, 0 is at T = (x e + y p + z q) / D for
//   x = T . (p x q),  y = T . (q x e),  z = T . (e x p),  D = e . (p x q).
// Of a cube's corners the four v with an even number of minus signs span a simplex, in which 0 has
// the weights D + v . (x, y, z); where one of these is below zero, 0 is beyond the facet across
// from v and in the simplex of the other three and of the corner -v. So 0 is inside of one of the
// five if these four numbers, and D - |x|, D - |y| and D - |z|, differ from zero by more than their
// errors. That also proves that boxes which stand alike, or have their middles in one place,
// overlap.
//
// The error. Turned back by Q_a, the exact vectors have the same products but for one sign, and
// the entries of e^, p^ and q^ are off by delta = 4 phi + 16 unit times their edges' lengths, those
// of T^ by delta S. The four lengths add up to S at most, so a product of three of them is at most
// S^3 / 27 and that of two S^2 / 4: each of x, y, z and D is off by
//   sqrt(3) delta (1 / 4 + 2 / 27) S^3 + 2 unit S^3
// and the sum of all four by (9.2 phi + 46 unit) S^3, which is below E S^2.
#include "narrow/sat/box_proof.hpp"

#include "narrow/sat/box_axis_starts.hpp"
#include "narrow/sat/box_corners.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "narrow/sat/box_proof.cpp"
#include <hwy/foreach_target.h>
// The line above includes this file once for each instruction set.
#include <hwy/highway.h>

#include "narrow/sat/box_rigid-inl.hpp"

#ifndef SUNDER_NARROW_SAT_BOX_PROOF
#define SUNDER_NARROW_SAT_BOX_PROOF
namespace sunder::detail::sat {

/// Outside of these, what is cubed vanishes or overflows.
inline constexpr double kGreatestForCubes = 0x1p60;
inline constexpr double kLeastForCubes = 0x1p-60;

/// Of each axis, the ends at four corners of its parallelepiped that are an even number of steps
/// from the one that faces b, a byte each, where that one's are 0. With minus signs before: none, x
/// and z, x and y, y and z.
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

/// Which of these four give way to the corners across from them, all ends of a byte reversed: where
/// one of the weights has another sign than the rest.
inline constexpr std::array<std::uint32_t, 16> kAcross = [] {
  std::array<std::uint32_t, 16> across{};
  for (std::size_t i = 0; i < 4; ++i) {
    across[std::size_t{1} << i] = across[15 ^ std::size_t{1} << i] = kAllEnds << 8 * i;
  }
  return across;
}();

/// Of boxes that are not in order: four corners, a byte each.
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

/// The halves of the six edges of C in a's frame.
struct HalvesOfEdges {
  HWY_INLINE explicit HalvesOfEdges(const RigidBoxes& boxes) {
    const Lanes lanes;
    const auto back = hn::Neg(boxes.half_b);
    const LanesOf of_b[3] = {repeated<0>(back), repeated<1>(back), repeated<2>(back)};
    alignas(32) static constexpr std::uint64_t kOnly[3][4] = {
        {kAllBits, 0, 0, 0}, {0, kAllBits, 0, 0}, {0, 0, kAllBits, 0}};
    for (std::size_t k = 0; k < 3; ++k) {
      const auto only = hn::BitCast(lanes, hn::Load(hn::RebindToUnsigned<Lanes>(), kOnly[k]));
      hn::Store(hn::And(boxes.half_a, only), lanes, at[k]);
      hn::Store(hn::Mul(of_b[k], boxes.column[k]), lanes, at[k + 3]);
    }
  }
  alignas(32) double at[6][4];
};

/// Of boxes that overlap: four corners of C with 0 between them, if the bounds are sure of them.
HWY_INLINE bool find_corners(const Pair<3>& pair, const RigidBoxes& boxes, const RigidGaps& gaps,
                             Hint3& record) {
  const Lanes lanes;
  const std::size_t number = number_of_greatest<GapSize::by_width>(boxes, gaps);
  const RigidAxes axes(boxes, gaps);
  const HalvesOfEdges halves(boxes);
  const AxisStart& start = kAxisStarts[number];
  const auto& edges = kAxisEdges[number].edges;
  // All but e is known early.
  const auto p = hn::Load(lanes, halves.at[edges[0]]);
  const auto q = hn::Load(lanes, halves.at[edges[1]]);
  const auto& t = boxes.in_a;
  const auto across = cross_of(p, q);
  const auto for_y = cross_of(t, q);
  const auto for_z = cross_of(p, t);
  const auto held_a = hn::Load(lanes, start.a.held.data());
  const auto held_b = hn::Load(lanes, start.b.held.data());
  const auto end_a = axes.end_of_a(number, hn::Mul(boxes.half_a, held_a));
  const auto end_b = axes.end_of_b(number, hn::Mul(boxes.half_b, held_b));
  const Spread y(end_b);
  const auto e = hn::Sub(hn::NegMulAdd(y.x, boxes.column[0], end_a),
                         hn::MulAdd(y.z, boxes.column[2], hn::Mul(y.y, boxes.column[1])));
  const auto found =
      sums_of_four(hn::Mul(t, across), hn::Mul(e, for_y), hn::Mul(e, for_z), hn::Mul(e, across));

  // x y z D, then x + y, y - x, D + z, D - z, and the four weights.
  alignas(32) static constexpr double kSecondAgainst[4] = {1, -1, 1, -1};
  alignas(32) static constexpr double kLastAgainst[4] = {1, 1, -1, -1};
  const auto twos = hn::MulAdd(hn::Shuffle01(found), hn::Load(lanes, kSecondAgainst), found);
  const auto weights =
      hn::MulAdd(hn::ConcatLowerUpper(lanes, twos, twos), hn::Load(lanes, kLastAgainst), twos);
  const bool in_range = boxes.size > kLeastForCubes && boxes.size < kGreatestForCubes;
  const auto error = hn::Set(lanes, boxes.error * boxes.size * boxes.size);
  const auto within = hn::Lt(hn::Abs(found), hn::Sub(hn::Abs(repeated<3>(found)), error));
  const auto clear = hn::Gt(hn::Abs(weights), error);
  if (!(in_range & (bits_of(clear) == 15) & ((bits_of(within) & 7) == 7))) return false;
  const std::uint32_t facing = upper_ends(end_a) | upper_ends(end_b) << 3;
  set_corners(pair,
              facing * 0x1010101 ^ kEvenCorners[number] ^
                  kAcross[bits_of(hn::Lt(weights, hn::Zero(lanes)))],
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
  set_axis(times_rows(a.r, axes.from_a(number)), record);
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
