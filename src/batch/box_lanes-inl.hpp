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
#if defined(SUNDER_QUERY_BATCH_BOX_LANES_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef SUNDER_QUERY_BATCH_BOX_LANES_INL_HPP
#undef SUNDER_QUERY_BATCH_BOX_LANES_INL_HPP
#else
#define SUNDER_QUERY_BATCH_BOX_LANES_INL_HPP
#endif

#include <hwy/highway.h>

#include "batch/bounds.hpp"
#include "batch/staging-inl.hpp"
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

/// A LaneCode for each pair.
using CodeLanes = hn::RebindToSigned<Lanes>;
using Codes = hn::Vec<CodeLanes>;

HWY_INLINE Codes with_code(LaneCode code, Mask where, Codes others) {
  const CodeLanes lanes;
  return hn::IfThenElse(hn::RebindMask(lanes, where), hn::Set(lanes, code), others);
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

/// Decides pairs of any bodies by balls: r is the sum of the radii around them, q of those inside.
HWY_INLINE Codes settle_balls(const Placed& at, Floats r, Floats q) {
  const Lanes lanes;
  const Margin margin = margin_of(at.shear, hn::Add(at.size, r));
  const Floats beyond = hn::Add(r, margin.value);
  const Floats within = hn::Sub(q, margin.value);
  const Floats squared = dot(at.w, at.w);
  const Mask far = hn::And(margin.holds, hn::Gt(squared, hn::Mul(beyond, beyond)));
  const Mask inside =
      hn::And(hn::Gt(within, hn::Set(lanes, static_cast<float>(detail::boxes::kFloatUnderflow))),
              hn::Lt(squared, hn::Mul(within, within)));
  const Codes codes = with_code(kApartByBalls, far, hn::Set(CodeLanes(), kOpen));
  return with_code(kOverlapByBalls, hn::And(margin.holds, inside), codes);
}

/// Compares pairs of any bodies with a margin between `lower` and `upper`: separated means farther,
/// overlapping closer. A NaN leaves a pair open. q is 0 or less where one body holds no ball.
HWY_INLINE Codes settle_padded_balls(const Placed& at, Floats r, Floats q, Floats lower,
                                     Floats upper) {
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

}  // namespace sunder::detail::batch::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // SUNDER_QUERY_BATCH_BOX_LANES_INL_HPP
