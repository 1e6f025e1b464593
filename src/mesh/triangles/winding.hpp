// SPDX-License-Identifier: Apache-2.0
//
// Winding numbers: how often a closed mesh goes round a point that is not on it.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "mesh/triangles/triangle_pair.hpp"

namespace sunder::detail::mesh {

/// A ray from the mean of some vertices, along an axis of the mesh' own frame.
struct RayStart {
  int side = 0;  ///< whose vertices
  std::span<const std::int32_t> vertices;
  std::size_t axis = 0;
  std::int32_t skipped = -1;  ///< a triangle that does not count
};

/// Returns the winding number of the mesh of piece `side` about the start. It is exact; the start is not on the mesh,
/// the skipped triangle apart. The piece is not flattened by its poses. Cost: O(log n) boxes, and a sign for each
/// triangle that rounding leaves open.
/// The triangles that the ray crosses are appended to `crossed`, with their signs, where it is given.
struct CrossedTriangle {
  std::int32_t triangle;
  int sign;
};
int winding_number(PiecePair& pair, int side, const RayStart& start,
                   std::vector<CrossedTriangle>* crossed = nullptr);

}  // namespace sunder::detail::mesh
