// SPDX-License-Identifier: Apache-2.0
//
// Tests the separating axes of two boxes, and the balls of any two bodies, in floats, a pair a lane.
// The gaps and Lemma B are those of narrow/boxes/frame-inl.hpp. Its instance in floats bounds phi by
// the shear s, the sum of the magnitudes of the six entries of A^T A - I, and of those of B:
//
//   E = (8.125 s + 320 u) S + 2^-50,  u = 2^-23,
//   S = |t_b - t_a|_1 + 2 |c_a|_1 + 2 |c_b|_1 + |h_a|_1 + |h_b|_1,
//
// for s < 2^-9 and S < 2^40. docs/bounds/boxes.md has the proofs, also of balls and padded balls.

// Highway's include guard: open once for each target.
#if defined(SUNDER_BATCH_BOX_LANES_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef SUNDER_BATCH_BOX_LANES_INL_HPP
#undef SUNDER_BATCH_BOX_LANES_INL_HPP
#else
#define SUNDER_BATCH_BOX_LANES_INL_HPP
#endif

#include <hwy/highway.h>

#include "batch/bodies-inl.hpp"
#include "batch/bounds.hpp"
#include "batch/groups-inl.hpp"
#include "narrow/boxes/frame-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace sunder::detail::batch::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;
namespace boxes = detail::boxes::HWY_NAMESPACE;
using boxes::FloatPairs;

/// Returns the sum of the magnitudes of R^T R - I, each entry once.
HWY_INLINE Floats shear(const Matrix& r) {
  const Floats one = hn::Set(Lanes(), 1.0F);
  const Vec3<Floats> diagonal{hn::Sub(dot(r[0], r[0]), one), hn::Sub(dot(r[1], r[1]), one),
                              hn::Sub(dot(r[2], r[2]), one)};
  const Vec3<Floats> others{dot(r[0], r[1]), dot(r[1], r[2]), dot(r[2], r[0])};
  return hn::Add(sum(Abs(diagonal)), sum(Abs(others)));
}

/// A group of pairs with their poses.
struct Placed {
  Matrix a, b;
  Vec3<Floats> w;
  Floats shear;
  Floats size;  ///< S without the terms of half extents or radii
};

/// E of Lemma B, and the lanes in which the lemma holds.
struct Margin {
  Floats value;
  Mask holds;
};
HWY_INLINE Margin margin_of(Floats shear, Floats size) {
  const Lanes lanes;
  const Floats factor =
      hn::MulAdd(shear, hn::Set(lanes, static_cast<float>(detail::boxes::kFloatShears)),
                 hn::Set(lanes, static_cast<float>(detail::boxes::kFloatGapUnits * kFloatUnit)));
  return {
      hn::MulAdd(factor, size, hn::Set(lanes, static_cast<float>(detail::boxes::kFloatUnderflow))),
      hn::And(hn::Lt(shear, hn::Set(lanes, static_cast<float>(detail::boxes::kMostShear))),
              hn::Lt(size, hn::Set(lanes, static_cast<float>(detail::boxes::kMostFloatSize))))};
}

/// Sets both boxes in their frames.
HWY_INLINE void set_frame(const Placed& at, const Vec3<Floats>& half_a, const Vec3<Floats>& half_b,
                          boxes::Frame<FloatPairs>& frame) {
  frame.in_a = dots(at.a, at.w);
  frame.in_b = dots(at.b, at.w);
  for (std::size_t i = 0; i < 3; ++i) frame.c.row[i] = dots(at.b, at.a[i]);
  frame.half_a = half_a;
  frame.half_b = half_b;
}

