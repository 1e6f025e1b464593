// SPDX-License-Identifier: Apache-2.0
//
// Two polygons of up to eight corners in floats, a pair a lane: the balls about the origins of
// their frames, and the gaps along the normals of all edges.
//
// Notation. A and B are the exact matrices, x_i and y_j the exact corners, counter-clockwise, d the
// exact difference of the offsets; X_i = A x_i, W_j = B y_j, Z_j = W_j + d. Where det A > 0 and
// det B > 0 the images are counter-clockwise too, and the images of edges their edges. Along the
// outward normal n_i = (X_i+1 - X_i) turned by a right angle, as long as the edge,
//   g_i = min_j n_i.Z_j - n_i.X_i,   and of an edge of B   g_j = min_i m_j.(X_i - d) - m_j.W_j.
// g > 0 for one of them separates; all g < 0 is an overlap, since C = K_A - K_B has no other edges.
//
// Lemma P. Let u = 2^-23 (a unit roundoff of floats in every rounding mode), f the largest distance
// of a corner from its origin,
//   R_A = f_a max(|A_00| + |A_01|, |A_10| + |A_11|),  R_B the same,  D = |d_x| + |d_y|,
//   R = max(R_A, R_B),  S = R_A + R_B + D.
// If S < 2^40 each computed g is within E = (64 u R + 2^-60) S + 2^-100 of the exact one.
//
// Proof. No |component| of X exceeds R_A, of W R_B, of Z R_B + D, of Z - X S. An entry of A and a
// coordinate lose u each, their product and the sum u each: X is off by at most 4.1 u R_A, W by
// 4.1 u R_B, and Z, with one rounding of d and one of the sum, by 5.2 u (R_B + D). A normal's
// entry is a difference of two components: at most 2.01 R_A, off by 8.2 u R_A + 2.02 u R_A; both
// entries by 20.5 u R_A. Then g is off by at most
//   20.5 u R_A S                        the normal's error times Z - X
//   + 4.02 R_A (4.1 R_A + 5.2 (R_B + D)) u   the points' errors times the normal
//   + 3 u 4.02 R_A S 1.01               two products and sums, and the last difference
// which is less than 54 u R_A S; with a and b exchanged the same holds for B. What is left of 64 covers the
// roundings of R, S and E, and f is rounded up. Where the host flushes or rounds tiny numbers an
// entry of a matrix loses 2^-126, a component of X or W less than 2^-84 (corners are shorter than
// 2^40), which a gap multiplies by less than 2^4 S; products of components lose 2^-126 each.
//
// det A > 0 is certain where A_00 A_11 - A_01 A_10 > 2^-18 (|A_00 A_11| + |A_01 A_10|) + 2^-60 r:
// entries lose u, products u, the difference u, and what is flushed at most 2^-123 r, with r as below.
//
// Balls. No corner's image is farther from the offset than r f, where
//   r = (1 + max(a, b) + |c|) / 2,  A^T A = (a c; c b):
// max(a, b) + |c| is no less than the square of A's largest stretch, and (1 + s^2) / 2 >= s for
// every s. So |d|^2 > (r_a f_a + r_b f_b)^2 separates; 2^-17 is 64 u, and the roundings of both
// sides are less than 30.
//
// A matrix that is to be refused is left open: a NaN or an infinity of an offset makes S one, and of
// a linear part the comparison that shows det > 0 false. A maximum may drop a NaN, a sum does not.

// Highway's include guard: open once for each target.
#if defined(SUNDER_QUERY_BATCH_POLYGON_LANES_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef SUNDER_QUERY_BATCH_POLYGON_LANES_INL_HPP
#undef SUNDER_QUERY_BATCH_POLYGON_LANES_INL_HPP
#else
#define SUNDER_QUERY_BATCH_POLYGON_LANES_INL_HPP
#endif

#include <hwy/highway.h>

#include "query/batch/staging-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace sunder::detail::batch::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

using PlaneMask = hn::Mask<Lanes>;

/// The matrices of a group of pairs.
struct PlaneMatrix {
  Floats xx, xy, yx, yy;
};

/// A group of pairs at their places.
struct PlanePlaced {
  PlaneMatrix a, b;
  Floats x, y;  ///< d
};

/// r.
HWY_INLINE Floats stretch_bound(const PlaneMatrix& m) {
  const Floats half = hn::Set(Lanes(), 0.5F);
  const Floats a = hn::MulAdd(m.xx, m.xx, hn::Mul(m.yx, m.yx));
  const Floats b = hn::MulAdd(m.xy, m.xy, hn::Mul(m.yy, m.yy));
  const Floats c = hn::Abs(hn::MulAdd(m.xx, m.xy, hn::Mul(m.yx, m.yy)));
  return hn::MulAdd(half, hn::Add(hn::Max(a, b), c), half);
}

