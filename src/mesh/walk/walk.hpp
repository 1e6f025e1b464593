// SPDX-License-Identifier: Apache-2.0
//
// Walks two trees together, down to the pairs of leaves that boxes do not prove apart.
#pragma once

#include <cstdint>
#include <limits>

#include "mesh/piece/placed.hpp"

namespace sunder::detail::mesh {

/// Is called with two leaves; false ends the walk.
class LeafVisitor {
 public:
  virtual bool visit(Leaf a, Leaf b) = 0;
  std::int64_t boxes_opened = 0;  ///< counted by the walk

 protected:
  ~LeafVisitor() = default;
};

/// Calls the visitor for every pair of leaves whose boxes are not proven apart. The axes are those of either piece's
/// frame, or those of the world where both are flattened. Every pair of triangles that meet is among them. Returns false
/// if the visitor ended it. Throws std::bad_alloc.
bool walk_pair(const Piece& a, const Piece& b, const PairMaps& maps, LeafVisitor& visitor);

/// Is called with two leaves that may hold the closest triangles.
class NearestVisitor {
 public:
  virtual void visit(Leaf a, Leaf b) = 0;
  /// Pairs of leaves that are proven at least this far apart, in the world's unit, are not visited.
  double reach = std::numeric_limits<double>::infinity();

 protected:
  ~NearestVisitor() = default;
};

/// Calls the visitor for pairs of leaves, near ones first, until every other is proven at least `reach` apart. Throws
/// std::bad_alloc.
void walk_nearest(const Piece& a, const Piece& b, const PairMaps& maps, NearestVisitor& visitor);

}  // namespace sunder::detail::mesh
