// SPDX-License-Identifier: Apache-2.0
//
// Walks a piece's tree with itself, down to the pairs of triangles that boxes do not prove apart.
#pragma once

#include <cstdint>

#include "mesh/build/hubs.hpp"

namespace sunder::detail::mesh {

/// Is called with two triangles, i < j, each pair once; false ends the walk.
class ClosePairVisitor {
 public:
  virtual bool visit(std::int32_t i, std::int32_t j) = 0;

 protected:
  ~ClosePairVisitor() = default;
};

/// Calls the visitor for every two triangles whose boxes are not proven apart. Nodes are not paired where
/// hubs.look_at(i, j) holds for all their triangles, as their common hubs tell. Returns false if the visitor ended it. Throws std::bad_alloc.
bool walk_self(const Piece& piece, const OwnHubs& hubs, ClosePairVisitor& visitor);

}  // namespace sunder::detail::mesh
