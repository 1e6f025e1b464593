// SPDX-License-Identifier: Apache-2.0
//
// Walks two trees together of which one moves along a line, down to the pairs of leaves that may meet.
#pragma once

#include <array>
#include <limits>

#include "mesh/piece/placed.hpp"
#include "mesh/triangles/moving_triangles.hpp"
#include "mesh/walk/walk.hpp"

namespace sunder::detail::mesh {

/// Is called with two leaves that may meet until `reach`; it may lower that.
class SweepVisitor {
 public:
  virtual void visit(Leaf a, Leaf b) = 0;
  double reach = std::numeric_limits<double>::infinity();  ///< a time

 protected:
  ~SweepVisitor() = default;
};

/// Calls the visitor for pairs of leaves, early ones first, until no other meets until `reach`. Piece a moves with the
/// velocity relative to b. Throws std::bad_alloc.
void walk_swept(const Piece& a, const Piece& b, const PairMaps& maps, const Velocity& velocity,
                SweepVisitor& visitor);

}  // namespace sunder::detail::mesh
