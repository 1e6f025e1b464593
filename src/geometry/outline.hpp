// SPDX-License-Identifier: Apache-2.0
//
// Edges and faces of bodies that carry none: points, segments, polygons in space, and in the plane bodies
// that were built without reduction. Found anew at each call, for algorithms that are asked for by name.
#pragma once

#include <memory>

#include "geometry/hull_block.hpp"

namespace sunder::detail {

/// In the plane the edges of the hull, a segment's one edge, nothing for a point. In space a polygon as
/// the solid of two faces that it is the limit of, a segment as an edge without faces (-1), nothing for
/// a point; null for a solid, whose faces are found when it is built. Cost O(n log n).
std::unique_ptr<const Topology> outline_of(const HullBlock& block);

/// The topology of a hull: the one it keeps, else its outline. None of a solid built without faces.
class ShownTopology {
 public:
  explicit ShownTopology(const HullBlock& hull)
      : outline_(hull.topology == nullptr ? outline_of(hull) : nullptr),
        topology_(outline_ != nullptr ? outline_.get() : hull.topology.get()) {}

  explicit operator bool() const noexcept { return topology_ != nullptr; }
  const Topology& operator*() const noexcept { return *topology_; }
  const Topology* operator->() const noexcept { return topology_; }

 private:
  std::unique_ptr<const Topology> outline_;
  const Topology* topology_;
};

}  // namespace sunder::detail
