// SPDX-License-Identifier: Apache-2.0
#include "geometry/outline.hpp"

#include <algorithm>
#include <numeric>
#include <vector>

#include "exact/orientation.hpp"
#include "geometry/double_bits.hpp"
#include "geometry/planar_hull.hpp"

namespace sunder::detail {
namespace {

/// Returns all points projected to two coordinates.
std::vector<double> seen_along(const HullBlock& block, int first, int second) {
  std::vector<double> points;
  points.reserve(static_cast<std::size_t>(block.count) * 2);
  for (std::int32_t i = 0; i < block.count; ++i) {
    points.push_back(block.coordinate(i, first));
    points.push_back(block.coordinate(i, second));
  }
  return points;
}

/// Returns one vertex for each place in the projection.
std::vector<std::int32_t> distinct(const PlanarView& view, std::int32_t count) {
  std::vector<std::int32_t> vertices(static_cast<std::size_t>(count));
  std::iota(vertices.begin(), vertices.end(), 0);
  const auto before = [&](std::int32_t i, std::int32_t j) {
    if (!equal(view.x(i), view.x(j))) return less(view.x(i), view.x(j));
    return less(view.y(i), view.y(j));
  };
  std::stable_sort(vertices.begin(), vertices.end(), before);
  const auto same = [&](std::int32_t i, std::int32_t j) { return !before(i, j) && !before(j, i); };
  vertices.erase(std::unique(vertices.begin(), vertices.end(), same), vertices.end());
  return vertices;
}

/// Returns the corners in order, in a projection that preserves the body's affine dimension.
std::vector<std::int32_t> corners_of(const HullBlock& block) {
  const int wanted = block.report->affine_dimension;
  const int views = block.dimension == 2 ? 1 : 3;
  for (int k = 0; k < views; ++k) {
    const std::vector<double> points = seen_along(block, k, (k + 1) % block.dimension);
    if (affine_dimension(points.data(), block.count, 2) != wanted) continue;
    const PlanarView view{points.data(), 2, 0, 1};
    return planar_hull(view, distinct(view, block.count));
  }
  return {};
}

}  // namespace

Owned<Topology> outline_of(const HullBlock& block) {
  const int dimension = block.report->affine_dimension;
  const bool solid = dimension == block.dimension;
  if (block.dimension != 2 && (block.dimension != 3 || solid)) return nullptr;
  Boundary boundary;
  const std::vector<std::int32_t> rim =
      dimension < 1 ? std::vector<std::int32_t>() : corners_of(block);
  const bool polygon = rim.size() > 2;
  std::array<std::int32_t, 2> faces{-1, -1};
  if (polygon && block.dimension == 3) {
    faces = {0, 1};
    boundary.add_face(rim);
    boundary.add_face(std::vector<std::int32_t>(rim.rbegin(), rim.rend()));
  }
  const std::size_t edges = polygon ? rim.size() : rim.size() / 2;
  for (std::size_t i = 0; i < edges; ++i) {
    boundary.edges.push_back({{rim[i], rim[(i + 1) % rim.size()]}, faces});
  }
  return Topology::make(block.count, boundary);
}

}  // namespace sunder::detail
