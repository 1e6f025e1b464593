// SPDX-License-Identifier: Apache-2.0
//
// Tests the separating axes of two boxes, and the balls of any two bodies, in floats, a pair a
// lane.
//
// A and B are the exact matrices, a_k and b_m their columns, G = A^T A - I, and h half extents. The
// vector w = (B c_b + t_b) - (A c_a + t_a) leads from centre to centre. C = K_A - K_B is a zonotope
// about -w. Its gap along n != 0 is
//   g(n) = |n.w| - sum_k h_ak |n.a_k| - sum_m h_bm |n.b_m|
// If g(n) > 0 for one n, the bodies are apart. If each h > 0, A and B are regular, and g(n) < 0 for
// all normals n of facets of C, the bodies overlap. These normals are among
//   n_i = A^-T e_i (a's faces), m_j = B^-T e_j (b's faces) and a_i x b_j (edges),
// for matrices of any kind. The columns a_i are not the normals n_i of a sheared box.
//
// With T = A^T w, U = B^T w, X = A^T B and cyclic i, i1, i2 and j, j1, j2, the computed values are
//   a's face i:   |T_i| - h_ai - sum_m h_bm |X_im|
//   b's face j:   |U_j| - h_bj - sum_k h_ak |X_kj|
//   edges (i,j):  |T_i2 X_i1j - T_i1 X_i2j| - h_ai1 |X_i2j| - h_ai2 |X_i1j|
//                                           - h_bj1 |X_ij2| - h_bj2 |X_ij1|
// Lemma B. Let u = 2^-23, the unit roundoff of floats that holds in every rounding mode. Let s be
// the sum of the absolute values of the computed six entries of G, and of those for B. Let
//   S = |t_b - t_a|_1 + 2 |c_a|_1 + 2 |c_b|_1 + |h_a|_1 + |h_b|_1.
// If s < 2^-9 and S < 2^40, each value is within E = (8 s + 192 u) S + 2^-50 of g(n), for the exact
// n_i or a_i, m_j or b_j, and a_i x b_j. One value > E separates; fifteen < -E prove an overlap.
// The value of parallel edges is about 0. It is not needed if all others are below -3 E - 2.1 sum
// h_bj (|X_i1j| + |X_i2j|), the sum over such edges.
//
// The proofs, also of parallel edges, balls and padded balls: docs/bounds/box_lanes.md.

// Highway's include guard: open once for each target.
#if defined(SUNDER_QUERY_BATCH_BOX_LANES_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef SUNDER_QUERY_BATCH_BOX_LANES_INL_HPP
#undef SUNDER_QUERY_BATCH_BOX_LANES_INL_HPP
#else
#define SUNDER_QUERY_BATCH_BOX_LANES_INL_HPP
#endif

#include <hwy/highway.h>
#include <limits>

#include "batch/bounds.hpp"
#include "batch/staging-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace sunder::detail::batch::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

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
  const Floats factor = hn::MulAdd(shear, hn::Set(lanes, float{kBoxShears}),
                                   hn::Set(lanes, float{kBoxUnits * kFloatUnit}));
  return {hn::MulAdd(factor, size, hn::Set(lanes, float{kBoxUnderflow})),
          hn::And(hn::Lt(shear, hn::Set(lanes, float{kMostBoxShear})),
                  hn::Lt(size, hn::Set(lanes, float{kMostBoxSize})))};
}

/// Returns from - half * magnitude, with half and magnitude >= 0.
HWY_INLINE Floats less(Floats from, Floats half, Floats magnitude) {
  return hn::NegMulAdd(half, magnitude, from);
}
HWY_INLINE Floats less_dot(Floats from, const Vec3<Floats>& half, const Vec3<Floats>& magnitude) {
  return less(less(less(from, half.x, magnitude.x), half.y, magnitude.y), half.z, magnitude.z);
}

