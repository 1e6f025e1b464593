// SPDX-License-Identifier: Apache-2.0
#include "geometry/outline.hpp"

#include <algorithm>
#include <numeric>
#include <span>
#include <vector>

#include "exact/orientation.hpp"
#include "geometry/double_bits.hpp"
#include "geometry/planar_hull.hpp"

namespace sunder::detail {
namespace {

/// All points projected to two coordinates.
std::vector<double> seen_along(const HullBlock& block, int first, int second) {
  std::vector<double> points;
  points.reserve(static_cast<std::size_t>(block.count) * 2);
  for (std::int32_t i = 0; i < block.count; ++i) {
    points.push_back(block.coordinate(i, first));
    points.push_back(block.coordinate(i, second));
  }
  return points;
}

/// One vertex for each place in the projection.
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

/// The corners in order, in a projection that preserves the body's affine dimension.
std::vector<std::int32_t> corners_of(const HullBlock& block) {
  const int wanted = block.report.affine_dimension;
  const int views = block.dimension == 2 ? 1 : 3;
  for (int k = 0; k < views; ++k) {
    const std::vector<double> points = seen_along(block, k, (k + 1) % block.dimension);
    if (affine_dimension(points.data(), block.count, 2) != wanted) continue;
    const PlanarView view{points.data(), 2, 0, 1};
    return planar_hull(view, distinct(view, block.count));
  }
  return {};
}

void append_face(Topology& topology, std::vector<std::int32_t> rim) {
  topology.faces.push_back({});
  topology.faces.back().vertices = std::move(rim);
}

}  // namespace

std::unique_ptr<const Topology> outline_of(const HullBlock& block) {
  const bool solid = block.report.affine_dimension == block.dimension;
  if (block.dimension != 2 && (block.dimension != 3 || solid)) return nullptr;
  auto topology = std::make_unique<Topology>();
  if (block.report.affine_dimension < 1) return topology;
  const std::vector<std::int32_t> rim = corners_of(block);
  const bool polygon = rim.size() > 2;
  std::array<std::int32_t, 2> faces{-1, -1};
  if (polygon && block.dimension == 3) {
    faces = {0, 1};
    append_face(*topology, rim);
    append_face(*topology, {rim.rbegin(), rim.rend()});
  }
  const std::size_t edges = polygon ? rim.size() : 1;
  for (std::size_t i = 0; i < edges; ++i) {
    topology->edges.push_back({{rim[i], rim[(i + 1) % rim.size()]}, faces});
  }
  return topology;
}

}  // namespace sunder::detail
