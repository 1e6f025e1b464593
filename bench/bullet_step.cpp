// SPDX-License-Identifier: Apache-2.0
#include <BulletCollision/BroadphaseCollision/btDbvtBroadphase.h>
#include <BulletCollision/CollisionDispatch/btCollisionDispatcher.h>
#include <BulletCollision/CollisionDispatch/btCollisionObject.h>
#include <BulletCollision/CollisionDispatch/btCollisionWorld.h>
#include <BulletCollision/CollisionDispatch/btDefaultCollisionConfiguration.h>
#include <BulletCollision/CollisionShapes/btBoxShape.h>
#include <BulletCollision/CollisionShapes/btConvexHullShape.h>
#include <BulletCollision/CollisionShapes/btSphereShape.h>
#include <vector>

#include "bench/step.hpp"

namespace sunder::bench {
namespace {

btVector3 to_bullet(const Vector3& v) { return {v[0], v[1], v[2]}; }

std::unique_ptr<btConvexShape> make_shape(const PileBody& body) {
  if (body.shape == PileShape::crate) return std::make_unique<btBoxShape>(to_bullet(body.half));
  if (body.shape == PileShape::ball) return std::make_unique<btSphereShape>(body.radius);
  auto hull = std::make_unique<btConvexHullShape>();
  for (std::int32_t i = 0; i < body.core.vertex_count(); ++i)
    hull->addPoint(to_bullet(body.core.vertex(i)), false);
  hull->recalcLocalAabb();
  return hull;
}

class BulletStepper final : public Stepper {
 public:
  explicit BulletStepper(const Pile& pile)
      : pile_(pile),
        dispatcher_(&configuration_),
        world_(&dispatcher_, &broad_phase_, &configuration_) {
    for (const PileBody& body : pile.bodies) {
      shapes_.push_back(make_shape(body));
      objects_.push_back(std::make_unique<btCollisionObject>());
      objects_.back()->setCollisionShape(shapes_.back().get());
      world_.addCollisionObject(objects_.back().get());
    }
  }
  ~BulletStepper() override {
    for (const auto& object : objects_) world_.removeCollisionObject(object.get());
  }
  BulletStepper(const BulletStepper&) = delete;
  BulletStepper& operator=(const BulletStepper&) = delete;

  StepCount step(std::size_t at) override {
    const std::vector<Placed>& places = pile_.steps[at];
    for (std::size_t i = 0; i < places.size(); ++i) {
      const auto& [w, x, y, z] = places[i].wxyz;
      objects_[i]->setWorldTransform(
          btTransform(btQuaternion(x, y, z, w), to_bullet(places[i].position)));
    }
    world_.performDiscreteCollisionDetection();
    StepCount count;
    count.pairs =
        static_cast<std::size_t>(broad_phase_.getOverlappingPairCache()->getNumOverlappingPairs());
    for (int i = 0; i < dispatcher_.getNumManifolds(); ++i) {
      const int contacts = dispatcher_.getManifoldByIndexInternal(i)->getNumContacts();
      count.meeting += contacts > 0 ? 1 : 0;
      count.contacts += static_cast<std::size_t>(contacts);
    }
    return count;
  }

 private:
  const Pile& pile_;
  btDefaultCollisionConfiguration configuration_;
  btCollisionDispatcher dispatcher_;
  btDbvtBroadphase broad_phase_;
  btCollisionWorld world_;
  std::vector<std::unique_ptr<btConvexShape>> shapes_;
  std::vector<std::unique_ptr<btCollisionObject>> objects_;
};

}  // namespace

std::unique_ptr<Stepper> make_bullet_stepper(const Pile& pile) {
  return std::make_unique<BulletStepper>(pile);
}

}  // namespace sunder::bench