/// What parallel edges cost: the sum of h_bj times the sine of their angle, where that is small.
struct ParallelEdges {
  HWY_INLINE ParallelEdges() : replaced(hn::Zero(Lanes())) {}

  /// Returns a gap, or the least number where the edges are parallel. `half` is that of b's edge.
  HWY_INLINE Floats without(Floats gap, Floats sine, Floats half) {
    const Lanes lanes;
    const Mask parallel = hn::Lt(sine, hn::Set(lanes, kMostBoxParallelSine));
    replaced = hn::MulAdd(hn::IfThenElseZero(parallel, sine), half, replaced);
    return hn::IfThenElse(parallel, hn::Set(lanes, -std::numeric_limits<float>::infinity()), gap);
  }

  Floats replaced;
};
/// Takes all edges as they are.
struct AllEdges {
  HWY_INLINE Floats without(Floats gap, Floats, Floats) { return gap; }
};

/// Returns the largest of the values of one row of edge pairs: edge i of a with the three edges of
/// b. `x1` and `x2` are rows i1 and i2 of X, `t1` and `t2` entries i1 and i2 of T. `m`, `m1` and
/// `m2` are the magnitudes of rows i, i1 and i2.
template <class Edges>
HWY_INLINE Floats edge_gaps(Floats t1, Floats t2, const Vec3<Floats>& x1, const Vec3<Floats>& x2,
                            const Vec3<Floats>& m, const Vec3<Floats>& m1, const Vec3<Floats>& m2,
                            Floats half1, Floats half2, const Vec3<Floats>& half_b, Edges& edges) {
  const auto gap = [&](Floats to1, Floats to2, Floats of1, Floats of2, Floats b, Floats b1,
                       Floats b2, Floats of_b1, Floats of_b2) HWY_ATTR {
    Floats value = hn::Abs(hn::NegMulAdd(t1, to2, hn::Mul(t2, to1)));
    value = less(less(value, half1, of2), half2, of1);
    value = less(less(value, b1, of_b2), b2, of_b1);
    return edges.without(value, hn::Add(of1, of2), b);
  };
  const Floats gx = gap(x1.x, x2.x, m1.x, m2.x, half_b.x, half_b.y, half_b.z, m.y, m.z);
  const Floats gy = gap(x1.y, x2.y, m1.y, m2.y, half_b.y, half_b.z, half_b.x, m.z, m.x);
  const Floats gz = gap(x1.z, x2.z, m1.z, m2.z, half_b.z, half_b.x, half_b.y, m.x, m.y);
  return hn::Max(hn::Max(gx, gy), gz);
}

/// Returns the largest of the fifteen values, without those of parallel edges if `Edges` says so.
template <class Edges>
HWY_INLINE Floats largest_gap(const Placed& at, const Vec3<Floats>& half_a,
                              const Vec3<Floats>& half_b, Edges& edges) {
  const Vec3<Floats> t = dots(at.a, at.w);
  const Vec3<Floats> u = dots(at.b, at.w);
  const Vec3<Floats> x0 = dots(at.b, at.a[0]);
  const Vec3<Floats> x1 = dots(at.b, at.a[1]);
  const Vec3<Floats> x2 = dots(at.b, at.a[2]);
  const Vec3<Floats> m0 = Abs(x0);
  const Vec3<Floats> m1 = Abs(x1);
  const Vec3<Floats> m2 = Abs(x2);
  Floats most = less_dot(hn::Sub(hn::Abs(t.x), half_a.x), half_b, m0);
  most = hn::Max(most, less_dot(hn::Sub(hn::Abs(t.y), half_a.y), half_b, m1));
  most = hn::Max(most, less_dot(hn::Sub(hn::Abs(t.z), half_a.z), half_b, m2));
  most = hn::Max(most, less_dot(hn::Sub(hn::Abs(u.x), half_b.x), half_a, {m0.x, m1.x, m2.x}));
  most = hn::Max(most, less_dot(hn::Sub(hn::Abs(u.y), half_b.y), half_a, {m0.y, m1.y, m2.y}));
  most = hn::Max(most, less_dot(hn::Sub(hn::Abs(u.z), half_b.z), half_a, {m0.z, m1.z, m2.z}));
  const Floats e0 = edge_gaps(t.y, t.z, x1, x2, m0, m1, m2, half_a.y, half_a.z, half_b, edges);
  const Floats e1 = edge_gaps(t.z, t.x, x2, x0, m1, m2, m0, half_a.z, half_a.x, half_b, edges);
  const Floats e2 = edge_gaps(t.x, t.y, x0, x1, m2, m0, m1, half_a.x, half_a.y, half_b, edges);
  return hn::Max(hn::Max(most, e0), hn::Max(e1, e2));
}

