// SPDX-License-Identifier: Apache-2.0
//
// Defines the contestants of the contact benchmark: all compute the manifold of the same pairs.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "sunder/sunder.hpp"

namespace sunder::bench {

/// Bodies of one set, each pair with its poses. Boxes have half extents too.
struct ContactSet {
  std::string name;
  bool boxes = false;
  std::vector<Polytope3> a, b;
  std::vector<Vector3> half_a, half_b;
  std::vector<Pose3> pose_a, pose_b;

  std::size_t size() const { return a.size(); }
  Posed3 body_a(std::size_t i) const { return {a[i], pose_a[i]}; }
  Posed3 body_b(std::size_t i) const { return {b[i], pose_b[i]}; }
};

/// A peer's manifold: how many points it has, and the greatest depth.
struct PeerManifold {
  int count = 0;
  double depth = -1;
};

class ContactPeer {
 public:
  virtual ~ContactPeer() = default;
  virtual PeerManifold contact(std::size_t i) const = 0;
};

/// Bullet in double, as its world asks: the dispatcher's algorithm for the two shapes fills an empty
/// manifold. Hulls have polyhedral features, so that their faces are clipped.
std::unique_ptr<ContactPeer> make_bullet_contact_peer(const ContactSet& set);
std::string bullet_contact_description();

}  // namespace sunder::bench
