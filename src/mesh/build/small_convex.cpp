// SPDX-License-Identifier: Apache-2.0
//
// Idea: Every triangle has all points on one side or in its plane. Every edge is used as often one way as the other. There
// are 2 v - 4 triangles for v points, each of which is used.
//
// Proof. The triangles lie in the boundary of the hull, all with the inside on the same side. Those at the two uses of an
// edge lie on either side of it. Glued along such uses they are a closed surface, which covers the boundary k times,
// with branches at vertices alone. Let M be the number of places where a vertex lies inside a triangle or an edge of another
// sheet. The formula of Riemann and Hurwitz counts f = 2 k (v - 2) - 2 M triangles. A corner of the hull, of which there are
// four at least, lies inside nothing, and any other vertex inside k - 1 sheets at most. So M <= (k - 1) (v - 4). With
// f = 2 v - 4 this leaves k = 1 and M = 0: the triangles cover the boundary once, and no vertex lies inside another.
// Source: None known for this form.
// Bound: No number is rounded.
// Cost: v f signs.
// Gives up: Beyond 48 points, and where a condition fails.
#include "mesh/build/small_convex.hpp"

#include <array>
#include <cstdint>

#include "exact/orientation.hpp"

namespace sunder::detail::mesh {
namespace {

constexpr std::size_t kMostPoints = 48;

/// Are all points used, and all edges as often one way as the other?
bool is_closed(std::size_t points, std::span<const Corners> triangles) {
  std::array<std::int16_t, kMostPoints * kMostPoints> net{};
  std::array<bool, kMostPoints> used{};
  const auto at = [](std::int32_t low, std::int32_t high) {
    return static_cast<std::size_t>(low) * kMostPoints + static_cast<std::size_t>(high);
  };
  int open = 0;
  for (const Corners& c : triangles) {
    for (std::size_t k = 0; k < 3; ++k) {
      const std::int32_t p = c[k], q = c[(k + 1) % 3];
      used[static_cast<std::size_t>(p)] = true;
      std::int16_t& uses = p < q ? net[at(p, q)] : net[at(q, p)];
      const std::int16_t before = uses;
      uses = static_cast<std::int16_t>(uses + (p < q ? 1 : -1));
      open += (uses != 0 ? 1 : 0) - (before != 0 ? 1 : 0);
    }
  }
  for (std::size_t i = 0; i < points; ++i) {
    if (!used[i]) return false;
  }
  return open == 0;
}

}  // namespace

int small_convex(const std::vector<Vector3>& points, std::span<const Corners> triangles) {
  if (points.size() < 4 || points.size() > kMostPoints ||
      triangles.size() != 2 * points.size() - 4 || !is_closed(points.size(), triangles))
    return 0;
  int side = 0;  // on which the points lie of each triangle
  for (const Corners& c : triangles) {
    const auto corner = [&](std::size_t k) {
      return points[static_cast<std::size_t>(c[k])].data();
    };
    bool is_off = false;
    for (std::size_t i = 0; i < points.size(); ++i) {
      const auto point = static_cast<std::int32_t>(i);
      if (point == c[0] || point == c[1] || point == c[2]) continue;
      const int sign = orient3d(corner(0), corner(1), corner(2), points[i].data());
      if (sign == 0) continue;
      if (side != 0 && sign != side) return 0;
      side = sign;
      is_off = true;
    }
    if (!is_off) return 0;  // all lies in one plane
  }
  return -side;
}

}  // namespace sunder::detail::mesh
