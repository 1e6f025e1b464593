// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <coal/collision.h>
#include <coal/shape/convex.h>
#include <coal/shape/geometric_shapes.h>
#include <cstdlib>
#include <vector>

#include "bench/peers.hpp"

namespace sunder::bench {
namespace {

using Shape = std::shared_ptr<coal::CollisionGeometry>;

Shape make_convex(const Polytope3& polytope) {
  auto points = std::make_shared<std::vector<coal::Vec3s>>();
  for (std::int32_t i = 0; i < polytope.vertex_count(); ++i) {
    const Vector3 v = polytope.vertex(i);
    points->push_back({v[0], v[1], v[2]});
  }
  auto triangles = std::make_shared<std::vector<coal::Triangle>>();
  for (const Face& face : polytope.faces()) {
    const auto corner = [&](std::size_t k) { return static_cast<std::size_t>(face.vertices[k]); };
    for (std::size_t k = 2; k < face.vertices.size(); ++k)
      triangles->emplace_back(corner(0), corner(k - 1), corner(k));
  }
  const auto point_count = static_cast<unsigned>(points->size());
  const auto triangle_count = static_cast<unsigned>(triangles->size());
  return std::make_shared<coal::Convex<coal::Triangle>>(points, point_count, triangles,
                                                        triangle_count);
}

coal::Transform3s make_transform(const std::vector<double>& rows) {
  coal::Matrix3s rotation;
  coal::Vec3s translation;
  for (int row = 0; row < 3; ++row) {
    const auto first = static_cast<std::size_t>(4 * row);
    for (int k = 0; k < 3; ++k) rotation(row, k) = rows[first + static_cast<std::size_t>(k)];
    translation[row] = rows[first + 3];
  }
  return {rotation, translation};
}

class CoalPeer final : public Peer {
 public:
  CoalPeer(const PairSet& set, bool as_boxes) : as_boxes_(as_boxes) {
    std::vector<Shape> convex;
    if (!as_boxes) {
      for (const Polytope3& polytope : set.bodies) convex.push_back(make_convex(polytope));
    }
    for (const Pair& pair : set.pairs) {
      const auto shape = [&](std::int32_t body, const Vector3& half) -> Shape {
        if (!as_boxes) return convex[static_cast<std::size_t>(body)];
        return std::make_shared<coal::Box>(2 * half[0], 2 * half[1], 2 * half[2]);
      };
      a_.push_back({shape(pair.a, pair.half_a), make_transform(pair.rows_a)});
      b_.push_back({shape(pair.b, pair.half_b), make_transform(pair.rows_b)});
    }
    request_.enable_contact = true;
    request_.num_max_contacts = 1;
  }

  std::string name() const override { return as_boxes_ ? "coal_box" : "coal_convex"; }
  bool intersects(std::size_t) const override { std::abort(); }
  double distance(std::size_t) const override { std::abort(); }
  double depth(std::size_t i) const override {
    coal::CollisionResult result;
    coal::collide(a_[i].shape.get(), a_[i].transform, b_[i].shape.get(), b_[i].transform, request_,
                  result);
    return result.isCollision() ? std::abs(result.getContact(0).penetration_depth) : -1;
  }

 private:
  struct Placed {
    Shape shape;
    coal::Transform3s transform;
  };

  bool as_boxes_;
  std::vector<Placed> a_, b_;
  coal::CollisionRequest request_;
};

}  // namespace

std::unique_ptr<Peer> make_coal_peer(const PairSet& set, bool as_boxes) {
  return std::make_unique<CoalPeer>(set, as_boxes);
}

}  // namespace sunder::bench
