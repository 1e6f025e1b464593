// SPDX-License-Identifier: Apache-2.0
//
// Covers the triangles of a mesh by the hulls of some clusters of them. Lanes and paths separate these where the hull
// of the whole mesh meets another body that the mesh does not meet.
//
// Let A and B be meshes, or convex bodies. Where no piece of A meets a piece of B, their boundaries are apart. A
// component of the boundary of A, being connected, then lies inside B or outside of it. It lies outside if one
// of its pieces is apart from B's hull, or if it is longer than B. If all components of both lie outside the
// other, A and B are apart: a ray from a common point would leave one of them inside the other.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "batch/kernels.hpp"
#include "sunder/body.hpp"

namespace sunder::detail::robot {

struct MeshPiece {
  Polytope3 hull;
  std::int32_t component = 0;  ///< of its triangles, joined over corners at one place; ascending
  std::unique_ptr<const batch::LaneHull> lanes;
};

/// A cluster of triangles, or both of its halves.
struct PieceNode {
  Polytope3 hull;
  std::int32_t second = -1;  ///< its second half, the first being the next node; -1: not halved
  std::vector<std::int32_t>
      components;  ///< of its triangles, joined over corners at one place; ascending
};

/// Clusters of all sizes, each of them two halves of the one above.
struct PieceTree {
  std::vector<PieceNode> nodes;  ///< the first holds all triangles
  std::int32_t components = 0;   ///< of the mesh
};

/// Returns the tree of a body that is one mesh at the identity; none of another one, and of one of too many components.
PieceTree piece_tree_of(const Body3& body);

/// Returns the pieces of a body that is one mesh at the identity, and far from its hull. There are none of another one,
/// and of one of too many components.
std::vector<MeshPiece> pieces_of(const Body3& body, const Polytope3& hull);

}  // namespace sunder::detail::robot
