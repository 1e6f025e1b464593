// SPDX-License-Identifier: Apache-2.0
#include <BulletCollision/BroadphaseCollision/btCollisionAlgorithm.h>
#include <BulletCollision/CollisionDispatch/btCollisionDispatcher.h>
#include <BulletCollision/CollisionDispatch/btCollisionObject.h>
#include <BulletCollision/CollisionDispatch/btCollisionObjectWrapper.h>
#include <BulletCollision/CollisionDispatch/btDefaultCollisionConfiguration.h>
#include <BulletCollision/CollisionDispatch/btManifoldResult.h>
#include <BulletCollision/CollisionShapes/btBoxShape.h>
#include <BulletCollision/CollisionShapes/btConvexHullShape.h>
#include <BulletCollision/NarrowPhaseCollision/btPersistentManifold.h>
#include <algorithm>
#include <limits>

#include "bench/contact_peers.hpp"

namespace sunder::bench {
namespace {

btVector3 to_bullet(const Vector3& v) { return {v[0], v[1], v[2]}; }

btTransform transform_of(const Pose3& pose) {
  btMatrix3x3 basis;
  for (int l = 0; l < 3; ++l) {
    basis[l] = btVector3(pose.linear(l, 0), pose.linear(l, 1), pose.linear(l, 2));
  }
  return btTransform(basis, btVector3(pose.offset(0), pose.offset(1), pose.offset(2)));
}

/// The default margins of boxes and hulls stay where they lie inside the shape, as a user has them.
/// A hull's margin lies outside, and is set to 0.
std::unique_ptr<btConvexShape> shape_of(const Polytope3& polytope, bool is_box,
                                        const Vector3& half) {
  if (is_box) return std::make_unique<btBoxShape>(to_bullet(half));
  auto hull = std::make_unique<btConvexHullShape>();
  for (std::int32_t i = 0; i < polytope.vertex_count(); ++i) {
    hull->addPoint(to_bullet(polytope.vertex(i)), false);
  }
  hull->setMargin(0);
  hull->recalcLocalAabb();
  hull->initializePolyhedralFeatures();
  return hull;
}

class BulletContacts final : public ContactPeer {
 public:
  explicit BulletContacts(const ContactSet& set) : dispatcher_(&configuration_) {
    for (std::size_t i = 0; i < set.size(); ++i) {
      add(set.a[i], set.boxes ? set.half_a[i] : Vector3{}, set.pose_a[i], set.boxes);
      add(set.b[i], set.boxes ? set.half_b[i] : Vector3{}, set.pose_b[i], set.boxes);
    }
    for (std::size_t i = 0; i < set.size(); ++i) {
      const btCollisionObject* const a = objects_[2 * i].get();
      const btCollisionObject* const b = objects_[2 * i + 1].get();
      pairs_.push_back(std::make_unique<Pair>(a, b));
      Pair& pair = *pairs_.back();
      pair.algorithm =
          dispatcher_.findAlgorithm(&pair.a, &pair.b, nullptr, BT_CONTACT_POINT_ALGORITHMS);
    }
  }
  ~BulletContacts() override {
    for (const auto& pair : pairs_) {
      pair->algorithm->~btCollisionAlgorithm();
      dispatcher_.freeCollisionAlgorithm(pair->algorithm);
    }
  }
  BulletContacts(const BulletContacts&) = delete;
  BulletContacts& operator=(const BulletContacts&) = delete;

  PeerManifold contact(std::size_t i) const override {
    Pair& pair = *pairs_[i];
    if (pair.manifold != nullptr) pair.manifold->clearManifold();
    btManifoldResult result(&pair.a, &pair.b);
    const btDispatcherInfo info;
    pair.algorithm->processCollision(&pair.a, &pair.b, info, &result);
    pair.manifold = result.getPersistentManifold();
    PeerManifold found;
    found.depth = -std::numeric_limits<double>::infinity();
    for (int k = 0; k < pair.manifold->getNumContacts(); ++k) {
      ++found.count;
      found.depth = std::max(found.depth, -pair.manifold->getContactPoint(k).getDistance());
    }
    return found;
  }

 private:
  struct Pair {
    Pair(const btCollisionObject* of_a, const btCollisionObject* of_b)
        : a(nullptr, of_a->getCollisionShape(), of_a, of_a->getWorldTransform(), -1, -1),
          b(nullptr, of_b->getCollisionShape(), of_b, of_b->getWorldTransform(), -1, -1) {}
    btCollisionObjectWrapper a, b;
    btCollisionAlgorithm* algorithm = nullptr;
    btPersistentManifold* manifold = nullptr;  ///< the algorithm's own, from its first answer
  };

  void add(const Polytope3& polytope, const Vector3& half, const Pose3& pose, bool is_box) {
    shapes_.push_back(shape_of(polytope, is_box, half));
    objects_.push_back(std::make_unique<btCollisionObject>());
    objects_.back()->setCollisionShape(shapes_.back().get());
    objects_.back()->setWorldTransform(transform_of(pose));
  }

  btDefaultCollisionConfiguration configuration_;
  mutable btCollisionDispatcher dispatcher_;
  std::vector<std::unique_ptr<btConvexShape>> shapes_;
  std::vector<std::unique_ptr<btCollisionObject>> objects_;
  std::vector<std::unique_ptr<Pair>> pairs_;
};

}  // namespace

std::string bullet_contact_description() {
  return std::to_string(BT_BULLET_VERSION) +
         ", Debian's binary, double; btCollisionDispatcher's algorithm of the two shapes, hulls "
         "with "
         "polyhedral features";
}

std::unique_ptr<ContactPeer> make_bullet_contact_peer(const ContactSet& set) {
  return std::make_unique<BulletContacts>(set);
}

}  // namespace sunder::bench
