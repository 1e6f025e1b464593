// SPDX-License-Identifier: Apache-2.0
//
// Two boxes whose R are all but rotations, in a's frame: nearly all boxes are, and then the fifteen
// gaps come from nine products C = R_a^T R_b and the way between the middles, T = R_a^T c, without
// an axis. For every file that is compiled once for each instruction set.
//
// Error. Let tau bound |sigma - 1| over the singular values of both R, rho the errors of their
// entries, phi = tau + 3 rho, unit = 2^-52, and S = |t_B - t_A|_1 + |m_A|_1 + |h_A|_1 + |m_B|_1 +
// |h_B|_1. R is within tau of a rotation Q or its mirror image, R in doubles within phi. Of the
// exact formulas for the Q an entry of C^ is off by 2.01 phi + 4 unit, T^ by (2 phi + 12 unit) S,
// and so a gap between the faces or along a unit edge times a unit edge by (9 phi + 48 unit) S. That
// is the gap along a vector of at most unit length: along the same vector the boxes as they are have
// a gap that differs by 2 tau S, and along the true axis, which is within 2.1 tau of that vector, by
// 2.1 tau S more. So
//   E = (16 phi + 64 unit) S + 2^-400
// holds for both: one gap above E separates, and if all are below -E the boxes meet along all true
// axes, none of which is zero then: they overlap.

// Highway's include guard: open once for each target.
#if defined(SUNDER_NARROW_SAT_BOX_RIGID_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef SUNDER_NARROW_SAT_BOX_RIGID_INL_HPP
#undef SUNDER_NARROW_SAT_BOX_RIGID_INL_HPP
#else
#define SUNDER_NARROW_SAT_BOX_RIGID_INL_HPP
#endif

#include <hwy/highway.h>

#include "narrow/sat/box_quick_pair-inl.hpp"

#ifndef SUNDER_NARROW_SAT_BOX_RIGID
#define SUNDER_NARROW_SAT_BOX_RIGID
namespace sunder::detail::sat {

/// Above it R is no rotation to speak of.
inline constexpr double kMostPhi = 0x1p-20;

/// phi of one pose; infinite where its stretch is not known.
inline double phi_of(const Pose<3>& pose) noexcept {
  const double over = pose.greatest_stretch() - 1;
  const double under = 1 - pose.least_stretch();
  return (over > under ? over : under) + 3 * pose.linear_error();
}

/// E, infinite where it does not hold.
inline double rigid_error(const Pair<3>& pair, double size) noexcept {
  const double of_a = phi_of(*pair.a.pose);
  const double of_b = phi_of(*pair.b.pose);
  const double phi = of_a > of_b ? of_a : of_b;
  const bool holds = phi <= kMostPhi && size < 0x1p400 && pair.a.hull->in_filter_range &&
                     pair.b.hull->in_filter_range;
  return holds ? (16 * phi + 64 * kUnit) * size + kLeastError
               : std::numeric_limits<double>::infinity();
}

}  // namespace sunder::detail::sat
#endif

