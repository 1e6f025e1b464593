// SPDX-License-Identifier: Apache-2.0
//
// Computes edges and faces of bodies that store none: points, segments, polygons in space, and
// bodies in the plane that were built without reduction. Each call computes them anew, for
// algorithms that a caller requests by name.
#pragma once

#include "geometry/topology.hpp"

namespace sunder::detail {

/// In the plane it gives the edges of the hull, the one edge of a segment, and nothing for a point.
/// In space a polygon becomes a solid of two faces, of which it is the limit. A segment becomes an
/// edge without faces (-1), and a point gives nothing. It is null for a solid, whose faces are
/// computed when it is built. Cost: O(n log n).
Owned<Topology> outline_of(const HullBlock& block);

/// The topology of a hull: the stored one, else its outline. A solid built without faces has none.
class ShownTopology {
 public:
  explicit ShownTopology(const HullBlock& hull)
      : outline_(hull.topology == nullptr ? outline_of(hull) : nullptr),
        topology_(outline_ != nullptr ? outline_.get() : hull.topology.get()) {}

  explicit operator bool() const noexcept { return topology_ != nullptr; }
  const Topology& operator*() const noexcept { return *topology_; }
  const Topology* operator->() const noexcept { return topology_; }

 private:
  Owned<Topology> outline_;
  const Topology* topology_;
};

}  // namespace sunder::detail
