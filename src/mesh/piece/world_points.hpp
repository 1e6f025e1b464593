// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "mesh/piece/placed.hpp"

namespace sunder::detail::mesh {

/// The points of a piece in the world, rounded.
struct WorldPoints {
  std::vector<Vector3> points;
  double error = 0;  ///< how far a point may be from the exact one
};

/// Throws std::bad_alloc.
WorldPoints world_points(const Piece& piece, const PoseChain& chain);

}  // namespace sunder::detail::mesh
