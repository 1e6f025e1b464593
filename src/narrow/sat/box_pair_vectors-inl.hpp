// SPDX-License-Identifier: Apache-2.0
//
// Vectors of space and matrices of many pairs of boxes, a pair a lane, with the operations of
// vectors that hold one of them (box_quick_pair-inl.hpp, box_rigid-inl.hpp), in the same order.

// Highway's include guard: open once for each target.
#if defined(SUNDER_NARROW_SAT_BOX_PAIR_VECTORS_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef SUNDER_NARROW_SAT_BOX_PAIR_VECTORS_INL_HPP
#undef SUNDER_NARROW_SAT_BOX_PAIR_VECTORS_INL_HPP
#else
#define SUNDER_NARROW_SAT_BOX_PAIR_VECTORS_INL_HPP
#endif

#include <hwy/highway.h>

#include "narrow/sat/box_rigid-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace sunder::detail::sat::HWY_NAMESPACE {

#if SUNDER_BOXES_IN_FLOATS

/// A pair a lane.
using Pairs = hn::CappedTag<double, 8>;
using PairsOf = hn::Vec<Pairs>;
using PairMask = hn::Mask<Pairs>;
using PairBits = hn::RebindToUnsigned<Pairs>;
using BitsOfPairs = hn::Vec<PairBits>;

/// A vector of space of each pair, and the three rows of a matrix.
struct PairVectors {
  PairsOf of[3];
};
struct PairMatrices {
  PairVectors row[3];
};

HWY_INLINE PairsOf for_all(double x) { return hn::Set(Pairs(), x); }
HWY_INLINE PairMask none_of_pairs() { return hn::FirstN(Pairs(), 0); }

/// As sums_of_rows() and sums_of_four() add.
HWY_INLINE PairsOf sum_of_row(PairsOf x, PairsOf y, PairsOf z) { return hn::Add(hn::Add(x, y), z); }
HWY_INLINE PairsOf sum_of_row(const PairVectors& v) {
  return sum_of_row(v.of[0], v.of[1], v.of[2]);
}
/// As sum_of_all().
HWY_INLINE PairsOf sum_of_all(const PairVectors& v) {
  return hn::Add(hn::Add(v.of[0], v.of[2]), v.of[1]);
}
HWY_INLINE PairsOf unfused_dot(const PairVectors& p, const PairVectors& q) {
  return sum_of_row(hn::Mul(p.of[0], q.of[0]), hn::Mul(p.of[1], q.of[1]),
                    hn::Mul(p.of[2], q.of[2]));
}
/// As combined().
HWY_INLINE PairsOf combined(PairsOf x, PairsOf y, PairsOf z, const PairVectors& by) {
  return hn::MulAdd(by.of[2], z, hn::MulAdd(by.of[1], y, hn::Mul(by.of[0], x)));
}
HWY_INLINE PairVectors rows_by(const PairMatrices& m, const PairVectors& by) {
  PairVectors v;
  for (int k = 0; k < 3; ++k)
    v.of[k] = combined(m.row[0].of[k], m.row[1].of[k], m.row[2].of[k], by);
  return v;
}
HWY_INLINE PairVectors columns_by(const PairMatrices& m, const PairVectors& by) {
  PairVectors v;
  for (int i = 0; i < 3; ++i)
    v.of[i] = combined(m.row[i].of[0], m.row[i].of[1], m.row[i].of[2], by);
  return v;
}
HWY_INLINE PairVectors times_rows(const PairMatrices& r, const PairVectors& x) {
  PairVectors v;
  for (int l = 0; l < 3; ++l) v.of[l] = unfused_dot(r.row[l], x);
  return v;
}
HWY_INLINE PairVectors sum_of(const PairVectors& p, const PairVectors& q) {
  PairVectors v;
  for (int k = 0; k < 3; ++k) v.of[k] = hn::Add(p.of[k], q.of[k]);
  return v;
}
HWY_INLINE PairVectors difference_of(const PairVectors& p, const PairVectors& q) {
  PairVectors v;
  for (int k = 0; k < 3; ++k) v.of[k] = hn::Sub(p.of[k], q.of[k]);
  return v;
}
HWY_INLINE PairVectors magnitude_of(const PairVectors& p) {
  return {{hn::Abs(p.of[0]), hn::Abs(p.of[1]), hn::Abs(p.of[2])}};
}
HWY_INLINE PairMatrices magnitude_of(const PairMatrices& m) {
  return {{magnitude_of(m.row[0]), magnitude_of(m.row[1]), magnitude_of(m.row[2])}};
}
HWY_INLINE PairVectors clamped(const PairVectors& v, const PairVectors& half) {
  PairVectors to;
  for (int k = 0; k < 3; ++k) to.of[k] = hn::Min(hn::Max(v.of[k], hn::Neg(half.of[k])), half.of[k]);
  return to;
}
HWY_INLINE PairVectors chosen(PairMask where, const PairVectors& p, const PairVectors& q) {
  PairVectors v;
  for (int k = 0; k < 3; ++k) v.of[k] = hn::IfThenElse(where, p.of[k], q.of[k]);
  return v;
}

#endif

}  // namespace sunder::detail::sat::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
