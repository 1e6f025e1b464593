// SPDX-License-Identifier: Apache-2.0
//
// The separating axes of two boxes, and the balls of any two bodies, in floats, a pair a lane.
//
// Notation. A and B are the exact matrices, a_k and b_m their columns, G = A^T A - I, tau the
// larger of ||A^T A - I|| and ||B^T B - I||; w = (B c_b + t_b) - (A c_a + t_a) leads from centre to
// centre; h are half extents. C = K_A - K_B is a zonotope about -w, so along any n != 0
//   g(n) = |n.w| - sum_k h_ak |n.a_k| - sum_m h_bm |n.b_m|
// is the gap: g(n) > 0 for one n separates the bodies; where each h > 0 and A and B are regular,
// g(n) < 0 for all n that are normal to a facet of C makes them overlap. Those are among
//   n_i = A^-T e_i (a's faces), m_j = B^-T e_j (b's faces) and a_i x b_j (edges),
// whatever A and B have done to the boxes. The columns a_i are not the normals n_i of a sheared
// box; tau says by how little they differ.
//
// What is computed is, with T = A^T w, U = B^T w, X = A^T B and cyclic i, i1, i2 and j, j1, j2,
//   a's face i:   |T_i| - h_ai - sum_m h_bm |X_im|
//   b's face j:   |U_j| - h_bj - sum_k h_ak |X_kj|
//   edges (i,j):  |T_i2 X_i1j - T_i1 X_i2j| - h_ai1 |X_i2j| - h_ai2 |X_i1j|
//                                           - h_bj1 |X_ij2| - h_bj2 |X_ij1|
// Lemma B. Let u = 2^-23 (a unit roundoff of floats that holds in every rounding mode), s the sum
// of the absolute values of the computed six entries of G and of the same for B, and
//   S = |t_b - t_a|_1 + 2 |c_a|_1 + 2 |c_b|_1 + |h_a|_1 + |h_b|_1.
// If s < 2^-9 and S < 2^40 each value above is within E = (8 s + 192 u) S + 2^-50 of g(n), for the
// exact n_i or a_i, m_j or b_j, and a_i x b_j. So one value > E separates, and fifteen < -E prove
// an overlap (then A and B are regular, and boxes here have h > 0 before they are rounded).
//
// Proof. 1. tau. An entry of G takes three products of floats whose sum of magnitudes is at most
// 1.01 (Cauchy), with three roundings, and entries of A rounded by u: it is off by at most 5.1 u. A
// norm is at most the largest row sum of magnitudes: tau <= s + 15.3 u < 2^-8. Hence ||A|| <=
// 1.002, |det A| is within 1.51 tau of 1, and n_i = A (I + G)^-1 e_i is within 1.01 tau of a_i.
// 2. Shear. Along a_i: |a_i.a_k| is |G_ik| <= tau for k != i and within tau of 1 for k = i. Along
// n_i: n_i.a_k is 1 for k = i, else 0, and n_i.w, n_i.b_m are within 1.02 tau of a_i.w, a_i.b_m for
// |w| = 1. With l the third index, |a_k.(a_i x b_j)| = |det A| |n_l.b_j|, which is within 2.75 tau
// of |X_lj|; and w.(a_i x b_j) = sum over l != i of (n_l.w) det(a_l, a_i, b_j), each term within
// 3.85 tau |w| of the product in the table. In all at most 7.7 tau (|w| + |h_a|_1 + |h_b|_1).
// 3. Rounding. w is off by at most e = 7.2 u |t_b - t_a|_1 + 14.4 u (|c_a|_1 + |c_b|_1), T and U by
// 4.2 u |w| + 1.01 e, X by 5.2 u. A face's value is off by at most 5.3 u |w| + 1.01 e + 12.5 u
// (|h_a|_1 + |h_b|_1), an edge pair's by 27 u |w| + 2.1 e + 13.5 u (|h_a|_1 + |h_b|_1): each at
// most 51 u S. An exact rotation that the entries stand for differs from them by 2^-50 at most.
// 4. With 2. and 7.7 * 15.3 = 118: at most (7.7 s + 169 u) S. What is left of E covers the
// roundings of S and of E. What is lost where floats vanish, below 2^-125 each, is multiplied by
// at most 2^40, in less than a hundred places: 2^-78. Nothing overflows; a NaN or an infinity among
// the numbers makes s or S one.
//
// Aligned boxes. Where an edge of a is parallel to one of b no value of theirs is < -E. Let P be a
// matrix of 0, 1 and -1 with at most one entry a column that is not 0, and C' be C with A P for B:
// in the coordinates of A a box. Any n is a sum of nu_i n_i, and its height above 0 in C' is at
// least the sum of |nu_i| (h_ai + sum_m h_bm |P_im| - |n_i.w|); in C it is lower by at most the sum
// of |nu_i| h_bm |n_i.b_m - P_im|. So the bodies overlap if, for each i,
//   |T_i| - h_ai - sum_m h_bm (|P_im| - |X_im - P_im|) < -E.
// P_im is the sign of X_im where |X_im| >= 3/4, which happens once a column at most, and there the
// bracket is within 2.1 tau of |X_im|; elsewhere P_im is 0 and the bracket -|X_im|. So shear moves
// the value by at most 4.2 tau |h_b|_1, less than that of edge pairs.
//
// Balls of radius r about the centres: d > (r_a + r_b) + E proves them apart, as their images are
// in balls larger by at most 1 + tau; d < (r_a + r_b) - E proves that they overlap, as those hold
// balls smaller by at most 1 - tau. Compared are squares, of numbers above 2^-50, whose roundings,
// 6 u and 20 u S for w, are covered by E; S has r in place of |h|_1.
//
// Padded balls. The signed distance of bodies is at least that of balls around them, d - r, and
// where both hold balls of a radius > 0 at most that of these, d - q. So d > r + m + E proves them
// farther than m, d < q + m - E closer, where S has |m| too: a bound of m that was rounded to a
// float is off by u |m|, which E has room for. A sum r + m + E below 2^-50 counts as that: it is
// above the real one then.

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

