// SPDX-License-Identifier: Apache-2.0
//
// Expresses two boxes whose R are rotations up to rounding, as nearly all are, in a's frame. Then
// the fifteen gaps follow from nine products C = R_a^T R_b and the vector between the middles, T =
// R_a^T c, without an axis. It is for files that are compiled once for each instruction set.
//
// Error. Let tau bound |sigma - 1| over the singular values of both R, and rho the errors of their
// entries. Let phi = tau + 3 rho, unit = 2^-52, and S = |t_B - t_A|_1 + |m_A|_1 + |h_A|_1 + |m_B|_1
// + |h_B|_1. R is within tau of a rotation Q or its mirror image, R in doubles within phi. Compare
// with the exact formulas for the Q. The error of an entry of C^ is 2.01 phi + 4 unit, that of T^
// is (2 phi + 12 unit) S. The error of a gap between the faces, or along a unit edge times a unit
// edge, is therefore (9 phi + 48 unit) S. That is the gap along a vector of at most unit length.
// Along that vector the true boxes have a gap that differs by 2 tau S. The true axis is within 2.1
// tau of that vector, and its gap differs by 2.1 tau S more. Hence
//
//   E = (16 phi + 80 unit) S + 2^-400
//
// holds for both. It also holds if the vector is a cross product of edges in doubles, of length 1
// or unnormalised, which is within 2.01 phi + 8 unit of it. One gap above E separates. If all are
// below -E, the boxes overlap along all true axes, none of which is zero then, so they overlap.
//
// Parallel edges. The gap along a_i x b_j is near 0 where these edges are parallel, or nearly. Let
// e_ij = |C_kj| + |C_lj| for k, l != i, about the sine of their angle. Where it is small, replace
// b_j by its part along a_i, which makes C into C'. The facets of C' have normals among the faces
// of both boxes and the other a_k x b_m: those of b's edge are faces of a now. Along a vector of
// length 1 the gap of C' differs by at most h_bj times 1.01 e_ij + 9 phi + 9 unit from that of C.
// If the gaps of C along all those are below -m, then 0 is m / 1.01 less that difference deep in
// C'. It is in C if that is more than the difference again. Hence all other gaps below
//
//   -(3 E + 2.1 sum h_bj e_ij)
//
// prove that the boxes overlap, if the sum has every edge that was replaced.

// Highway's include guard: open once for each target.
#if defined(SUNDER_NARROW_SAT_BOX_RIGID_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef SUNDER_NARROW_SAT_BOX_RIGID_INL_HPP
#undef SUNDER_NARROW_SAT_BOX_RIGID_INL_HPP
#else
#define SUNDER_NARROW_SAT_BOX_RIGID_INL_HPP
#endif

#include <hwy/highway.h>

#include "narrow/sat/bounds.hpp"
#include "narrow/sat/box_axis_starts.hpp"
#include "narrow/sat/box_quick_pair-inl.hpp"

#ifndef SUNDER_NARROW_SAT_BOX_RIGID
#define SUNDER_NARROW_SAT_BOX_RIGID
namespace sunder::detail::sat {

/// Returns phi of one pose; infinite if its singular values are not known.
inline double phi_of(const Pose<3>& pose) noexcept {
  const double over = greatest_singular_value(pose) - 1;
  const double under = 1 - least_singular_value(pose);
  return (over > under ? over : under) + kPhiEntries * linear_error(pose);
}

/// Returns E, or infinity where it does not hold.
inline double rigid_error(const Pair<3>& pair, double size) noexcept {
  const double of_a = phi_of(*pair.a.pose);
  const double of_b = phi_of(*pair.b.pose);
  const double phi = of_a > of_b ? of_a : of_b;
  const bool holds = phi <= kMostPhi && size < kMostRigidSize && pair.a.hull->in_filter_range &&
                     pair.b.hull->in_filter_range;
  return holds ? (kRigidPhis * phi + kRigidUnits * kUnit) * size + kLeastError
               : std::numeric_limits<double>::infinity();
}

}  // namespace sunder::detail::sat
#endif

