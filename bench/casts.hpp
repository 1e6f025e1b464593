// SPDX-License-Identifier: Apache-2.0
//
// Defines sets of casts, and whom they are asked. A ray is the cast of a point.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "sunder/sunder.hpp"

namespace sunder::bench {

/// A body moves by `motion` toward another, which rests. Without a moving body it is a ray.
struct CastItem {
  std::size_t moving = 0;   ///< a body of the set; rays: none
  std::size_t resting = 0;  ///< a body of the set
  Vector3 from{};           ///< the ray's origin, or the offset of `moving`
  Vector3 motion{};
  Pose3 pose_moving = Pose3::identity();
  Pose3 pose_resting = Pose3::identity();
};

struct CastSet {
  bool rays = false;
  std::vector<Polytope3> bodies;
  std::vector<CastItem> items;
};

/// Answers with the time of the first meeting, or -1.
class CastPeer {
 public:
  virtual ~CastPeer() = default;
  virtual double time(std::size_t item) const = 0;
};

enum class BulletCaster { subsimplex, gjk, continuous, ray_test };
std::unique_ptr<CastPeer> make_bullet_caster(const CastSet& set, BulletCaster caster);

/// Conservative advancement; there are no rays.
std::unique_ptr<CastPeer> make_fcl_caster(const CastSet& set);

}  // namespace sunder::bench
