// SPDX-License-Identifier: Apache-2.0
//
// Queries Box2D in float on polygons without its skin: b2CollidePolygons (SAT, up to 8 corners),
// and b2Distance from an empty cache. Overlap is read as in b2TestOverlap.
#pragma once

#include <memory>
#include <string>

#include "bench/contact_peers.hpp"
#include "bench/polygons.hpp"

namespace sunder::bench {

class Box2dPeer {
 public:
  virtual ~Box2dPeer() = default;
  virtual bool intersects_by_sat(std::size_t i) const = 0;
  virtual bool intersects_by_gjk(std::size_t i) const = 0;
  virtual double distance(std::size_t i) const = 0;
  virtual double depth(std::size_t i) const = 0;  ///< of the deepest point of SAT's manifold
  /// The manifold in the world, as a solver reads it: up to two points.
  virtual PeerManifold contact(std::size_t i) const = 0;
};

inline constexpr int kBox2dMostCorners = 8;  ///< for SAT

std::unique_ptr<Box2dPeer> make_box2d_peer(const PolygonSet& set);
std::string box2d_description();

}  // namespace sunder::bench
