// SPDX-License-Identifier: Apache-2.0
//
// Makes Bullet's shapes of polytopes. Without its margin a shape is the body itself.
#pragma once

#include <BulletCollision/CollisionShapes/btConvexHullShape.h>
#include <memory>

#include "sunder/polytope.hpp"

namespace sunder::bench {

inline btVector3 to_bullet(const Vector3& v) { return {v[0], v[1], v[2]}; }

inline std::unique_ptr<btConvexShape> make_hull(const Polytope3& polytope) {
  auto hull = std::make_unique<btConvexHullShape>();
  for (std::int32_t i = 0; i < polytope.vertex_count(); ++i)
    hull->addPoint(to_bullet(polytope.vertex(i)), false);
  hull->setMargin(0);
  hull->recalcLocalAabb();
  return hull;
}

}  // namespace sunder::bench