HWY_BEFORE_NAMESPACE();
namespace sunder::detail::batch::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

/// The sum of the magnitudes of R^T R - I, each entry once.
HWY_INLINE Floats shear(const Matrix& r) {
  const Floats one = hn::Set(Lanes(), 1.0F);
  const Vec3<Floats> diagonal{hn::Sub(dot(r[0], r[0]), one), hn::Sub(dot(r[1], r[1]), one),
                              hn::Sub(dot(r[2], r[2]), one)};
  const Vec3<Floats> others{dot(r[0], r[1]), dot(r[1], r[2]), dot(r[2], r[0])};
  return hn::Add(sum(Abs(diagonal)), sum(Abs(others)));
}

/// A group of pairs at their places.
struct Placed {
  Matrix a, b;
  Vec3<Floats> w;
  Floats shear;
  Floats size;  ///< S, without the part of half extents or radii
};

/// Lemma B's E, and where it holds.
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

/// |factor * x| taken from `from`, with x >= 0 and its sign gone.
HWY_INLINE Floats less(Floats from, Floats half, Floats magnitude) {
  return hn::NegMulAdd(half, magnitude, from);
}
HWY_INLINE Floats less_dot(Floats from, const Vec3<Floats>& half, const Vec3<Floats>& magnitude) {
  return less(less(less(from, half.x, magnitude.x), half.y, magnitude.y), half.z, magnitude.z);
}

/// The largest of the values of one row of edge pairs: edge i of a with b's three. `x1`, `x2` are
/// rows i1 and i2 of X, t1 and t2 the same of T, m, m1, m2 the magnitudes of rows i, i1, i2.
HWY_INLINE Floats edge_gaps(Floats t1, Floats t2, const Vec3<Floats>& x1, const Vec3<Floats>& x2,
                            const Vec3<Floats>& m, const Vec3<Floats>& m1, const Vec3<Floats>& m2,
                            Floats half1, Floats half2, const Vec3<Floats>& half_b) {
  const auto gap = [&](Floats to1, Floats to2, Floats of1, Floats of2, Floats b1, Floats b2,
                       Floats of_b1, Floats of_b2) HWY_ATTR {
    Floats value = hn::Abs(hn::NegMulAdd(t1, to2, hn::Mul(t2, to1)));
    value = less(less(value, half1, of2), half2, of1);
    return less(less(value, b1, of_b2), b2, of_b1);
  };
  const Floats gx = gap(x1.x, x2.x, m1.x, m2.x, half_b.y, half_b.z, m.y, m.z);
  const Floats gy = gap(x1.y, x2.y, m1.y, m2.y, half_b.z, half_b.x, m.z, m.x);
  const Floats gz = gap(x1.z, x2.z, m1.z, m2.z, half_b.x, half_b.y, m.x, m.y);
  return hn::Max(hn::Max(gx, gy), gz);
}