/// Decides pairs of boxes; r is the sum of the radii of the balls around them.
HWY_INLINE Codes settle_boxes(const Placed& at, const Vec3<Floats>& half_a,
                              const Vec3<Floats>& half_b, Floats r) {
  const Lanes lanes;
  const Floats size = hn::Add(at.size, hn::Add(sum(half_a), sum(half_b)));
  const Margin margin = margin_of(at.shear, size);
  const Floats beyond = hn::Add(r, margin.value);
  const Mask far = hn::And(margin.holds, hn::Gt(dot(at.w, at.w), hn::Mul(beyond, beyond)));
  const Codes codes = with_code(kApartByBalls, far, hn::Set(CodeLanes(), kOpen));
  const Mask left = hn::AndNot(far, margin.holds);
  if (hn::AllFalse(lanes, left)) return codes;
  boxes::Frame<FloatPairs> frame;
  set_frame(at, half_a, half_b, frame);
  const auto found =
      boxes::verdicts_of<FloatPairs>(boxes::MeasuredGaps<FloatPairs>{frame}, margin.value);
  const Codes settled = with_code(kApartByAxes, hn::And(left, found.apart), codes);
  return with_code(kOverlapByAxes, hn::And(left, found.overlapping), settled);
}

/// Decides the pairs that settle_boxes() leaves open because of parallel edges.
HWY_INLINE Codes settle_beside_parallel(const Placed& at, const Vec3<Floats>& half_a,
                                        const Vec3<Floats>& half_b, Codes codes) {
  const CodeLanes lanes;
  const Floats size = hn::Add(at.size, hn::Add(sum(half_a), sum(half_b)));
  const Margin margin = margin_of(at.shear, size);
  const Mask open = hn::RebindMask(Lanes(), hn::Eq(codes, hn::Set(lanes, kOpen)));
  boxes::Frame<FloatPairs> frame;
  set_frame(at, half_a, half_b, frame);
  const Mask meets = boxes::overlap_beside_parallel<FloatPairs>(
      boxes::MeasuredGaps<FloatPairs>{frame}, margin.value);
  return with_code(kOverlapByAxes, hn::And(hn::And(open, margin.holds), meets), codes);
}

/// Compares pairs of any bodies with a margin between `lower` and `upper`: separated means farther,
/// overlapping closer. A NaN leaves a pair open. The radii of the balls around them sum to r, those of the
/// balls inside to q, which is 0 or less where one body holds no ball.
HWY_INLINE Codes settle_balls(const Placed& at, Floats r, Floats q, Floats lower, Floats upper) {
  const Lanes lanes;
  const Floats least = hn::Set(lanes, static_cast<float>(detail::boxes::kFloatUnderflow));
  const Floats widest = hn::Max(hn::Abs(lower), hn::Abs(upper));
  const Margin margin = margin_of(at.shear, hn::Add(at.size, hn::Add(r, widest)));
  const Floats beyond = hn::Max(hn::Add(hn::Add(r, upper), margin.value), least);
  const Floats within = hn::Sub(hn::Add(q, lower), margin.value);
  const Floats squared = dot(at.w, at.w);
  const Mask far = hn::And(margin.holds, hn::Gt(squared, hn::Mul(beyond, beyond)));
  const Mask inside = hn::And(hn::And(hn::Gt(within, least), hn::Gt(q, hn::Zero(lanes))),
                              hn::Lt(squared, hn::Mul(within, within)));
  const Codes codes = with_code(kApartByBalls, far, hn::Set(CodeLanes(), kOpen));
  return with_code(kOverlapByBalls, hn::And(margin.holds, inside), codes);
}

/// A group of pairs in lanes, with poses and sizes.
struct Group {
  Placed at;
  Vec3<Floats> half_a, half_b;
  Floats outer,
      inner;  ///< sums of radii of balls: around both; inside both, or 0 if one holds none
};

