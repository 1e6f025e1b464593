// SPDX-License-Identifier: Apache-2.0
#include "bench/box2d_peer.hpp"

#include <algorithm>
#include <box2d/b2_collision.h>
#include <box2d/b2_common.h>
#include <box2d/b2_distance.h>
#include <box2d/b2_polygon_shape.h>
#include <vector>

namespace sunder::bench {
namespace {

static_assert(kBox2dMostCorners == b2_maxPolygonVertices);

std::vector<b2Vec2> points_of(const Polytope2& polygon) {
  std::vector<b2Vec2> points;
  for (std::int32_t i = 0; i < polygon.vertex_count(); ++i) {
    const Vector2 v = polygon.vertex(i);
    points.emplace_back(static_cast<float>(v[0]), static_cast<float>(v[1]));
  }
  return points;
}

b2PolygonShape shape_of(const std::vector<b2Vec2>& points) {
  b2PolygonShape shape;
  if (points.size() <= b2_maxPolygonVertices) {
    shape.Set(points.data(), static_cast<int32>(points.size()));
    shape.m_radius = 0;
  }
  return shape;
}

b2Transform transform_of(const Pose2& pose) {
  b2Transform transform;
  transform.p.Set(static_cast<float>(pose.offset(0)), static_cast<float>(pose.offset(1)));
  transform.q.c = static_cast<float>(pose.linear(0, 0));
  transform.q.s = static_cast<float>(pose.linear(1, 0));
  return transform;
}

class Box2d final : public Box2dPeer {
 public:
  explicit Box2d(const PolygonSet& set)
      : points_a_(points_of(set.a)),
        points_b_(points_of(set.b)),
        a_(shape_of(points_a_)),
        b_(shape_of(points_b_)) {
    for (const Pose2& pose : set.poses_a) poses_a_.push_back(transform_of(pose));
    for (const Pose2& pose : set.poses_b) poses_b_.push_back(transform_of(pose));
  }

  bool intersects_by_sat(std::size_t i) const override {
    b2Manifold manifold;
    b2CollidePolygons(&manifold, &a_, poses_a_[i], &b_, poses_b_[i]);
    return manifold.pointCount > 0;
  }
  bool intersects_by_gjk(std::size_t i) const override { return distance(i) < 10 * b2_epsilon; }
  PeerManifold contact(std::size_t i) const override {
    b2Manifold manifold;
    b2CollidePolygons(&manifold, &a_, poses_a_[i], &b_, poses_b_[i]);
    PeerManifold found;
    if (manifold.pointCount == 0) return found;
    b2WorldManifold world;
    world.Initialize(&manifold, poses_a_[i], a_.m_radius, poses_b_[i], b_.m_radius);
    for (int k = 0; k < manifold.pointCount; ++k) {
      ++found.count;
      found.depth = std::max(found.depth, -static_cast<double>(world.separations[k]));
    }
    return found;
  }
  double distance(std::size_t i) const override {
    b2DistanceInput input;
    input.proxyA.Set(points_a_.data(), static_cast<int32>(points_a_.size()), 0);
    input.proxyB.Set(points_b_.data(), static_cast<int32>(points_b_.size()), 0);
    input.transformA = poses_a_[i];
    input.transformB = poses_b_[i];
    input.useRadii = false;
    b2SimplexCache cache;
    cache.count = 0;
    b2DistanceOutput output;
    b2Distance(&output, &cache, &input);
    return static_cast<double>(output.distance);
  }
  double depth(std::size_t i) const override {
    b2Manifold manifold;
    b2CollidePolygons(&manifold, &a_, poses_a_[i], &b_, poses_b_[i]);
    b2WorldManifold world;
    world.Initialize(&manifold, poses_a_[i], 0, poses_b_[i], 0);
    float least = 0;
    for (int32 k = 0; k < manifold.pointCount; ++k) least = std::min(least, world.separations[k]);
    return static_cast<double>(-least);
  }

 private:
  std::vector<b2Vec2> points_a_, points_b_;
  b2PolygonShape a_, b_;
  std::vector<b2Transform> poses_a_, poses_b_;
};

}  // namespace

std::unique_ptr<Box2dPeer> make_box2d_peer(const PolygonSet& set) {
  return std::make_unique<Box2d>(set);
}

std::string box2d_description() {
  return std::to_string(b2_version.major) + "." + std::to_string(b2_version.minor) + "." +
         std::to_string(b2_version.revision) +
         ", Debian's binary, float; b2CollidePolygons and b2Distance without radii";
}

}  // namespace sunder::bench
