// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <coal/collision.h>
#include <coal/config.hh>
#include <coal/distance.h>
#include <coal/shape/geometric_shapes.h>
#include <string>
#include <vector>

#include "bench/coal_shapes.hpp"
#include "bench/peers.hpp"

namespace sunder::bench {
namespace {

using Shape = std::shared_ptr<coal::CollisionGeometry>;

coal::GJKInitialGuess initial_guess(CoalUse use) {
  if (use == CoalUse::guess) return coal::GJKInitialGuess::BoundingVolumeGuess;
  if (use == CoalUse::warm) return coal::GJKInitialGuess::CachedGuess;
  return coal::GJKInitialGuess::DefaultGuess;
}

class CoalPeer final : public Peer {
 public:
  CoalPeer(const PairSet& set, CoalUse use) : use_(use) {
    std::vector<Shape> convex;
    if (use != CoalUse::box) {
      for (const Polytope3& polytope : set.bodies) convex.push_back(make_coal_convex(polytope));
    }
    for (const Pair& pair : set.pairs) {
      const auto shape = [&](std::int32_t body, const Vector3& half) -> Shape {
        if (use != CoalUse::box) return convex[static_cast<std::size_t>(body)];
        return std::make_shared<coal::Box>(2 * half[0], 2 * half[1], 2 * half[2]);
      };
      a_.push_back({shape(pair.a, pair.half_a), make_coal_transform(pair.rows_a.data())});
      b_.push_back({shape(pair.b, pair.half_b), make_coal_transform(pair.rows_b.data())});
      a_.back().shape->computeLocalAABB();
      b_.back().shape->computeLocalAABB();
      const auto* shape_a = a_.back().shape.get();
      const auto* shape_b = b_.back().shape.get();
      collide_.emplace_back(shape_a, shape_b);
      measure_.emplace_back(shape_a, shape_b);
    }
    verdict_.gjk_initial_guess = initial_guess(use);
    verdict_.enable_contact = false;
    verdict_.distance_upper_bound = 0;
    contact_.enable_contact = true;
    contact_.num_max_contacts = 1;
    distance_.gjk_initial_guess = initial_guess(use);
    distance_.enable_nearest_points = false;
    distance_.enable_signed_distance = false;
  }

  bool intersects(std::size_t i) const override {
    coal::CollisionResult result;
    collide_[i](a_[i].transform, b_[i].transform, verdict_, result);
    if (use_ == CoalUse::warm) verdict_.updateGuess(result);
    return result.isCollision();
  }
  double distance(std::size_t i) const override {
    coal::DistanceResult result;
    const double distance = measure_[i](a_[i].transform, b_[i].transform, distance_, result);
    if (use_ == CoalUse::warm) distance_.updateGuess(result);
    return distance;
  }
  double depth(std::size_t i) const override {
    coal::CollisionResult result;
    collide_[i](a_[i].transform, b_[i].transform, contact_, result);
    return result.isCollision() ? std::abs(result.getContact(0).penetration_depth) : -1;
  }

 private:
  struct Placed {
    Shape shape;
    coal::Transform3s transform;
  };

  CoalUse use_;
  std::vector<Placed> a_, b_;
  std::vector<coal::ComputeCollision> collide_;
  std::vector<coal::ComputeDistance> measure_;
  coal::CollisionRequest verdict_;
  coal::CollisionRequest contact_;
  coal::DistanceRequest distance_;
};

}  // namespace

std::string coal_description() {
  return std::string(COAL_VERSION) +
         ", its wheel's binary, double; ComputeCollision with "
         "distance_upper_bound 0, ComputeDistance without nearest points; depth: one contact";
}

std::unique_ptr<Peer> make_coal_peer(const PairSet& set, CoalUse use) {
  return std::make_unique<CoalPeer>(set, use);
}

}  // namespace sunder::bench
