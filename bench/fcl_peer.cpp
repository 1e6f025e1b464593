// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <fcl/config.h>
#include <fcl/fcl.h>
#include <vector>

#include "bench/fcl_shapes.hpp"
#include "bench/peers.hpp"

namespace sunder::bench {
namespace {

fcl::Transform3d make_transform(const std::vector<double>& rows) {
  fcl::Transform3d transform = fcl::Transform3d::Identity();
  for (int row = 0; row < 3; ++row) {
    for (int k = 0; k < 4; ++k)
      transform.matrix()(row, k) = rows[static_cast<std::size_t>(4 * row + k)];
  }
  return transform;
}

class FclPeer final : public Peer {
 public:
  FclPeer(const PairSet& set, FclSolver solver, bool as_boxes)
      : solver_(solver), as_boxes_(as_boxes) {
    std::vector<std::shared_ptr<fcl::CollisionGeometryd>> convex;
    if (!as_boxes) {
      for (const Polytope3& polytope : set.bodies) convex.push_back(make_convex(polytope));
    }
    for (const Pair& pair : set.pairs) {
      const auto shape = [&](std::int32_t body,
                             const Vector3& half) -> std::shared_ptr<fcl::CollisionGeometryd> {
        if (!as_boxes) return convex[static_cast<std::size_t>(body)];
        return std::make_shared<fcl::Boxd>(2 * half[0], 2 * half[1], 2 * half[2]);
      };
      a_.emplace_back(shape(pair.a, pair.half_a), make_transform(pair.rows_a));
      b_.emplace_back(shape(pair.b, pair.half_b), make_transform(pair.rows_b));
    }
    const auto type = solver == FclSolver::libccd ? fcl::GST_LIBCCD : fcl::GST_INDEP;
    collision_.gjk_solver_type = type;
    collision_.enable_contact = false;
    collision_.num_max_contacts = 1;
    contact_ = collision_;
    contact_.enable_contact = true;
    distance_.gjk_solver_type = type;
    distance_.enable_nearest_points = false;
    distance_.distance_tolerance = 1e-9;
  }

  bool intersects(std::size_t i) const override {
    fcl::CollisionResultd result;
    fcl::collide(&a_[i], &b_[i], collision_, result);
    return result.isCollision();
  }
  double distance(std::size_t i) const override {
    fcl::DistanceResultd result;
    return fcl::distance(&a_[i], &b_[i], distance_, result);
  }
  /// The independent solver reports the depth with the opposite sign.
  double depth(std::size_t i) const override {
    fcl::CollisionResultd result;
    fcl::collide(&a_[i], &b_[i], contact_, result);
    return result.numContacts() > 0 ? std::abs(result.getContact(0).penetration_depth) : -1;
  }

 private:
  FclSolver solver_;
  bool as_boxes_;
  std::vector<fcl::CollisionObjectd> a_, b_;
  fcl::CollisionRequestd collision_;
  fcl::CollisionRequestd contact_;
  fcl::DistanceRequestd distance_;
};

}  // namespace

std::string fcl_description() {
  return std::string(FCL_VERSION) +
         ", Debian's binary, double; collide() without contacts, distance() without nearest "
         "points; depth: collide() with one contact";
}

std::unique_ptr<Peer> make_fcl_peer(const PairSet& set, FclSolver solver, bool as_boxes) {
  return std::make_unique<FclPeer>(set, solver, as_boxes);
}

}  // namespace sunder::bench