HWY_BEFORE_NAMESPACE();
namespace sunder::detail::sat::HWY_NAMESPACE {

#if SUNDER_BOXES_IN_FLOATS

/// Gaps along the axes, the unit vectors of the frames and their cross products, a lane each. The
/// fourth lane of each vector is 0.
struct RigidGaps {
  LanesOf of_a, of_b;
  LanesOf crossed[3];  ///< an edge of a with those of b
  LanesOf between[3];  ///< the distances of the middles along those
  LanesOf width[5];    ///< half of C's along a's axes, b's and those: gap = distance - width
};

struct RigidBoxes {
  HWY_INLINE RigidBoxes(const Pair<3>& pair, const QuickBody& a, const QuickBody& b)
      : half_a(a.extents.half), half_b(b.extents.half) {
    const Lanes lanes;
    const double* r = linear_data(*pair.a.pose);
    const double* s = linear_data(*pair.b.pose);
    for (std::size_t i = 0; i < 3; ++i) {
      row[i] = combined(b.r, broadcast(lanes, r[i], r[3 + i], r[6 + i]));
      column[i] = combined(a.r, broadcast(lanes, s[i], s[3 + i], s[6 + i]));
    }
    const auto offset = hn::Sub(b.offset, a.offset);
    const Vec3<LanesOf> by_offset = spread(offset);
    in_a = combined(a.r, by_offset);
    in_b = combined(b.r, by_offset);
    const auto& middle_a = a.extents.middle;
    const auto& middle_b = b.extents.middle;
    auto sizes = hn::Add(hn::Abs(offset), hn::Add(half_a, half_b));
    if (!hn::AllTrue(lanes, hn::Eq(hn::Or(middle_a, middle_b), hn::Zero(lanes)))) {
      in_a = hn::Add(in_a, hn::Sub(combined(column, spread(middle_b)), middle_a));
      in_b = hn::Add(in_b, hn::Sub(middle_b, combined(row, spread(middle_a))));
      sizes = hn::Add(sizes, hn::Add(hn::Abs(middle_a), hn::Abs(middle_b)));
    }
    size = hn::GetLane(sum_of_all(sizes));
    error = rigid_error(pair, size);
  }

  HWY_INLINE RigidGaps gaps() const {
    const Mat3<LanesOf> sizes = Abs(row);
    const Mat3<LanesOf> columns = Abs(column);
    const Vec3<LanesOf> of_a = spread(half_a);
    const LanesOf by_half_a[3] = {of_a.x, of_a.y, of_a.z};
    const Vec3<LanesOf> along = spread(in_a);
    const LanesOf by_way[3] = {along.x, along.y, along.z};
    const auto next_b = turned(half_b);
    const auto last_b = turned_back(half_b);
    RigidGaps gaps;
    gaps.width[0] = hn::Add(combined(columns, spread(half_b)), half_a);
    gaps.width[1] = hn::Add(combined(sizes, of_a), half_b);
    gaps.of_a = hn::Sub(hn::Abs(in_a), gaps.width[0]);
    gaps.of_b = hn::Sub(hn::Abs(in_b), gaps.width[1]);
    for (std::size_t i = 0; i < 3; ++i) {
      const std::size_t j = (i + 1) % 3;
      const std::size_t k = (i + 2) % 3;
      gaps.between[i] = hn::MulSub(by_way[k], row[j], hn::Mul(by_way[j], row[k]));
      const auto of_edges = hn::MulAdd(by_half_a[j], sizes[k], hn::Mul(by_half_a[k], sizes[j]));
      const auto of_others =
          hn::MulAdd(next_b, turned_back(sizes[i]), hn::Mul(last_b, turned(sizes[i])));
      gaps.width[2 + i] = hn::Add(of_edges, of_others);
      gaps.crossed[i] = hn::Sub(hn::Abs(gaps.between[i]), gaps.width[2 + i]);
    }
    return gaps;
  }

