// SPDX-License-Identifier: Apache-2.0
//
// Idea: The closest points of two triangles lie on two edges, or at a corner and inside the other triangle. The best of
// these fifteen bounds the distance from above, and the gap along their difference from below.
// Source: Ericson, "Real-Time Collision Detection" (2005), section 5.1.9, for two segments.
// Bound: Points with weights that are not negative lie in their triangle, whatever led to the weights. A weighted point
// is within e + 8 u D, and the length of a difference within the root of 3 times twice that. The gap's bound is that of triangle_bounds.hpp.
// Cost: some 600 flops.
// Gives up: Never; the interval is wide where rounding chose bad weights.
#include "mesh/triangle_distance.hpp"

namespace sunder::detail::mesh {
namespace {

double clamped(double x) noexcept { return x > 0 ? std::min(x, 1.0) : 0; }  // 0 for NaN

/// The best pair of points so far, by their squared distance.
struct Best {
  double square = std::numeric_limits<double>::infinity();
  Weights a{}, b{};
};

Vector3 along(const Vector3& p, const Vector3& u, double s) noexcept {
  return {p[0] + s * u[0], p[1] + s * u[1], p[2] + s * u[2]};
}

/// Tries the edges from corner i of a and from corner j of b.
void try_edges(const WorldTriangle& a, const WorldTriangle& b, std::size_t i, std::size_t j,
               Best& best) noexcept {
  const std::size_t i1 = (i + 1) % 3, j1 = (j + 1) % 3;
  const Vector3 u = minus<3>(a[i1], a[i]), v = minus<3>(b[j1], b[j]), w = minus<3>(a[i], b[j]);
  const double uu = dot<3>(u, u), vv = dot<3>(v, v), uv = dot<3>(u, v), uw = dot<3>(u, w),
               vw = dot<3>(v, w);
  const double denominator = uu * vv - uv * uv;
  double s = denominator > 0 ? clamped((uv * vw - uw * vv) / denominator) : 0;
  const double t = vv > 0 ? clamped((uv * s + vw) / vv) : 0;
  s = uu > 0 ? clamped((uv * t - uw) / uu) : 0;
  const Vector3 apart = minus<3>(along(b[j], v, t), along(a[i], u, s));
  const double square = dot<3>(apart, apart);
  if (!(square < best.square)) return;
  best.square = square;
  best.a = best.b = {};
  best.a[i] = 1 - s;
  best.a[i1] = s;
  best.b[j] = 1 - t;
  best.b[j1] = t;
}

/// Tries a corner over the inside of the triangle t. Weights go to `of_triangle` and `of_corner`.
void try_corner(const Vector3& corner, std::size_t i, const WorldTriangle& t, Best& best,
                Weights Best::*of_corner, Weights Best::*of_triangle) noexcept {
  const Vector3 u = minus<3>(t[1], t[0]), v = minus<3>(t[2], t[0]), w = minus<3>(corner, t[0]);
  const Vector3 normal = cross(u, v);
  const double nn = dot<3>(normal, normal);
  if (!(nn > 0)) return;
  const double height = dot<3>(normal, w);
  if (!(height * height < best.square * nn)) return;
  const double q = dot<3>(cross(w, v), normal) / nn, r = dot<3>(cross(u, w), normal) / nn;
  if (!(q >= 0 && r >= 0 && q + r <= 1)) return;
  const Vector3 foot = along(along(t[0], u, q), v, r);
  const Vector3 apart = minus<3>(corner, foot);
  const double square = dot<3>(apart, apart);
  if (!(square < best.square)) return;
  best.square = square;
  best.*of_corner = {};
  (best.*of_corner)[i] = 1;
  best.*of_triangle = {1 - q - r, q, r};
}

Vector3 weighted(const WorldTriangle& t, const Weights& w) noexcept {
  Vector3 sum{};
  for (std::size_t i = 0; i < 3; ++i) {
    for (std::size_t k = 0; k < 3; ++k) sum[k] += w[i] * t[i][k];
  }
  return sum;
}

}  // namespace

bool normals_keep_apart(const WorldTriangle& a, const WorldTriangle& b, double error,
                        double reach) noexcept {
  const CloseTriangles close(a, b);
  const auto& [s, t, extent] = close;
  const TriangleBounds bounds(error, extent);
  for (const Vector3& normal :
       {cross(s[1], s[2]), cross(minus<3>(t[1], t[0]), minus<3>(t[2], t[0]))}) {
    const double gap = std::max(bounds.least_gap(normal, s, t), bounds.least_gap(normal, t, s));
    if (gap > 0 && gap * (1 - 8 * kUnit) >= reach * std::sqrt(dot<3>(normal, normal))) return true;
  }
  return false;
}

TriangleDistance distance_of_triangles(const WorldTriangle& a, const WorldTriangle& b,
                                       double error) noexcept {
  const CloseTriangles close(a, b);
  const auto& [p, q, extent] = close;
  Best best;
  for (std::size_t i = 0; i < 3; ++i) {
    for (std::size_t j = 0; j < 3; ++j) try_edges(p, q, i, j, best);
  }
  for (std::size_t i = 0; i < 3; ++i) {
    try_corner(p[i], i, q, best, &Best::a, &Best::b);
    try_corner(q[i], i, p, best, &Best::b, &Best::a);
  }
  TriangleDistance result{0, std::numeric_limits<double>::infinity(), best.a, best.b, {}};
  result.axis = minus<3>(weighted(q, best.b), weighted(p, best.a));
  const double length = std::sqrt(dot<3>(result.axis, result.axis));
  result.upper = length * (1 + 8 * kUnit) + 3.5 * error + 32 * kUnit * extent + kUnderflow;
  if (length > 0) {
    const double gap = TriangleBounds(error, extent).least_gap(result.axis, p, q);
    if (gap > 0) result.lower = gap / length * (1 - 8 * kUnit);
  }
  return result;
}

}  // namespace sunder::detail::mesh