template <class Stored, class Bodies, bool kCentred>
HWY_INLINE Group load_group(const LaneTables& tables, const LaneItems& items, const Places& places,
                            std::size_t first) {
  const Lanes lanes;
  Group group;
  load_matrices<Stored>(places, first, group.at.a, group.at.b, group.at.w);
  const Bodies body_a(tables, items.lists.body_a + first);
  const Bodies body_b(tables, items.lists.body_b + first);
  const FourLanes half_a = body_a.template four<HullRecord::kHalf>();
  const FourLanes half_b = body_b.template four<HullRecord::kHalf>();
  Placed& at = group.at;
  at.shear = hn::Add(shear(at.a), shear(at.b));
  at.size = sum(Abs(at.w));
  group.half_a = {half_a.v0, half_a.v1, half_a.v2};
  group.half_b = {half_b.v0, half_b.v1, half_b.v2};
  group.outer = hn::Add(half_a.v3, half_b.v3);
  group.inner = hn::Zero(lanes);
  if constexpr (!kCentred) {
    const FourLanes centre_a = body_a.template four<HullRecord::kCentre>();
    const FourLanes centre_b = body_b.template four<HullRecord::kCentre>();
    const Vec3<Floats> of_a{centre_a.v0, centre_a.v1, centre_a.v2};
    const Vec3<Floats> of_b{centre_b.v0, centre_b.v1, centre_b.v2};
    at.w = subtract_combined(at.a, of_a, add_combined(at.b, of_b, at.w));
    const Floats away = hn::Add(sum(Abs(of_a)), sum(Abs(of_b)));
    at.size = hn::MulAdd(hn::Set(lanes, 2.0F), away, at.size);
    const auto both = hn::Gt(hn::Min(centre_a.v3, centre_b.v3), hn::Zero(lanes));
    group.inner = hn::IfThenElseZero(both, hn::Add(centre_a.v3, centre_b.v3));
  }
  return group;
}

/// Settles groups of boxes by all axes. Those with an open pair take a second pass for parallel edges.
template <class Stored, class Bodies, bool kCentred>
struct BoxGroups {
  static constexpr std::size_t kBytes = kStoredBytes<Stored>;
  static HWY_INLINE std::size_t width() { return hn::Lanes(Lanes()); }

  const LaneTables& tables;
  LaneItems& items;

  HWY_INLINE void settle(const Places& places, std::size_t first) const {
    const Group group = load_group<Stored, Bodies, kCentred>(tables, items, places, first);
    const Codes codes = settle_boxes(group.at, group.half_a, group.half_b, group.outer);
    store_codes(codes, items, first);
    const CodeLanes lanes;
    if (hn::AllFalse(lanes, hn::Eq(codes, hn::Set(lanes, kOpen)))) return;
    settle_beside(places, first, codes);
  }

 private:
  /// It is not inlined: few groups need it, and the common path keeps the registers.
  HWY_NOINLINE void settle_beside(const Places& places, std::size_t first, Codes codes) const {
    const Group group = load_group<Stored, Bodies, kCentred>(tables, items, places, first);
    store_codes(settle_beside_parallel(group.at, group.half_a, group.half_b, codes), items, first);
  }
};

/// Settles groups of any bodies by balls.
template <class Stored>
struct BallGroups {
  static constexpr std::size_t kBytes = kStoredBytes<Stored>;
  static HWY_INLINE std::size_t width() { return hn::Lanes(Lanes()); }

  const LaneTables& tables;
  LaneItems& items;
  bool padded;  ///< by the items' margins

  HWY_INLINE void settle(const Places& places, std::size_t first) const {
    const Lanes lanes;
    const Group group =
        load_group<Stored, FromRecords<HullRecord>, false>(tables, items, places, first);
    const Floats zero = hn::Zero(lanes);
    const Floats lower = padded ? hn::LoadU(lanes, items.lower.data() + first) : zero;
    const Floats upper = padded ? hn::LoadU(lanes, items.upper.data() + first) : zero;
    store_codes(settle_balls(group.at, group.outer, group.inner, lower, upper), items, first);
  }
};

}  // namespace sunder::detail::batch::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // SUNDER_BATCH_BOX_LANES_INL_HPP