/// The largest of the fifteen values.
HWY_INLINE Floats largest_gap(const Placed& at, const Vec3<Floats>& half_a,
                              const Vec3<Floats>& half_b) {
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
  const Floats e0 = edge_gaps(t.y, t.z, x1, x2, m0, m1, m2, half_a.y, half_a.z, half_b);
  const Floats e1 = edge_gaps(t.z, t.x, x2, x0, m1, m2, m0, half_a.z, half_a.x, half_b);
  const Floats e2 = edge_gaps(t.x, t.y, x0, x1, m2, m0, m1, half_a.x, half_a.y, half_b);
  return hn::Max(hn::Max(most, e0), hn::Max(e1, e2));
}

/// The largest of the three values for aligned boxes.
HWY_INLINE Floats aligned_gap(const Placed& at, const Vec3<Floats>& half_a,
                              const Vec3<Floats>& half_b) {
  const auto part = [](Floats from, Floats half, Floats x) HWY_ATTR {
    const Floats magnitude = hn::Abs(x);
    const Mask along = hn::Ge(magnitude, hn::Set(Lanes(), 0.75F));
    return less(from, half, hn::IfThenElse(along, magnitude, hn::Neg(magnitude)));
  };
  const auto gap = [&](const Vec3<Floats>& of_a, Floats half) HWY_ATTR {
    const Vec3<Floats> x = dots(at.b, of_a);
    const Floats from = hn::Sub(hn::Abs(dot(of_a, at.w)), half);
    return part(part(part(from, half_b.x, x.x), half_b.y, x.y), half_b.z, x.z);
  };
  return hn::Max(hn::Max(gap(at.a[0], half_a.x), gap(at.a[1], half_a.y)), gap(at.a[2], half_a.z));
}

/// A LaneCode for each pair.
using CodeLanes = hn::RebindToSigned<Lanes>;
using Codes = hn::Vec<CodeLanes>;

HWY_INLINE Codes with_code(LaneCode code, Mask where, Codes others) {
  const CodeLanes lanes;
  return hn::IfThenElse(hn::RebindMask(lanes, where), hn::Set(lanes, code), others);
}

/// Pairs of boxes; r is the sum of the radii of the balls around them.
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
  const Floats gap = largest_gap(at, half_a, half_b);
  const Mask apart = hn::And(left, hn::Gt(gap, margin.value));
  const Mask overlap = hn::And(left, hn::Lt(gap, hn::Neg(margin.value)));
  return with_code(kOverlapByAxes, overlap, with_code(kApartByAxes, apart, codes));
}

/// The same pairs, of those that are open the ones whose edges are parallel, or nearly.
HWY_INLINE Codes settle_aligned(const Placed& at, const Vec3<Floats>& half_a,
                                const Vec3<Floats>& half_b, Codes codes) {
  const CodeLanes lanes;
  const Floats size = hn::Add(at.size, hn::Add(sum(half_a), sum(half_b)));
  const Margin margin = margin_of(at.shear, size);
  const Mask open = hn::RebindMask(Lanes(), hn::Eq(codes, hn::Set(lanes, kOpen)));
  const Mask meets = hn::Lt(aligned_gap(at, half_a, half_b), hn::Neg(margin.value));
  return with_code(kOverlapByAxes, hn::And(hn::And(margin.holds, open), meets), codes);
}

/// Pairs of any bodies: r of the balls around them, q of those inside.
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

/// Pairs of any bodies against a margin between `lower` and `upper`: separated says farther,
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
