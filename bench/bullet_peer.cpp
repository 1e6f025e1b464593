// SPDX-License-Identifier: Apache-2.0
#include <BulletCollision/CollisionShapes/btBoxShape.h>
#include <BulletCollision/NarrowPhaseCollision/btGjkEpa2.h>
#include <string>
#include <vector>

#include "bench/bullet_shapes.hpp"
#include "bench/peers.hpp"

namespace sunder::bench {
namespace {

std::unique_ptr<btConvexShape> make_box(const Vector3& half) {
  auto box = std::make_unique<btBoxShape>(to_bullet(half));
  box->setMargin(0);
  return box;
}

btTransform make_transform(const std::vector<double>& rows) {
  const double* r = rows.data();
  return btTransform(btMatrix3x3(r[0], r[1], r[2], r[4], r[5], r[6], r[8], r[9], r[10]),
                     btVector3(r[3], r[7], r[11]));
}

class BulletPeer final : public Peer {
 public:
  BulletPeer(const PairSet& set, bool as_boxes) : as_boxes_(as_boxes) {
    if (!as_boxes) {
      for (const Polytope3& polytope : set.bodies) shapes_.push_back(make_hull(polytope));
    }
    for (const Pair& pair : set.pairs) {
      a_.push_back(place(pair.a, pair.half_a, pair.rows_a));
      b_.push_back(place(pair.b, pair.half_b, pair.rows_b));
    }
  }

  bool intersects(std::size_t i) const override { return distance(i) <= 0; }
  double distance(std::size_t i) const override {
    btGjkEpaSolver2::sResults results;
    const bool apart = btGjkEpaSolver2::Distance(a_[i].shape, a_[i].transform, b_[i].shape,
                                                 b_[i].transform, guess(i), results);
    return apart ? results.distance : 0;
  }
  double depth(std::size_t i) const override {
    btGjkEpaSolver2::sResults results;
    const bool found = btGjkEpaSolver2::Penetration(a_[i].shape, a_[i].transform, b_[i].shape,
                                                    b_[i].transform, guess(i), results, false);
    return found ? -results.distance : -1;
  }

 private:
  struct Placed {
    const btConvexShape* shape;
    btTransform transform;
  };

  btVector3 guess(std::size_t i) const {
    return a_[i].transform.getOrigin() - b_[i].transform.getOrigin();
  }

  Placed place(std::int32_t body, const Vector3& half, const std::vector<double>& rows) {
    if (as_boxes_) shapes_.push_back(make_box(half));
    const auto& shape = as_boxes_ ? shapes_.back() : shapes_[static_cast<std::size_t>(body)];
    return {shape.get(), make_transform(rows)};
  }

  bool as_boxes_;
  std::vector<std::unique_ptr<btConvexShape>> shapes_;
  std::vector<Placed> a_, b_;
};

}  // namespace

std::string bullet_description() {
  return std::to_string(BT_BULLET_VERSION) +
         ", Debian's binary, double; btGjkEpaSolver2 on shapes without margins";
}

std::unique_ptr<Peer> make_bullet_peer(const PairSet& set, bool as_boxes) {
  return std::make_unique<BulletPeer>(set, as_boxes);
}

}  // namespace sunder::bench
