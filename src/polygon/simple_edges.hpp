// SPDX-License-Identifier: Apache-2.0
//
// From rings to edges that have nothing in common but ends.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "sunder/polytope.hpp"

namespace sunder::detail::polygon {

/// Two of the caller's edges, counted through all rings, that cross outside all corners, and where.
struct Crossing {
  std::array<std::int32_t, 2> edges{};
  Vector2 where{};  ///< rounded
};

struct SimpleEdges {
  std::vector<Vector2> points;                     ///< the distinct corners, by x and then by y
  std::vector<std::array<std::int32_t, 2>> edges;  ///< the lower number first, sorted by it
  std::int64_t cut = 0;              ///< of the caller's edges: with a corner of a ring inside them
  std::int64_t cancelled = 0;        ///< pieces of edges that another one of the same ends cancels
  std::optional<Crossing> crossing;  ///< then the edges are not complete
};

/// Cuts edges at corners in them, and adds pieces modulo 2. Edge i of a ring leads from its corner i to the next one. The
/// coordinates are finite; there are fewer than 2^28 corners. Throws std::bad_alloc.
SimpleEdges simple_edges(std::span<const std::vector<Vector2>> rings);

}  // namespace sunder::detail::polygon
