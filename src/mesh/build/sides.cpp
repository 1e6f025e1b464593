// SPDX-License-Identifier: Apache-2.0
//
// Idea: A sheet is triangles joined over edges of two uses; the inside is on one side of all of them. One ray from one
// triangle tells.
// Source: docs/bodies.md.
// Bound: No number is rounded.
// Cost: A ray for each sheet.
// Gives up: Never.
#include "mesh/build/sides.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <span>
#include <utility>
#include <vector>

#include "geometry/vectors.hpp"
#include "mesh/build/surface_edges.hpp"
#include "mesh/forest.hpp"
#include "mesh/triangles/winding.hpp"

namespace sunder::detail::mesh {
namespace {

/// Chooses four corners whose mean is inside a triangle, level with none of its corners if there is such a choice. A ray
/// along the axis then meets no edge of what is symmetric.
std::array<std::int32_t, 4> ray_start(const WorldTriangle& t, const Corners& c, std::size_t axis) {
  for (std::size_t twice = 0; twice < 3; ++twice) {
    bool is_level = false;
    for (std::size_t k = 0; k < 3; ++k) {
      const double mean = (t[0][k] + t[1][k] + t[2][k] + t[twice][k]) / 4;
      is_level = is_level || (k != axis && (mean == t[0][k] || mean == t[1][k] || mean == t[2][k]));
    }
    if (!is_level) return {c[0], c[1], c[2], c[twice]};
  }
  return {c[0], c[1], c[2], c[0]};
}

/// Returns the winding number in front of a triangle; behind it there is one more.
int winding_in_front(PiecePair& pair, std::int32_t triangle) {
  const Corners& c = pair.piece(0).corners(triangle);
  const WorldTriangle t = pair.world(0, triangle);
  const Vector3 normal = cross(minus<3>(t[1], t[0]), minus<3>(t[2], t[0]));
  // An axis out of the plane, the steepest by doubles first.
  std::array<std::size_t, 3> axes{0, 1, 2};
  std::sort(axes.begin(), axes.end(), [&](std::size_t i, std::size_t j) {
    return std::fabs(normal[i]) > std::fabs(normal[j]);
  });
  for (const std::size_t axis : axes) {
    const int sign =
        pair.exact().normal_component({0, c[0]}, {0, c[1]}, {0, c[2]}, static_cast<int>(axis));
    if (sign == 0) continue;
    const int along = winding_number(pair, 0, {0, ray_start(t, c, axis), axis, triangle});
    return sign > 0 ? along : along - 1;
  }
  return 0;
}

}  // namespace

SideCounts settle_sides(Piece& piece) {
  SideCounts counts;
  Forest sheets(piece.triangles.size());
  for_each_edge(edge_uses(piece.triangles, piece.points.size()),
                [&](std::span<const EdgeUse> uses) {
                  if (uses.size() == 2) sheets.join(uses[0].triangle, uses[1].triangle);
                });
  enum class Side : std::uint8_t { unknown, behind, front, both };
  std::vector<Side> inside(piece.triangles.size(), Side::unknown);  // of each sheet, at its root
  PiecePair pair({&piece, {}}, {&piece, {}});
  const auto side_of = [&](std::int32_t triangle) {
    Side& side = inside[static_cast<std::size_t>(sheets.root(triangle))];
    if (side == Side::unknown) {
      const int front = winding_in_front(pair, triangle);
      side = front == 0 ? Side::behind : (front == -1 ? Side::front : Side::both);
    }
    return side;
  };
  std::vector<Corners> kept;
  std::vector<std::int32_t> callers;
  for (std::size_t i = 0; i < piece.triangles.size(); ++i) {
    const Corners& corners = piece.triangles[i];
    const Side side = side_of(static_cast<std::int32_t>(i));
    if (side == Side::front) ++counts.turned;
    if (side == Side::both) {
      ++counts.buried;
      continue;
    }
    kept.push_back(side == Side::front ? Corners{corners[0], corners[2], corners[1]} : corners);
    callers.push_back(piece.caller[i]);
  }
  piece.triangles = std::move(kept);
  if (counts.buried > 0) {
    piece.caller = std::move(callers);
    take_points(piece, std::vector<Vector3>(piece.points));
    index_piece(piece);
  }
  return counts;
}

}  // namespace sunder::detail::mesh
