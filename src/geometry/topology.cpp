// SPDX-License-Identifier: Apache-2.0
//
// Idea: Each edge is a pair of opposite sides; sorting the sides of all faces brings the two
// together. The topology of a box is written down from its vertex order.
// Cost: O(n log n) for n edges.
// Gives up: Never; the faces must close up.
#include "geometry/topology.hpp"

#include <algorithm>
#include <cstddef>
#include <tuple>
#include <utility>

namespace sunder::detail {
namespace {

/// One side of an edge: a face that runs along it.
struct Side {
  std::int32_t low;
  std::int32_t high;
  bool backwards;  ///< the face runs from high to low
  std::int32_t face;

  auto key() const noexcept { return std::tie(low, high, backwards); }
};

std::vector<Edge> rectangle_edges() {
  constexpr std::array<std::int32_t, 4> kCycle{0, 1, 3, 2};
  std::vector<Edge> edges(4);
  for (std::size_t i = 0; i < 4; ++i) edges[i].vertices = {kCycle[i], kCycle[(i + 1) % 4]};
  return edges;
}

std::vector<Face> cuboid_faces() {
  std::vector<Face> faces;
  for (std::size_t k = 0; k < 3; ++k) {
    const std::int32_t l = 1 << ((k + 1) % 3);
    const std::int32_t m = 1 << ((k + 2) % 3);
    Face lower;
    lower.normal[k] = -1;
    lower.vertices = {0, m, l | m, l};
    Face upper;
    upper.normal[k] = 1;
    const std::int32_t side = 1 << k;
    upper.vertices = {side, side | l, side | l | m, side | m};
    faces.push_back(std::move(lower));
    faces.push_back(std::move(upper));
  }
  return faces;
}

}  // namespace

std::vector<Edge> edges_of(const std::vector<Face>& faces) {
  std::vector<Side> sides;
  for (std::size_t f = 0; f < faces.size(); ++f) {
    const std::vector<std::int32_t>& cycle = faces[f].vertices;
    for (std::size_t i = 0; i < cycle.size(); ++i) {
      const std::int32_t from = cycle[i];
      const std::int32_t to = cycle[(i + 1) % cycle.size()];
      sides.push_back(
          {std::min(from, to), std::max(from, to), from > to, static_cast<std::int32_t>(f)});
    }
  }
  std::sort(sides.begin(), sides.end(),
            [](const Side& a, const Side& b) { return a.key() < b.key(); });
  std::vector<Edge> edges;
  for (std::size_t i = 0; i + 1 < sides.size(); i += 2) {
    Edge edge;
    edge.vertices = {sides[i].low, sides[i].high};
    edge.faces = {sides[i].face, sides[i + 1].face};
    edges.push_back(edge);
  }
  return edges;
}

void list_neighbours(Topology& topology, std::int32_t count) {
  std::vector<std::int32_t>& first = topology.first_around;
  first.assign(static_cast<std::size_t>(count) + 1, 0);
  for (const Edge& edge : topology.edges) {
    for (const std::int32_t v : edge.vertices) ++first[static_cast<std::size_t>(v) + 1];
  }
  for (std::size_t v = 1; v < first.size(); ++v) first[v] += first[v - 1];
  topology.neighbours.resize(2 * topology.edges.size());
  topology.edges_around.resize(2 * topology.edges.size());
  std::vector<std::int32_t> next(first.begin(), first.end() - 1);
  for (std::size_t e = 0; e < topology.edges.size(); ++e) {
    const auto [u, v] = topology.edges[e].vertices;
    for (const auto& [from, to] : {std::pair(u, v), std::pair(v, u)}) {
      const auto at = static_cast<std::size_t>(next[static_cast<std::size_t>(from)]++);
      topology.neighbours[at] = to;
      topology.edges_around[at] = static_cast<std::int32_t>(e);
    }
  }
}

std::unique_ptr<const Topology> box_topology(int dimension) {
  auto topology = std::make_unique<Topology>();
  if (dimension == 2) {
    topology->edges = rectangle_edges();
  } else {
    topology->faces = cuboid_faces();
    topology->edges = edges_of(topology->faces);
  }
  list_neighbours(*topology, 1 << dimension);
  return topology;
}

}  // namespace sunder::detail
