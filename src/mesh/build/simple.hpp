// SPDX-License-Identifier: Apache-2.0
//
// Is a mesh simple: have any two triangles nothing in common, or a vertex, or an edge?
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include "mesh/piece/piece.hpp"

namespace sunder::detail::mesh {

/// Vertices of a piece on its own edges and triangles.
struct Insertions {
  std::map<std::array<std::int32_t, 2>, std::vector<std::int32_t>> on_edges;
  std::map<std::int32_t, std::vector<std::int32_t>> in_triangles;
  std::array<std::int32_t, 2> first{-1, -1};  ///< the triangles that gave the first vertex
  bool empty() const noexcept { return on_edges.empty() && in_triangles.empty(); }
};

/// Returns the first two triangles found that have more in common, by their place in the piece. Pairs that cuts at
/// vertices would mend do not count; their vertices are appended. A mesh with neither is simple. Exact. Cost: O(n log n) and some
/// flops a neighbour; coplanar neighbours take exact signs.
std::optional<std::array<std::int32_t, 2>> find_crossing(const Piece& piece,
                                                         Insertions& insertions);

}  // namespace sunder::detail::mesh
