// SPDX-License-Identifier: Apache-2.0
//
// PolygonPair has two posed polygons in the form for SIMD lanes: each body's edges against the
// other's vertices. One bound covers the error of every gap along an edge's normal.
//
// Let P and Q be the linear parts of the poses and d = t_B - t_A. In 2-D adj(P) has the entries of
// P. The map of b's vertices into a's frame, times det P, therefore has only the roundings of
// products:
//
//   z = M y + s,   M = adj(P) Q,   s = adj(P) d.
//
// The normal n of a's edge is N = cof(P) n in the world, and the gap along it is
//
//   min_j N . (Q y_j + d - P x) = min_j (M^T n) . y_j + (n . s - det P  n . x)
//
// with x on the edge: no vertex of either body is mapped. If det P > 0, no other vertex of a is
// farther along N, since a is convex by exact signs. Hence this is the gap g(N), not only a bound.
//
// For few edges (polygon_few-inl.hpp) N is computed first, then Q^T N and N . d: identical
// monomials, and fewer operations.
//
// Errors, u = 2^-52 in any rounding mode. Entries of n, M, s and n . x have at most 2, 2, 3 and 4
// units. For n the reference is the true normal times a factor that both entries share. Entries of
// N, Q^T N and N . d have 4, 6 and 7, and no monomial of a gap has more than 10 in all. Their
// absolute values are at most |n| |adj P| (|Q| |y| + |d| + |P| |x|). Let sigma be at least both
// spectral norms. A matrix of absolute values has at most sqrt 2 times the norm of its matrix, so
// this is at most 2 sigma T,
//
//   T = sigma_P |x| + sigma_Q |y| + |d|_1.
//
// Hence E = 20 u sigma T bounds the error of all gaps of either body's edges. T is rounded up by
// more than the products of units. The 2^-500 exceed what products that underflow can add, for
// polygons in the ranges of polygon.hpp and those below.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <hwy/base.h>

#include "filter/filtered_pair.hpp"
#include "geometry/polygon.hpp"
#include "narrow/sat/bounds.hpp"

