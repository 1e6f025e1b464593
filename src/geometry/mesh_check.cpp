// SPDX-License-Identifier: Apache-2.0
//
// What is checked, and why it is enough (after Mehlhorn, Naeher, Seel, Seidel, Schirra and Uhrig,
// "Checking geometric programs or verification of geometric structures", 1999).
// 1. Each triangle's edge is its neighbour's edge in reverse: the triangles make a closed oriented
//    surface S, wherever it may pass through itself.
// 2. A point o is strictly below every triangle's plane. So radial projection from o maps each
// triangle
//    one to one onto the sphere, with the same orientation, and two neighbours to the two sides of
//    their edge: it is a covering of the sphere but for branching at vertices, so that almost every
//    direction meets S equally often.
// 3. One direction meets exactly one triangle, and that one inside. So every direction meets S
// once:
//    S bounds a body K that is star-shaped about o.
// 4. Across each edge the neighbour is on or below the triangle's plane. Take two points of K so
// that
//    the plane through them and o misses the vertices (others are limits of such): it cuts S in a
//    polygon that winds once around o and at each corner, which is on an edge, turns the same way.
//    Such a polygon is convex and holds the segment between the points. So K is convex.
#include "geometry/mesh_check.hpp"

#include <array>
#include <cstddef>
#include <optional>

#include "geometry/double_bits.hpp"

namespace sunder::detail {
namespace {

using Point = std::array<double, 3>;

/// Directions tried in step 3 before giving up; one that meets no edge is all it takes.
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

/// The mean of the vertices, each taken as often as triangles meet in it.
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

/// How a direction from o passes a triangle that o is below.
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

/// Does the direction meet one triangle only? No value where it meets an edge.
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