  LanesOf half_a, half_b;
  Mat3<LanesOf> row, column;  ///< of C
  LanesOf in_a, in_b;         ///< from a's middle to b's, in a's frame and in b's
  double size;                ///< S
  double error;               ///< E
};

/// Tests boxes of parallel edges, whose cross products are no axes. It is not inlined, since few
/// pairs need it.
HWY_NOINLINE inline Verdict verdict_beside_parallel(const RigidBoxes& boxes,
                                                    const RigidGaps& gaps) {
  const Lanes lanes;
  const Mat3<LanesOf> sizes = Abs(boxes.row);
  auto greatest = hn::Max(gaps.of_a, gaps.of_b);
  auto replaced = hn::Zero(lanes);
  for (std::size_t i = 0; i < 3; ++i) {
    const auto sine = hn::Add(sizes[(i + 1) % 3], sizes[(i + 2) % 3]);
    const auto parallel = hn::Lt(sine, hn::Set(lanes, kMostParallelSine));
    greatest = hn::Max(greatest, hn::IfThenElse(parallel, greatest, gaps.crossed[i]));
    replaced = hn::MulAdd(hn::IfThenElseZero(parallel, sine), boxes.half_b, replaced);
  }
  const double least =
      kParallelErrors * boxes.error + kParallelSines * hn::GetLane(sum_of_all(replaced));
  const auto meets = hn::And(hn::FirstN(lanes, 3), hn::Lt(greatest, hn::Set(lanes, -least)));
  return hn::CountTrue(lanes, meets) == 3 ? Verdict::overlapping : Verdict::undecided;
}

/// Returns the verdict that E allows for the greatest gap.
HWY_INLINE Verdict verdict_of(const RigidBoxes& boxes, const RigidGaps& gaps) {
  const Lanes lanes;
  const auto axes = hn::FirstN(lanes, 3);
  const auto greatest =
      hn::Max(hn::Max(gaps.of_a, gaps.of_b),
              hn::Max(hn::Max(gaps.crossed[0], gaps.crossed[1]), gaps.crossed[2]));
  const auto error = hn::Set(lanes, boxes.error);
  if (!hn::AllFalse(lanes, hn::And(axes, hn::Gt(greatest, error)))) return Verdict::separated;
  const auto meets = hn::And(axes, hn::Lt(greatest, hn::Neg(error)));
  if (hn::CountTrue(lanes, meets) == 3) return Verdict::overlapping;
  return verdict_beside_parallel(boxes, gaps);
}

/// The measure that compares axes: the gap itself, which E bounds, or the gap divided by the length
/// of the axis. The third is the distance of 0 from the middle of C in widths of C. It gives the
/// facet of C where the ray from the middle through 0 leaves. No width is 0 if the boxes overlap.
enum class GapSize : std::uint8_t { as_it_comes, by_length, by_width };

/// Returns the axis of the greatest gap, with the number of box_axis_starts.hpp.
template <GapSize kSize>
HWY_INLINE std::size_t number_of_greatest(const RigidBoxes& boxes, const RigidGaps& gaps) {
  const Lanes lanes;
  const hn::RebindToUnsigned<Lanes> bits;
  constexpr bool kByLength = kSize == GapSize::by_length;
  const auto size = [&](LanesOf gap, [[maybe_unused]] LanesOf way, [[maybe_unused]] std::size_t i)
                        HWY_ATTR {
                          if constexpr (kSize == GapSize::by_width)
                            return hn::Div(hn::Abs(way), gaps.width[i]);
                          return kByLength ? hn::Mul(gap, hn::Abs(gap)) : gap;
                        };
  const auto key = [&](LanesOf gap, std::uint64_t number) HWY_ATTR {
    const auto high = hn::AndNot(hn::Set(bits, 31), hn::BitCast(bits, gap));
    return hn::BitCast(lanes, hn::Or(high, hn::Iota(bits, number)));
  };
  const auto of_faces =
      hn::Max(key(size(gaps.of_a, boxes.in_a, 0), 0), key(size(gaps.of_b, boxes.in_b, 1), 4));
  LanesOf crossed[3];
  for (std::size_t i = 0; i < 3; ++i) {
    auto gap = size(gaps.crossed[i], gaps.between[i], 2 + i);
    if constexpr (kByLength) {
      const auto cosine = boxes.row[i];
      const auto squared = hn::NegMulAdd(cosine, cosine, hn::Set(lanes, 1.0));
      gap = hn::Div(gap, hn::Max(squared, hn::Set(lanes, 0x1p-20)));
    }
    crossed[i] = key(gap, 8 + 4 * i);
  }
  auto greatest = hn::Max(hn::Max(of_faces, crossed[0]), hn::Max(crossed[1], crossed[2]));
  greatest = hn::IfThenElse(hn::FirstN(lanes, 3), greatest,
                            hn::Set(lanes, -std::numeric_limits<double>::infinity()));
  const auto found = hn::BitCast(bits, hn::MaxOfLanes(lanes, greatest));
  const std::size_t number = hn::GetLane(found) & 31;
  return number < kAxisNumbers ? number : 0;
}

/// The data of an axis by its number. The number is known late, so they are read from memory.
class RigidAxes {
 public:
  HWY_INLINE RigidAxes(const RigidBoxes& boxes, const RigidGaps& gaps) : boxes_(boxes) {
    const Lanes lanes;
    hn::Store(boxes.in_a, lanes, ways_);
    hn::Store(boxes.in_b, lanes, ways_ + 4);
    // One by one: the compiler turns a loop into a copy in larger pieces than were stored, which
    // stalls store forwarding.
    hn::Store(gaps.between[0], lanes, ways_ + 8);
    hn::Store(gaps.between[1], lanes, ways_ + 12);
    hn::Store(gaps.between[2], lanes, ways_ + 16);
  }

