// SPDX-License-Identifier: Apache-2.0
//
// Vectors of space and matrices, one a lane.

// Highway's include guard: open once for each target.
#if defined(SUNDER_QUERY_BATCH_LANE_VECTORS_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef SUNDER_QUERY_BATCH_LANE_VECTORS_INL_HPP
#undef SUNDER_QUERY_BATCH_LANE_VECTORS_INL_HPP
#else
#define SUNDER_QUERY_BATCH_LANE_VECTORS_INL_HPP
#endif

#include <hwy/highway.h>

#include "batch/staging-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace sunder::detail::batch::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

using Mask = hn::Mask<Lanes>;

/// Three vectors for a point or direction of each pair.
struct Triple {
  Floats x, y, z;
};

HWY_INLINE Floats dot(const Triple& p, const Triple& q) {
  return hn::MulAdd(p.z, q.z, hn::MulAdd(p.y, q.y, hn::Mul(p.x, q.x)));
}
HWY_INLINE Triple absolute(const Triple& p) { return {hn::Abs(p.x), hn::Abs(p.y), hn::Abs(p.z)}; }
HWY_INLINE Floats sum(const Triple& p) { return hn::Add(hn::Add(p.x, p.y), p.z); }

/// The columns of a matrix.
struct Matrix {
  Triple c0, c1, c2;
};

/// R c added to, or taken from, w.
template <bool kMinus>
HWY_INLINE Floats add_product(Floats factor, Floats x, Floats to) {
  return kMinus ? hn::NegMulAdd(factor, x, to) : hn::MulAdd(factor, x, to);
}
template <bool kMinus>
HWY_INLINE Triple add_image(const Matrix& r, const Triple& c, Triple w) {
  w.x = add_product<kMinus>(r.c0.x, c.x, w.x);
  w.y = add_product<kMinus>(r.c0.y, c.x, w.y);
  w.z = add_product<kMinus>(r.c0.z, c.x, w.z);
  w.x = add_product<kMinus>(r.c1.x, c.y, w.x);
  w.y = add_product<kMinus>(r.c1.y, c.y, w.y);
  w.z = add_product<kMinus>(r.c1.z, c.y, w.z);
  w.x = add_product<kMinus>(r.c2.x, c.z, w.x);
  w.y = add_product<kMinus>(r.c2.y, c.z, w.y);
  w.z = add_product<kMinus>(r.c2.z, c.z, w.z);
  return w;
}

}  // namespace sunder::detail::batch::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // SUNDER_QUERY_BATCH_LANE_VECTORS_INL_HPP
