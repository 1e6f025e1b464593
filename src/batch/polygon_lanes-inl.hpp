// SPDX-License-Identifier: Apache-2.0
//
// Tests two polygons of up to eight corners in floats, a pair a lane. The lanes compare the balls
// about the origins of the frames, and the gaps along the normals of all edges.
//
// A and B are the exact matrices, x_i and y_j the exact corners, counter-clockwise, and d the exact
// difference of the offsets. X_i = A x_i and Z_j = B y_j + d. If det A > 0 and det B > 0, the
// images are counter-clockwise too. The outward normals of edges have the edges' lengths. Along
// them the gaps are
//   g_i = min_j (q_i,j - q_i+1,j) - X_i x X_i+1,
//   g_j = min_i (q_i,j+1 - q_i,j) - Z_j x Z_j+1,   where q_i,j = X_i x Z_j.
// One g > 0 separates. If all g < 0, the bodies overlap, since C = K_A - K_B has no other edges.
//
// Let f be the largest distance of a corner from its origin, and
//   r = (1 + max(a, b) + |c|) / 2,  A^T A = (a c; c b).
// The image of a corner is at most r f from the offset. Hence |d|^2 > (r_a f_a + r_b f_b)^2
// separates.
//
// Lemma P. Let u = 2^-23 (a unit roundoff of floats in every rounding mode), R = r_a f_a,
// D = |d_x| + |d_y|, T = r_b f_b + D, S = R + T. If S < 2^40, each computed g is within
// E = (64 u max(R, T) + 2^-60) S + 2^-100 of the exact one.
//
// A matrix that the batch must refuse leaves its pair open. The proofs, also of the balls and the
// determinants: docs/bounds/polygon_lanes.md.

// Highway's include guard: open once for each target.
#if defined(SUNDER_BATCH_POLYGON_LANES_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef SUNDER_BATCH_POLYGON_LANES_INL_HPP
#undef SUNDER_BATCH_POLYGON_LANES_INL_HPP
#else
#define SUNDER_BATCH_POLYGON_LANES_INL_HPP
#endif

#include <hwy/highway.h>

#include "batch/bounds.hpp"
#include "batch/staging-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace sunder::detail::batch::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

using PlaneMask = hn::Mask<Lanes>;

/// The matrices of a group of pairs.
struct PlaneMatrix {
  Vec2<Floats> row_x, row_y;
};

/// A group of pairs with their poses.
struct PlanePlaced {
  PlaneMatrix a, b;
  Floats x, y;  ///< d
};

/// The values of one matrix.
struct PlaneStretch {
  Floats bound;       ///< r
  PlaneMask upright;  ///< its determinant is proven positive
};
HWY_INLINE PlaneStretch stretch_of(const PlaneMatrix& m) {
  const Lanes lanes;
  const Floats half = hn::Set(lanes, 0.5F);
  const Vec2<Floats> column_x{m.row_x.x, m.row_y.x};
  const Vec2<Floats> column_y{m.row_x.y, m.row_y.y};
  const Floats a = dot(column_x, column_x);
  const Floats b = dot(column_y, column_y);
  const Floats c = hn::Abs(dot(column_x, column_y));
  const Floats determinant = cross(m.row_x, m.row_y);
  const Floats error = hn::MulAdd(hn::Add(a, b), hn::Set(lanes, float{kUprightShare}),
                                  hn::Set(lanes, float{kUprightUnderflow}));
  return {hn::MulAdd(half, hn::Add(hn::Max(a, b), c), half), hn::Gt(determinant, error)};
}

/// r f of both bodies.
struct PlaneReach {
  Floats a, b;
};

HWY_INLINE PlaneMask apart_by_balls(const PlanePlaced& at, const PlaneReach& reach) {
  const Lanes lanes;
  const Floats both = hn::Add(reach.a, reach.b);
  const Floats squared = hn::MulAdd(at.x, at.x, hn::Mul(at.y, at.y));
  const Floats beyond = hn::MulAdd(hn::Mul(both, both), hn::Set(lanes, float{1 + kPlaneBallShare}),
                                   hn::Set(lanes, float{kPlaneBallUnderflow}));
  // An infinite offset may belong to a matrix that the batch must refuse.
  return hn::And(hn::Gt(squared, beyond), hn::Lt(squared, hn::Set(lanes, 0x1p127F)));
}

