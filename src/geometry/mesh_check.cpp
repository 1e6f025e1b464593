// SPDX-License-Identifier: Apache-2.0
//
// Idea: Four exact checks prove that the triangles bound a convex body.
//
// 1. Each triangle's edge is its neighbour's edge in reverse: the triangles form a closed oriented
//    surface S, which may still pass through itself.
// 2. A point o is strictly below every triangle's plane. Radial projection from o then maps each
//    triangle one to one onto the sphere, with the same orientation. It maps two neighbours to the
//    two sides of their edge. It is a covering of the sphere except for branching at vertices, and
//    almost every direction meets S equally often.
// 3. One direction meets exactly one triangle, and meets it inside. Hence every direction meets S
//    once, and S bounds a body K that is star-shaped about o.
// 4. Across each edge the neighbour is on or below the triangle's plane. Take two points of K such
//    that the plane through them and o misses the vertices (others are limits of such). It cuts S
//    in a polygon that winds once around o. The corners of the polygon lie on edges, and it bends
//    the same way at each. Such a polygon is convex and holds the segment between the points.
//    Hence K is convex.
//
// Source: Mehlhorn, Naeher, Seel, Seidel, Schirra and Uhrig, "Checking geometric programs or
// verification of geometric structures" (1999).
// Cost: About ten filtered signs a triangle.
// Gives up: If rounding finds no point strictly inside, or if all 16 directions of step 3 meet an
// edge.
#include "geometry/mesh_check.hpp"

#include <array>
#include <cstddef>
#include <optional>

#include "geometry/double_bits.hpp"

namespace sunder::detail {
namespace {

using Point = std::array<double, 3>;

/// Directions tried in step 3 before giving up; a single one that meets no edge suffices.
constexpr std::size_t kDirections = 16;

const Triangle& at(std::span<const Triangle> triangles, std::int32_t t) noexcept {
  return triangles[static_cast<std::size_t>(t)];
}

int side_of(const SpacePoints& points, const Triangle& triangle, const double* x) noexcept {
  const auto [a, b, c] = triangle.vertices;
  return orient3d(points.exact(a), points.exact(b), points.exact(c), x);
}

bool is_closed(std::span<const Triangle> triangles) noexcept {
  const auto count = static_cast<std::int32_t>(triangles.size());
  for (std::int32_t t = 0; t < count; ++t) {
    for (std::size_t i = 0; i < 3; ++i) {
      const std::int32_t n = at(triangles, t).neighbours[i];
      if (n < 0 || n >= count || n == t) return false;
      const Triangle& other = at(triangles, n);
      bool matched = false;
      for (std::size_t j = 0; j < 3; ++j) {
        matched = matched || (other.neighbours[j] == t &&
                              other.vertices[j] == at(triangles, t).vertices[(i + 1) % 3] &&
                              other.vertices[(j + 1) % 3] == at(triangles, t).vertices[i]);
      }
      if (!matched) return false;
    }
  }
  return true;
}

bool is_locally_convex(const SpacePoints& points, std::span<const Triangle> triangles) noexcept {
  for (const Triangle& triangle : triangles) {
    const PlaneFilter plane = points.plane(triangle.vertices);
    for (const std::int32_t n : triangle.neighbours) {
      for (const std::int32_t v : at(triangles, n).vertices) {
        const bool shared =
            v == triangle.vertices[0] || v == triangle.vertices[1] || v == triangle.vertices[2];
        if (!shared && points.side(plane, triangle.vertices, v) > 0) return false;
      }
    }
  }
  return true;
}

/// Returns the mean of the vertices, each weighted by the number of triangles that meet in it.
Point mean_vertex(const SpacePoints& points, std::span<const Triangle> triangles) noexcept {
  Point mean{};
  for (const Triangle& triangle : triangles) {
    for (const std::int32_t v : triangle.vertices) {
      for (std::size_t k = 0; k < 3; ++k) {
        mean[k] += times_power_of_two(points.exact(v)[k], -points.scale());
      }
    }
  }
  const double corners = 3 * static_cast<double>(triangles.size());
  for (double& x : mean) x = times_power_of_two(x / corners, points.scale());
  return mean;
}

bool is_below_all(const SpacePoints& points, std::span<const Triangle> triangles,
                  const Point& o) noexcept {
  for (const Triangle& triangle : triangles) {
    if (side_of(points, triangle, o.data()) >= 0) return false;
  }
  return true;
}

/// How a direction from o meets a triangle; o is below the triangle's plane.
enum class Passing { outside, inside, on_an_edge };

Passing passing(const SpacePoints& points, const Triangle& triangle, const Point& o,
                const Point& target) noexcept {
  bool on_an_edge = false;
  for (std::size_t i = 0; i < 3; ++i) {
    const double* from = points.exact(triangle.vertices[i]);
    const double* to = points.exact(triangle.vertices[(i + 1) % 3]);
    const int sign = orient3d(o.data(), from, to, target.data());
    if (sign < 0) return Passing::outside;
    on_an_edge = on_an_edge || sign == 0;
  }
  return on_an_edge ? Passing::on_an_edge : Passing::inside;
}

/// Returns true if the direction meets one triangle only; no value if it meets an edge.
std::optional<bool> meets_one(const SpacePoints& points, std::span<const Triangle> triangles,
                              const Point& o, const Point& target) noexcept {
  std::size_t met = 0;
  for (const Triangle& triangle : triangles) {
    const Passing how = passing(points, triangle, o, target);
    if (how == Passing::on_an_edge) return std::nullopt;
    met += how == Passing::inside ? 1 : 0;
  }
  return met == 1;
}

bool is_covered_once(const SpacePoints& points, std::span<const Triangle> triangles,
                     const Point& o) noexcept {
  const std::size_t stride = (triangles.size() + kDirections - 1) / kDirections;
  for (std::size_t t = 0; t < triangles.size(); t += stride) {
    const Point target = mean_vertex(points, triangles.subspan(t, 1));
    if (const std::optional<bool> once = meets_one(points, triangles, o, target)) return *once;
  }
  return false;
}

}  // namespace

bool bounds_convex_body(const SpacePoints& points, std::span<const Triangle> triangles) {
  if (triangles.empty() || !is_closed(triangles)) return false;
  const Point o = mean_vertex(points, triangles);
  return is_below_all(points, triangles, o) && is_locally_convex(points, triangles) &&
         is_covered_once(points, triangles, o);
}

}  // namespace sunder::detail
