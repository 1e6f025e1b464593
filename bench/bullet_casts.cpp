// SPDX-License-Identifier: Apache-2.0
#include <BulletCollision/CollisionDispatch/btCollisionObject.h>
#include <BulletCollision/CollisionDispatch/btCollisionWorld.h>
#include <BulletCollision/CollisionShapes/btSphereShape.h>
#include <BulletCollision/NarrowPhaseCollision/btContinuousConvexCollision.h>
#include <BulletCollision/NarrowPhaseCollision/btGjkConvexCast.h>
#include <BulletCollision/NarrowPhaseCollision/btGjkEpaPenetrationDepthSolver.h>
#include <BulletCollision/NarrowPhaseCollision/btSubSimplexConvexCast.h>
#include <BulletCollision/NarrowPhaseCollision/btVoronoiSimplexSolver.h>

#include "bench/bullet_shapes.hpp"
#include "bench/casts.hpp"

namespace sunder::bench {
namespace {

btTransform to_transform(const Pose3& pose) {
  const auto r = [&](int row, int k) { return pose.linear(row, k); };
  return btTransform(
      btMatrix3x3(r(0, 0), r(0, 1), r(0, 2), r(1, 0), r(1, 1), r(1, 2), r(2, 0), r(2, 1), r(2, 2)),
      btVector3(pose.offset(0), pose.offset(1), pose.offset(2)));
}

class BulletCasts final : public CastPeer {
 public:
  BulletCasts(const CastSet& set, BulletCaster caster) : rays_(set.rays), caster_(caster) {
    point_.setMargin(0);
    for (const Polytope3& body : set.bodies) hulls_.push_back(make_hull(body));
    for (const CastItem& item : set.items) {
      Placed& placed = items_.emplace_back();
      placed.moving =
          rays_ ? static_cast<const btConvexShape*>(&point_) : hulls_[item.moving].get();
      placed.resting = hulls_[item.resting].get();
      placed.at = to_transform(item.pose_resting);
      placed.from = rays_ ? btTransform(btQuaternion::getIdentity(), to_bullet(item.from))
                          : to_transform(item.pose_moving);
      placed.to = placed.from;
      placed.to.setOrigin(placed.from.getOrigin() + to_bullet(item.motion));
      auto& object = objects_.emplace_back(std::make_unique<btCollisionObject>());
      object->setCollisionShape(hulls_[item.resting].get());
      object->setWorldTransform(placed.at);
    }
  }

  double time(std::size_t i) const override {
    const Placed& item = items_[i];
    if (caster_ == BulletCaster::ray_test) {
      btCollisionWorld::ClosestRayResultCallback result(item.from.getOrigin(), item.to.getOrigin());
      btCollisionWorld::rayTestSingle(item.from, item.to, objects_[i].get(), item.resting, item.at,
                                      result);
      return result.hasHit() ? result.m_closestHitFraction : -1;
    }
    btVoronoiSimplexSolver simplex;
    btGjkEpaPenetrationDepthSolver depth;
    if (caster_ == BulletCaster::subsimplex) {
      btSubsimplexConvexCast cast(item.moving, item.resting, &simplex);
      return time_of(cast, item);
    }
    if (caster_ == BulletCaster::gjk) {
      btGjkConvexCast cast(item.moving, item.resting, &simplex);
      return time_of(cast, item);
    }
    btContinuousConvexCollision cast(item.moving, item.resting, &simplex, &depth);
    return time_of(cast, item);
  }

 private:
  struct Placed {
    const btConvexShape* moving = nullptr;
    const btConvexShape* resting = nullptr;
    btTransform at, from, to;
  };

  static double time_of(btConvexCast& cast, const Placed& item) {
    btConvexCast::CastResult result;
    result.m_fraction = 1;
    const bool hit = cast.calcTimeOfImpact(item.from, item.to, item.at, item.at, result);
    return hit ? result.m_fraction : -1;
  }

  bool rays_;
  BulletCaster caster_;
  btSphereShape point_{0};
  std::vector<std::unique_ptr<btConvexShape>> hulls_;
  std::vector<std::unique_ptr<btCollisionObject>> objects_;
  std::vector<Placed> items_;
};

}  // namespace

std::unique_ptr<CastPeer> make_bullet_caster(const CastSet& set, BulletCaster caster) {
  return std::make_unique<BulletCasts>(set, caster);
}

}  // namespace sunder::bench