/// E, and the lanes in which Lemma P holds.
struct PlaneMargin {
  Floats value;
  PlaneMask holds;
};
HWY_INLINE PlaneMargin margin_of(const PlanePlaced& at, const PlaneReach& reach) {
  const Lanes lanes;
  const Floats of_b = hn::Add(reach.b, hn::Add(hn::Abs(at.x), hn::Abs(at.y)));
  const Floats size = hn::Add(reach.a, of_b);
  const Floats factor =
      hn::MulAdd(hn::Max(reach.a, of_b), hn::Set(lanes, float{kLanePolygonUnits * kFloatUnit}),
                 hn::Set(lanes, float{kLanePolygonShareUnderflow}));
  return {hn::MulAdd(factor, size, hn::Set(lanes, float{kLanePolygonUnderflow})),
          hn::Lt(size, hn::Set(lanes, float{kMostPolygonSize}))};
}

template <std::size_t kCount>
struct Corners {
  HWY_INLINE Vec2<Floats> operator[](std::size_t i) const { return {x[i], y[i]}; }
  Floats x[kCount], y[kCount];
};
template <std::size_t kCount>
HWY_INLINE void turn(const PlaneMatrix& m, Corners<kCount>& corners) {
  for (std::size_t i = 0; i < kCount; ++i) {
    const Vec2<Floats> at = corners[i];
    corners.x[i] = dot(m.row_x, at);
    corners.y[i] = dot(m.row_y, at);
  }
}
template <std::size_t kCount>
HWY_INLINE void turn_and_move(const PlaneMatrix& m, Floats to_x, Floats to_y,
                              Corners<kCount>& corners) {
  for (std::size_t i = 0; i < kCount; ++i) {
    const Vec2<Floats> at = corners[i];
    corners.x[i] = add_dot(m.row_x, at, to_x);
    corners.y[i] = add_dot(m.row_y, at, to_y);
  }
}

/// Returns the cross product of the ends of the edge that begins at corner i.
template <std::size_t kCount>
HWY_INLINE Floats cross_of_edge(const Corners<kCount>& of, std::size_t i) {
  const std::size_t next = (i + 1) % kCount;
  return cross(of[i], of[next]);
}

/// q_i,j for all j.
template <std::size_t kCount>
struct Products {
  Floats of[kCount];
};
template <std::size_t kCount>
HWY_INLINE void multiply(const Vec2<Floats>& x, const Corners<kCount>& z, Products<kCount>& to) {
  for (std::size_t j = 0; j < kCount; ++j) to.of[j] = cross(x, z[j]);
}

/// Returns q_i,j+1 - q_i,j. Every other difference is a multiply-add with the factor 1. It rounds
/// like a subtraction. Subtractions and minima compete for the same execution ports of a processor.
/// Multiply-adds use ports with less load.
template <std::size_t kCount>
HWY_INLINE Floats rise(const Products<kCount>& q, std::size_t j) {
  const Floats next = q.of[(j + 1) % kCount];
  if (j % 2 != 0) return hn::Sub(next, q.of[j]);
  return hn::NegMulAdd(q.of[j], hn::Set(Lanes(), 1.0F), next);
}

/// Returns min_j (q_i,j - q_i+1,j) and replaces q by the products of the next corner of a.
template <std::size_t kCount>
HWY_INLINE Floats step(const Corners<kCount>& x, std::size_t next, const Corners<kCount>& z,
                       Products<kCount>& q) {
  const Vec2<Floats> at = x[next];
  Floats least = hn::Set(Lanes(), 0x1p127F);
  for (std::size_t j = 0; j < kCount; ++j) {
    const Floats product = cross(at, z[j]);
    least = hn::Min(least, hn::Sub(q.of[j], product));
    q.of[j] = product;
  }
  return least;
}

/// Returns the largest g over all edges of both polygons, with corners X and Z.
template <std::size_t kCount>
HWY_INLINE Floats largest_gap(const Corners<kCount>& x, const Corners<kCount>& z) {
  Products<kCount> q;
  multiply(x[0], z, q);
  Floats least[kCount];
  for (std::size_t j = 0; j < kCount; ++j) least[j] = rise(q, j);
  Floats largest = hn::Set(Lanes(), -0x1p127F);
  for (std::size_t i = 1; i < kCount; ++i) {
    const Floats fall = step(x, i, z, q);
    largest = hn::Max(largest, hn::Sub(fall, cross_of_edge(x, i - 1)));
    for (std::size_t j = 0; j < kCount; ++j) least[j] = hn::Min(least[j], rise(q, j));
  }
  largest = hn::Max(largest, hn::Sub(step(x, 0, z, q), cross_of_edge(x, kCount - 1)));
  for (std::size_t j = 0; j < kCount; ++j) {
    largest = hn::Max(largest, hn::Sub(least[j], cross_of_edge(z, j)));
  }
  return largest;
}

}  // namespace sunder::detail::batch::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // SUNDER_BATCH_POLYGON_LANES_INL_HPP