HWY_BEFORE_NAMESPACE();
namespace sunder::detail::sat::HWY_NAMESPACE {

#if SUNDER_BOXES_IN_FLOATS

/// A vector's first three lanes, each in all lanes.
struct Spread {
  HWY_INLINE explicit Spread(LanesOf v) : x(repeated<0>(v)), y(repeated<1>(v)), z(repeated<2>(v)) {}
  LanesOf x, y, z;
};
/// The sum of three vectors by the lanes of a fourth.
HWY_INLINE LanesOf combined(const LanesOf (&vectors)[3], const Spread& by) {
  return hn::MulAdd(by.z, vectors[2], hn::MulAdd(by.y, vectors[1], hn::Mul(by.x, vectors[0])));
}
/// x y z to z x y and a 0.
HWY_INLINE LanesOf turned_back(LanesOf v) {
  alignas(32) static constexpr std::int64_t kLast[4] = {2, 0, 1, 3};
  return hn::TableLookupLanes(v, hn::SetTableIndices(Lanes(), kLast));
}

/// Gaps along the axes, the unit vectors of the frames and their cross products, a lane each; the
/// fourth lane of each vector is 0.
struct RigidGaps {
  LanesOf of_a, of_b;
  LanesOf crossed[3];  ///< an edge of a by those of b
  LanesOf between[3];  ///< how far the middles are apart along those
};

struct RigidBoxes {
  HWY_INLINE RigidBoxes(const Pair<3>& pair, const QuickBody& a, const QuickBody& b)
      : half_a(a.extents.half), half_b(b.extents.half) {
    const Lanes lanes;
    const double* r = pair.a.pose->linear_data();
    const double* s = pair.b.pose->linear_data();
    for (std::size_t i = 0; i < 3; ++i) {
      const auto by_a = [&](std::size_t l) HWY_ATTR { return hn::Set(lanes, r[3 * l + i]); };
      const auto by_b = [&](std::size_t l) HWY_ATTR { return hn::Set(lanes, s[3 * l + i]); };
      row[i] = hn::MulAdd(by_a(2), b.r.row[2],
                          hn::MulAdd(by_a(1), b.r.row[1], hn::Mul(by_a(0), b.r.row[0])));
      column[i] = hn::MulAdd(by_b(2), a.r.row[2],
                             hn::MulAdd(by_b(1), a.r.row[1], hn::Mul(by_b(0), a.r.row[0])));
    }
    const auto offset = hn::Sub(b.offset, a.offset);
    const Spread by_offset(offset);
    in_a = combined(a.r.row, by_offset);
    in_b = combined(b.r.row, by_offset);
    const auto& middle_a = a.extents.middle;
    const auto& middle_b = b.extents.middle;
    auto sizes = hn::Add(hn::Abs(offset), hn::Add(half_a, half_b));
    if (!hn::AllTrue(lanes, hn::Eq(hn::Or(middle_a, middle_b), hn::Zero(lanes)))) {
      in_a = hn::Add(in_a, hn::Sub(combined(column, Spread(middle_b)), middle_a));
      in_b = hn::Add(in_b, hn::Sub(middle_b, combined(row, Spread(middle_a))));
      sizes = hn::Add(sizes, hn::Add(hn::Abs(middle_a), hn::Abs(middle_b)));
    }
    size = hn::GetLane(hn::SumOfLanes(lanes, sizes));
    error = rigid_error(pair, size);
  }

  HWY_INLINE RigidGaps gaps() const {
    const LanesOf sizes[3] = {hn::Abs(row[0]), hn::Abs(row[1]), hn::Abs(row[2])};
    const LanesOf columns[3] = {hn::Abs(column[0]), hn::Abs(column[1]), hn::Abs(column[2])};
    const Spread of_a(half_a);
    const LanesOf by_half_a[3] = {of_a.x, of_a.y, of_a.z};
    const Spread along(in_a);
    const LanesOf by_way[3] = {along.x, along.y, along.z};
    const auto next_b = turned(half_b);
    const auto last_b = turned_back(half_b);
    RigidGaps gaps;
    gaps.of_a = hn::Sub(hn::Sub(hn::Abs(in_a), half_a), combined(columns, Spread(half_b)));
    gaps.of_b = hn::Sub(hn::Sub(hn::Abs(in_b), half_b), combined(sizes, of_a));
    for (std::size_t i = 0; i < 3; ++i) {
      const std::size_t j = (i + 1) % 3;
      const std::size_t k = (i + 2) % 3;
      gaps.between[i] = hn::MulSub(by_way[k], row[j], hn::Mul(by_way[j], row[k]));
      const auto of_edges = hn::MulAdd(by_half_a[j], sizes[k], hn::Mul(by_half_a[k], sizes[j]));
      const auto of_others =
          hn::MulAdd(next_b, turned_back(sizes[i]), hn::Mul(last_b, turned(sizes[i])));
      gaps.crossed[i] = hn::Sub(hn::Abs(gaps.between[i]), hn::Add(of_edges, of_others));
    }
    return gaps;
  }

  LanesOf half_a, half_b;
  LanesOf row[3], column[3];  ///< of C
  LanesOf in_a, in_b;         ///< from a's middle to b's, in a's frame and in b's
  double size;                ///< S
  double error;               ///< E
};

/// The verdict that E leaves of the greatest gap.
HWY_INLINE Verdict verdict_of(const RigidBoxes& boxes, const RigidGaps& gaps) {
  const Lanes lanes;
  const auto axes = hn::FirstN(lanes, 3);
  const auto greatest =
      hn::Max(hn::Max(gaps.of_a, gaps.of_b),
              hn::Max(hn::Max(gaps.crossed[0], gaps.crossed[1]), gaps.crossed[2]));
  const auto error = hn::Set(lanes, boxes.error);
  if (!hn::AllFalse(lanes, hn::And(axes, hn::Gt(greatest, error)))) return Verdict::separated;
  const auto meets = hn::And(axes, hn::Lt(greatest, hn::Neg(error)));
  return hn::CountTrue(lanes, meets) == 3 ? Verdict::overlapping : Verdict::undecided;
}

#endif

}  // namespace sunder::detail::sat::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