  /// Returns the end of a that faces b along an axis, in a's frame, and the end of b that faces a
  /// in b's. `half` is 0 for the axis' own edges, which contribute their middles.
  HWY_INLINE LanesOf end_of_a(std::size_t number, LanesOf half) const {
    const AxisStart& start = kAxisStarts[number];
    return end_of(start.a, column_of(number), ways_[number], half);
  }
  HWY_INLINE LanesOf end_of_b(std::size_t number, LanesOf half) const {
    const AxisStart& start = kAxisStarts[number];
    return end_of(start.b, boxes_.row[kAxisEdges[number].row], ways_[number], half);
  }

  /// Returns the axis in a's frame, from a to b; the last lane is arbitrary.
  HWY_INLINE LanesOf from_a(std::size_t number) const {
    const Lanes lanes;
    const AxisStart& start = kAxisStarts[number];
    const auto own = hn::AndNot(bits_at(start.a.kept), hn::Load(lanes, start.a.held.data()));
    const auto side = hn::And(hn::Set(lanes, ways_[number]), hn::SignBit(lanes));
    return seen_along(start.a, column_of(number), hn::Xor(own, side));
  }

 private:
  /// Returns the column of C that is the axis in a's frame: that of the axis' lane, without a
  /// table. No number has the fourth lane.
  HWY_INLINE const LanesOf& column_of(std::size_t number) const {
    return boxes_.column[number % 4];
  }
  HWY_INLINE static LanesOf bits_at(const std::array<std::uint64_t, 4>& bits) {
    return hn::BitCast(Lanes(), hn::Load(hn::RebindToUnsigned<Lanes>(), bits.data()));
  }
  /// `seen`, a column or a row of C, is on the critical path. `turn` reverses it, or replaces it if
  /// `kept` is 0.
  HWY_INLINE static LanesOf seen_along(const BoxStart& start, LanesOf seen, LanesOf turn) {
    const Lanes lanes;
    const auto turned = hn::TableLookupLanes(seen, hn::SetTableIndices(lanes, start.order.data()));
    return hn::Xor(hn::And(turned, bits_at(start.kept)), hn::Xor(bits_at(start.sign), turn));
  }
  HWY_INLINE static LanesOf end_of(const BoxStart& start, LanesOf seen, double way, LanesOf half) {
    const auto side = hn::And(hn::Set(Lanes(), way), hn::SignBit(Lanes()));
    return hn::CopySign(half, seen_along(start, seen, side));
  }

  const RigidBoxes& boxes_;
  alignas(32) double ways_[kAxisNumbers];
};

#endif

}  // namespace sunder::detail::sat::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