/// Returns the lanes in which the values without parallel edges prove an overlap.
HWY_INLINE Mask overlap_beside_parallel(const Placed& at, const Vec3<Floats>& half_a,
                                        const Vec3<Floats>& half_b, const Margin& margin) {
  const Lanes lanes;
  ParallelEdges edges;
  const Floats gap = largest_gap(at, half_a, half_b, edges);
  const Floats least = hn::MulAdd(hn::Set(lanes, kBoxParallelErrors), margin.value,
                                  hn::Mul(hn::Set(lanes, kBoxParallelSines), edges.replaced));
  return hn::And(margin.holds, hn::Lt(gap, hn::Neg(least)));
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
  AllEdges edges;
  const Floats gap = largest_gap(at, half_a, half_b, edges);
  const Mask apart = hn::And(left, hn::Gt(gap, margin.value));
  const Mask overlap = hn::And(left, hn::Lt(gap, hn::Neg(margin.value)));
  return with_code(kOverlapByAxes, overlap, with_code(kApartByAxes, apart, codes));
}

/// Decides the pairs that settle_boxes() leaves open because of parallel edges.
HWY_INLINE Codes settle_beside_parallel(const Placed& at, const Vec3<Floats>& half_a,
                                        const Vec3<Floats>& half_b, Codes codes) {
  const CodeLanes lanes;
  const Floats size = hn::Add(at.size, hn::Add(sum(half_a), sum(half_b)));
  const Margin margin = margin_of(at.shear, size);
  const Mask open = hn::RebindMask(Lanes(), hn::Eq(codes, hn::Set(lanes, kOpen)));
  const Mask meets = overlap_beside_parallel(at, half_a, half_b, margin);
  return with_code(kOverlapByAxes, hn::And(open, meets), codes);
}

/// Decides pairs of any bodies by balls: r is the sum of the radii around them, q of those inside.
HWY_INLINE Codes settle_balls(const Placed& at, Floats r, Floats q) {
  const Lanes lanes;
  const Margin margin = margin_of(at.shear, hn::Add(at.size, r));
  const Floats beyond = hn::Add(r, margin.value);
  const Floats within = hn::Sub(q, margin.value);
  const Floats squared = dot(at.w, at.w);
  const Mask far = hn::And(margin.holds, hn::Gt(squared, hn::Mul(beyond, beyond)));
  const Mask inside = hn::And(hn::Gt(within, hn::Set(lanes, float{kBoxUnderflow})),
                              hn::Lt(squared, hn::Mul(within, within)));
  const Codes codes = with_code(kApartByBalls, far, hn::Set(CodeLanes(), kOpen));
  return with_code(kOverlapByBalls, hn::And(margin.holds, inside), codes);
}

/// Compares pairs of any bodies with a margin between `lower` and `upper`: separated means farther,
/// overlapping closer. A NaN leaves a pair open. q is 0 or less where one body holds no ball.
HWY_INLINE Codes settle_padded_balls(const Placed& at, Floats r, Floats q, Floats lower,
                                     Floats upper) {
  const Lanes lanes;
  const Floats least = hn::Set(lanes, float{kBoxUnderflow});
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
