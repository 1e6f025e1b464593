// SPDX-License-Identifier: Apache-2.0
//
// Idea: Triangles on one edge have more in common only if they lie in one plane on one side of the edge. Their normals,
// turned alike, then have a positive product, and their corners no volume. Triangles at one corner have nothing else in common
// if a plane through it divides their other corners. Tried are both triangles' planes, and one across the difference of their
// middle directions. The last one tried stands upright between the two edges that are closest. Others are divided by the plane
// of one of them, or by one that stands upright on an edge. Triangles in one plane need no exact sign.
// Source: None known for this form.
// Bound: That of triangle_bounds.hpp. With f = 2 e + u D, an entry of a cross product of differences is within
// 9 e D + 8 u D^2 where e <= D / 32, and at most 2 D^2 in size. The product of two normals is within 160 e D^3 + 200 u D^4.
// Cost: 5 to 150 flops.
// Gives up: Where rounding might decide; the caller has exact signs.
#include "mesh/build/neighbours.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace sunder::detail::mesh {
namespace {

/// Directions from a common corner.
using TwoEdges = std::array<Vector3, 2>;

bool divides(const Vector3& axis, const TwoEdges& a, const TwoEdges& b, double gap) noexcept {
  const double bound = sum_of_sizes(axis) * gap + kUnderflow;
  const auto lie_apart = [&](const TwoEdges& above, const TwoEdges& below) {
    return dot<3>(axis, above[0]) > bound && dot<3>(axis, above[1]) > bound &&
           dot<3>(axis, below[0]) < -bound && dot<3>(axis, below[1]) < -bound;
  };
  return lie_apart(a, b) || lie_apart(b, a);
}

Vector3 unit(const Vector3& v) noexcept {
  const double scale = 1 / std::sqrt(dot<3>(v, v));
  return {v[0] * scale, v[1] * scale, v[2] * scale};
}
Vector3 sum_of(const Vector3& p, const Vector3& q) noexcept {
  return {p[0] + q[0], p[1] + q[1], p[2] + q[2]};
}

/// Do points lie strictly on one side of a plane through the place that they are taken from?
template <std::size_t N>
bool on_one_side(const Vector3& normal, const std::array<Vector3, N>& points,
                 const TriangleBounds& bounds) noexcept {
  const int side = bounds.sign(dot<3>(normal, points[0]));
  if (side == 0) return false;
  for (std::size_t i = 1; i < N; ++i) {
    if (bounds.sign(dot<3>(normal, points[i])) != side) return false;
  }
  return true;
}

/// Does a plane that stands upright on an edge of a divide it from b? The normal turns as the corners.
bool divides_upright(const WorldTriangle& a, const Vector3& normal, const WorldTriangle& b,
                     const TriangleBounds& bounds) noexcept {
  for (std::size_t i = 0; i < 3; ++i) {
    const Vector3& p = a[i];
    const Vector3& q = a[(i + 1) % 3];
    const Vector3 outward = cross(minus<3>(q, p), normal);
    const double bound = sum_of_sizes(outward) * bounds.gap + kUnderflow;
    const double height =
        std::max({dot<3>(outward, p), dot<3>(outward, q), dot<3>(outward, a[(i + 2) % 3])}) + bound;
    if (dot<3>(outward, b[0]) > height && dot<3>(outward, b[1]) > height &&
        dot<3>(outward, b[2]) > height)
      return true;
  }
  return false;
}

WorldTriangle from_point(const WorldTriangle& t, const Vector3& from) noexcept {
  return {minus<3>(t[0], from), minus<3>(t[1], from), minus<3>(t[2], from)};
}

}  // namespace

bool share_edge_alone(const FramedTriangle& a, const FramedTriangle& b, int turn,
                      double error) noexcept {
  const double extent = a.frame.extent + b.frame.extent;
  const double product = turn * dot<3>(a.frame.normal, b.frame.normal);
  const double bound =
      (160 * error + 200 * kUnit * extent) * (extent * (extent * extent)) + kUnderflow;
  if (32 * error <= extent && product < -bound) return true;
  return TriangleBounds(error, extent).sign(dot<3>(a.frame.normal, minus<3>(b.at[2], a.at[0]))) !=
         0;
}

bool share_corner_alone(const FramedTriangle& a, const FramedTriangle& b, double error) noexcept {
  const Vector3& corner = a.at[0];
  const TwoEdges edges_a{minus<3>(a.at[1], corner), minus<3>(a.at[2], corner)},
      edges_b{minus<3>(b.at[1], corner), minus<3>(b.at[2], corner)};
  const TriangleBounds bounds(error, a.frame.extent + b.frame.extent);
  if (on_one_side(a.frame.normal, edges_b, bounds) || on_one_side(b.frame.normal, edges_a, bounds))
    return true;
  const TwoEdges ways_a{unit(edges_a[0]), unit(edges_a[1])},
      ways_b{unit(edges_b[0]), unit(edges_b[1])};
  const Vector3 across = minus<3>(sum_of(ways_a[0], ways_a[1]), sum_of(ways_b[0], ways_b[1]));
  if (divides(across, edges_a, edges_b, bounds.gap)) return true;
  double most = -2;
  Vector3 between{};
  for (const Vector3& way_a : ways_a) {
    for (const Vector3& way_b : ways_b) {
      const double cosine = dot<3>(way_a, way_b);
      if (!(cosine > most)) continue;
      most = cosine;
      between = sum_of(way_a, way_b);
    }
  }
  return divides(cross(unit(a.frame.normal), between), edges_a, edges_b, bounds.gap) ||
         divides(cross(unit(b.frame.normal), between), edges_a, edges_b, bounds.gap);
}

bool share_nothing(const FramedTriangle& a, const FramedTriangle& b, double error) noexcept {
  const WorldTriangle own_a = from_point(a.at, a.at[0]), other_b = from_point(b.at, a.at[0]);
  const Vector3& way = other_b[0];
  const double extent = a.frame.extent + b.frame.extent +
                        2 * std::max({std::fabs(way[0]), std::fabs(way[1]), std::fabs(way[2])});
  const TriangleBounds bounds(error, extent);
  if (on_one_side(a.frame.normal, other_b, bounds)) return true;
  const WorldTriangle own_b = from_point(b.at, b.at[0]), other_a = from_point(a.at, b.at[0]);
  return on_one_side(b.frame.normal, other_a, bounds) ||
         divides_upright(own_a, a.frame.normal, other_b, bounds) ||
         divides_upright(own_b, b.frame.normal, other_a, bounds);
}

}  // namespace sunder::detail::mesh