HWY_INLINE PlaneMask apart_by_balls(const PlanePlaced& at, Floats stretch_a, Floats stretch_b,
                                    Floats farthest_a, Floats farthest_b) {
  const Lanes lanes;
  const Floats reach = hn::MulAdd(stretch_a, farthest_a, hn::Mul(stretch_b, farthest_b));
  const Floats squared = hn::MulAdd(at.x, at.x, hn::Mul(at.y, at.y));
  const Floats beyond =
      hn::MulAdd(hn::Mul(reach, reach), hn::Set(lanes, 1 + 0x1p-17F), hn::Set(lanes, 0x1p-100F));
  // An infinite offset may be one of a matrix that is to be refused.
  return hn::And(hn::Gt(squared, beyond), hn::Lt(squared, hn::Set(lanes, 0x1p127F)));
}

/// Where a matrix turns nothing over.
HWY_INLINE PlaneMask is_upright(const PlaneMatrix& m, Floats stretch) {
  const Lanes lanes;
  const Floats with = hn::Mul(m.xx, m.yy);
  const Floats against = hn::Mul(m.xy, m.yx);
  const Floats size = hn::Add(hn::Abs(with), hn::Abs(against));
  const Floats error =
      hn::MulAdd(size, hn::Set(lanes, 0x1p-18F), hn::Mul(stretch, hn::Set(lanes, 0x1p-60F)));
  return hn::Gt(hn::Sub(with, against), error);
}

/// R_A.
HWY_INLINE Floats reach_of(const PlaneMatrix& m, Floats farthest) {
  const Floats x = hn::Add(hn::Abs(m.xx), hn::Abs(m.xy));
  const Floats y = hn::Add(hn::Abs(m.yx), hn::Abs(m.yy));
  return hn::Mul(farthest, hn::Max(x, y));
}

/// E, and where it holds.
struct PlaneMargin {
  Floats value;
  PlaneMask holds;
};
HWY_INLINE PlaneMargin margin_of(const PlanePlaced& at, Floats farthest_a, Floats farthest_b) {
  const Lanes lanes;
  const Floats reach_a = reach_of(at.a, farthest_a);
  const Floats reach_b = reach_of(at.b, farthest_b);
  const Floats size = hn::Add(hn::Add(reach_a, reach_b), hn::Add(hn::Abs(at.x), hn::Abs(at.y)));
  const Floats factor = hn::MulAdd(hn::Max(reach_a, reach_b), hn::Set(lanes, 64 * 0x1p-23F),
                                   hn::Set(lanes, 0x1p-60F));
  return {hn::MulAdd(factor, size, hn::Set(lanes, 0x1p-100F)),
          hn::Lt(size, hn::Set(lanes, 0x1p40F))};
}

/// Corners of a group: kCount, and the one that follows the last.
template <std::size_t kCount>
struct Corners {
  Floats x[kCount + 1], y[kCount + 1];
};
template <std::size_t kCount>
HWY_INLINE void turn(const PlaneMatrix& m, Corners<kCount>& corners) {
  for (std::size_t i = 0; i <= kCount; ++i) {
    const Floats x = corners.x[i];
    const Floats y = corners.y[i];
    corners.x[i] = hn::MulAdd(m.xx, x, hn::Mul(m.xy, y));
    corners.y[i] = hn::MulAdd(m.yx, x, hn::Mul(m.yy, y));
  }
}

/// The largest of `from` and the gaps along the normals of one body's edges, against the corners of
/// the other, which seen from it are moved by (x, y).
template <std::size_t kCount>
HWY_INLINE Floats largest_gap(const Corners<kCount>& edges, const Corners<kCount>& corners,
                              Floats x, Floats y, Floats from) {
  Floats moved_x[kCount];
  Floats moved_y[kCount];
  for (std::size_t j = 0; j < kCount; ++j) {
    moved_x[j] = hn::Add(corners.x[j], x);
    moved_y[j] = hn::Add(corners.y[j], y);
  }
  for (std::size_t i = 0; i < kCount; ++i) {
    const Floats normal_x = hn::Sub(edges.y[i + 1], edges.y[i]);
    const Floats normal_y = hn::Sub(edges.x[i], edges.x[i + 1]);
    Floats least = hn::MulAdd(normal_x, moved_x[0], hn::Mul(normal_y, moved_y[0]));
    for (std::size_t j = 1; j < kCount; ++j) {
      const Floats height = hn::MulAdd(normal_x, moved_x[j], hn::Mul(normal_y, moved_y[j]));
      least = hn::Min(least, height);
    }
    const Floats here = hn::MulAdd(normal_x, edges.x[i], hn::Mul(normal_y, edges.y[i]));
    from = hn::Max(from, hn::Sub(least, here));
  }
  return from;
}

}  // namespace sunder::detail::batch::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // SUNDER_QUERY_BATCH_POLYGON_LANES_INL_HPP
