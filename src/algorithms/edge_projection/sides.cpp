// SPDX-License-Identifier: Apache-2.0
#include "algorithms/edge_projection/sides.hpp"

#include <algorithm>
#include <limits>

#include "algorithms/edge_projection/prober.hpp"

namespace sunder::detail::edge_projection {
namespace {

void add_sides(const Outline& outline, double sign, const Vector2& line, std::vector<Side>& sides) {
  const std::size_t count = outline.corners.size();
  const double line_length = length<2>(line);
  for (std::size_t i = 0; i < count; ++i) {
    const Vector2& p = outline.corners[i];
    const Vector2& q = outline.corners[i + 1 == count ? 0 : i + 1];
    Side side;
    side.normal = {sign * (q[1] - p[1]), sign * (p[0] - q[0])};
    const double size = length<2>(side.normal);
    if (!(size > 0)) continue;
    const double friction = dot<2>(side.normal, line) / (size * line_length);
    side.friction = friction > -1 ? friction : -1;  // NaN if the line is zero
    sides.push_back(side);
  }
}

/// Returns two directions orthogonal to e and to each other, of length 1.
std::array<Vector3, 2> plane_across(const Vector3& e) noexcept {
  const Projection projection = projection_along(e);
  Vector3 x = projection.lift({1, 0});
  Vector3 y{e[1] * x[2] - e[2] * x[1], e[2] * x[0] - e[0] * x[2], e[0] * x[1] - e[1] * x[0]};
  for (Vector3* v : {&x, &y}) {
    const double size = length<3>(*v);
    for (double& entry : *v) entry /= size;
  }
  return {x, y};
}

}  // namespace

void list_sides(const Outlines& outlines, const Vector2& line, std::vector<Side>& sides) {
  sides.clear();
  add_sides(outlines.a, 1, line, sides);
  add_sides(outlines.b, -1, line, sides);
  std::stable_sort(sides.begin(), sides.end(),
                   [](const Side& p, const Side& q) { return p.friction > q.friction; });
}

double gap_along(const Outlines& outlines, const Vector2& shift, const Vector2& n) noexcept {
  double most = -std::numeric_limits<double>::infinity();
  double least = std::numeric_limits<double>::infinity();
  for (const Vector2& corner : outlines.a.corners) most = std::max(most, dot<2>(n, corner));
  for (const Vector2& corner : outlines.b.corners) least = std::min(least, dot<2>(n, corner));
  return (least - most) + dot<2>(n, shift);
}

IndexPair nearest_corners(const Outlines& outlines, const Vector3& e,
                          const RotatedVertices<3>& rotated, const Vector3& shift) {
  const std::array<Vector3, 2> plane = plane_across(e);
  const auto flat = [&](const Vector3& x) {
    return Vector2{dot<3>(plane[0], x), dot<3>(plane[1], x)};
  };
  std::vector<Vector2> corners_b;
  for (const std::int32_t v : outlines.b.vertices) {
    const Vector3& vertex = rotated.b[static_cast<std::size_t>(v)];
    corners_b.push_back(flat({vertex[0] + shift[0], vertex[1] + shift[1], vertex[2] + shift[2]}));
  }
  IndexPair nearest{outlines.a.vertices[0], outlines.b.vertices[0]};
  double least = std::numeric_limits<double>::infinity();
  for (const std::int32_t v : outlines.a.vertices) {
    const Vector2 p = flat(rotated.a[static_cast<std::size_t>(v)]);
    for (std::size_t j = 0; j < corners_b.size(); ++j) {
      const Vector2 between{corners_b[j][0] - p[0], corners_b[j][1] - p[1]};
      const double squared = dot<2>(between, between);
      if (squared < least) {
        least = squared;
        nearest = {v, outlines.b.vertices[j]};
      }
    }
  }
  return nearest;
}

}  // namespace sunder::detail::edge_projection
