// SPDX-License-Identifier: Apache-2.0
//
// Walks two trees together, down to the pairs of leaves that boxes do not prove apart.
#pragma once

#include <cstdint>

#include "mesh/placed.hpp"

namespace sunder::detail::mesh {

/// Is called with two leaves; false ends the walk.
class LeafVisitor {
 public:
  virtual bool visit(Leaf a, Leaf b) = 0;

 protected:
  ~LeafVisitor() = default;
};

/// Calls the visitor for every pair of leaves whose boxes are not proven apart in the frame of either piece. Every pair
/// of triangles that meet is among them. Returns false if the visitor ended it. Throws std::bad_alloc.
bool walk_pair(const Piece& a, const Piece& b, const PairMaps& maps, LeafVisitor& visitor);

}  // namespace sunder::detail::mesh