namespace sunder::detail::sat {

/// It holds pointers, so that a call passes them in registers.
struct PosedPolygon {
  const Polygon* polygon;
  const Pose<2>* pose;
};
struct PosedPolygons {
  PosedPolygon a, b;
};

/// M, s and det of one body's edges against the other's vertices.
struct PolygonFrame {
  double xx, xy, yx, yy;  ///< M
  double x, y;            ///< s
  double determinant;
};

/// A body, with the map from the other's vertices to its frame.
struct PolygonSide {
  const Polygon* polygon;
  const double* linear;
  PolygonFrame frame;
};

/// It holds arrays, so that code common to both bodies needs no branch.
struct PolygonPair {
  std::array<PolygonSide, 2> side;  ///< a, b
  Vector2 offset;                   ///< d
  double span;                      ///< T, rounded up
  double error;                     ///< E
};

/// Up to this many edges of each body all are measured; above, a search needs less work.
inline constexpr std::int32_t kMostPolygonEdges = 16;

/// T and E of a pair, and whether they are valid. They are not if a pose mirrors, flattens or
/// stretches a body too much, or if the bodies are out of range.
struct PolygonScale {
  double span;   ///< T, rounded up
  double error;  ///< E
  bool holds;
};
HWY_INLINE double determinant(const double* linear) noexcept {
  return linear[0] * linear[3] - linear[1] * linear[2];
}
HWY_INLINE PolygonScale scale_of(const PosedPolygons& pair) noexcept {
  const double x = pair.b.pose->offset(0) - pair.a.pose->offset(0);
  const double y = pair.b.pose->offset(1) - pair.a.pose->offset(1);
  const double sigma_p = greatest_singular_value(*pair.a.pose);
  const double sigma_q = greatest_singular_value(*pair.b.pose);
  const double sigma = std::max(sigma_p, sigma_q);
  const double size = sigma_p * pair.a.polygon->size + sigma_q * pair.b.polygon->size;
  PolygonScale scale;
  scale.span = (size + (std::fabs(x) + std::fabs(y))) * (1 + kPolygonShare);
  scale.error = kPolygonUnits * kUnit * sigma * scale.span + kPolygonUnderflow;
  const bool turns_a = determinant(linear_data(*pair.a.pose)) > kLeastPolygonDeterminant;
  const bool turns_b = determinant(linear_data(*pair.b.pose)) > kLeastPolygonDeterminant;
  // One branch for all conditions.
  scale.holds =
      (sigma <= kMostPolygonStretch) & (scale.span < kMostPolygonSpan) & turns_a & turns_b;
  return scale;
}

/// Returns false where the scale is not valid.
HWY_INLINE bool place_polygons(const PosedPolygons& pair, PolygonPair& placed) noexcept {
  const double* const p = linear_data(*pair.a.pose);
  const double* const q = linear_data(*pair.b.pose);
  placed.side[0].polygon = pair.a.polygon;
  placed.side[1].polygon = pair.b.polygon;
  placed.side[0].linear = p;
  placed.side[1].linear = q;
  const double x = pair.b.pose->offset(0) - pair.a.pose->offset(0);
  const double y = pair.b.pose->offset(1) - pair.a.pose->offset(1);
  placed.offset = {x, y};
  PolygonFrame& a = placed.side[0].frame;
  PolygonFrame& b = placed.side[1].frame;
  a.xx = p[3] * q[0] - p[1] * q[2];
  a.xy = p[3] * q[1] - p[1] * q[3];
  a.yx = p[0] * q[2] - p[2] * q[0];
  a.yy = p[0] * q[3] - p[2] * q[1];
  a.x = p[3] * x - p[1] * y;
  a.y = p[0] * y - p[2] * x;
  a.determinant = determinant(p);
  b.xx = a.yy;
  b.xy = -a.xy;
  b.yx = -a.yx;
  b.yy = a.xx;
  b.x = q[1] * y - q[3] * x;
  b.y = q[2] * x - q[0] * y;
  b.determinant = determinant(q);
  const PolygonScale scale = scale_of(pair);
  placed.span = scale.span;
  placed.error = scale.error;
  return scale.holds;
}

HWY_INLINE Vector2 turned(const double* linear, const Vector2& v) noexcept {
  return {linear[0] * v[0] + linear[1] * v[1], linear[2] * v[0] + linear[3] * v[1]};
}
HWY_INLINE Vector2 turned_back(const double* linear, const Vector2& u) noexcept {
  return {linear[0] * u[0] + linear[2] * u[1], linear[1] * u[0] + linear[3] * u[1]};
}

/// Returns the normal of a body's edge in the world, from a to b.
HWY_INLINE Vector2 edge_normal(const double* linear, std::size_t of, const Vector2& n) noexcept {
  const double sign = of == 0 ? 1 : -1;
  return {sign * (linear[3] * n[0] - linear[2] * n[1]),
          sign * (linear[0] * n[1] - linear[1] * n[0])};
}
HWY_INLINE Vector2 edge_normal(const PolygonPair& pair, std::size_t of, const Vector2& n) noexcept {
  return edge_normal(pair.side[of].linear, of, n);
}

/// Returns a bound on each component of a point of C, and on each sum of absolute values in its
/// computation.
HWY_INLINE Vector2 reach_of(const PosedPolygons& pair, const Vector2& offset) noexcept {
  const Vector2& x = pair.a.polygon->most;
  const Vector2& y = pair.b.polygon->most;
  Vector2 reach;
  for (std::size_t l = 0; l < 2; ++l) {
    const double* const p = linear_data(*pair.a.pose) + 2 * l;
    const double* const q = linear_data(*pair.b.pose) + 2 * l;
    reach[l] = (std::fabs(p[0]) * x[0] + std::fabs(p[1]) * x[1]) +
               (std::fabs(q[0]) * y[0] + std::fabs(q[1]) * y[1]) + std::fabs(offset[l]);
  }
  return reach;
}

/// Returns Lemma 1's error, for directions up to the length of differences of points.
HWY_INLINE double gap_error(const Vector2& reach, const Vector2& u) noexcept {
  return kPlaneGapUnits * kUnit * (1 + kPolygonShare) *
             (std::fabs(u[0]) * reach[0] + std::fabs(u[1]) * reach[1]) +
         kPolygonUnderflow;
}

/// Returns the vector from the centre of a's balls to that of b's.
HWY_INLINE Vector2 line_of_centres(const PolygonPair& pair) noexcept {
  const Vector2 a = turned(pair.side[0].linear, pair.side[0].polygon->centre);
  const Vector2 b = turned(pair.side[1].linear, pair.side[1].polygon->centre);
  return {(b[0] - a[0]) + pair.offset[0], (b[1] - a[1]) + pair.offset[1]};
}

/// Runs the tests of filter/balls.hpp by squares instead of a root. The line between the centres
/// has at most five roundings a monomial, at most 8 u T of its length.
HWY_INLINE Verdict verdict_by_balls(const PosedPolygons& pair, const PolygonPair& placed,
                                    const Vector2& line) noexcept {
  const Polygon& a = *placed.side[0].polygon;
  const Polygon& b = *placed.side[1].polygon;
  const double squared = line[0] * line[0] + line[1] * line[1];
  const double error = kPolygonBallUnits * kUnit * placed.span;
  const double reach = (a.circumscribed * greatest_singular_value(*pair.a.pose) +
                        b.circumscribed * greatest_singular_value(*pair.b.pose) + error) *
                       (1 + kSumShare);
  if (squared > reach * reach) return Verdict::separated;
  const double core = (a.inscribed * least_singular_value(*pair.a.pose) +
                       b.inscribed * least_singular_value(*pair.b.pose) - error) *
                      (1 - kSumShare);
  // The square of a smaller core may lose digits to underflow. The centre of a polygon without a
  // ball is a rounded mean of vertices, which may lie outside it.
  const bool full = a.inscribed > 0 && b.inscribed > 0;
  if (full && core > kLeastPolygonCore && squared < core * core) return Verdict::overlapping;
  return Verdict::undecided;
}

}  // namespace sunder::detail::sat
