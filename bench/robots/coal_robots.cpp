// SPDX-License-Identifier: Apache-2.0
#include "bench/robots/coal_robots.hpp"

#include <algorithm>
#include <cmath>
#include <coal/collision.h>
#include <coal/config.hh>
#include <coal/shape/geometric_shapes.h>
#include <cstdio>
#include <span>

#include "bench/coal_shapes.hpp"

namespace sunder::bench {
namespace {

using Shape = std::shared_ptr<coal::CollisionGeometry>;

Shape shape_of(const RobotPart& part) {
  if (part.body) {
    std::vector<Vector3> points;
    std::vector<std::array<std::int32_t, 3>> corners;
    for (const Part3& piece : part.body->parts()) {
      const Mesh3& mesh = std::get<Mesh3>(piece.shape);
      const auto first = static_cast<std::int32_t>(points.size());
      points.insert(points.end(), mesh.points().begin(), mesh.points().end());
      for (const auto& t : mesh.triangles())
        corners.push_back({t[0] + first, t[1] + first, t[2] + first});
    }
    return make_coal_mesh<coal::OBBRSS>(points, corners);
  }
  if (part.shape == RobotShape::sphere) return std::make_shared<coal::Sphere>(part.radius);
  if (part.shape == RobotShape::capsule)
    return std::make_shared<coal::Capsule>(part.radius, 2 * std::fabs(part.hull.vertex(0)[2]));
  return make_coal_convex(part.hull);
}

/// A ball around the hull, with its centre in the middle of the hull's box.
struct Ball {
  coal::Vec3s centre = coal::Vec3s::Zero();
  double radius = 0;
};

Ball ball_around(const Polytope3& hull, double radius) {
  coal::Vec3s low = coal::Vec3s::Constant(INFINITY);
  coal::Vec3s high = -low;
  const auto each = [&](const auto& use) {
    for (std::int32_t i = 0; i < hull.vertex_count(); ++i) {
      const Vector3 v = hull.vertex(i);
      use(coal::Vec3s(v[0], v[1], v[2]));
    }
  };
  each([&](const coal::Vec3s& v) {
    low = low.cwiseMin(v);
    high = high.cwiseMax(v);
  });
  Ball ball{(low + high) / 2, 0};
  each(
      [&](const coal::Vec3s& v) { ball.radius = std::max(ball.radius, (v - ball.centre).norm()); });
  ball.radius += radius;
  return ball;
}

struct Placed {
  Shape shape;
  Ball ball;
  coal::Transform3s transform;
  coal::Vec3s centre = coal::Vec3s::Zero();  ///< of the ball, in the world
  std::size_t frame = 0;

  bool is_mesh() const { return shape->getObjectType() == coal::OT_BVH; }
  void place(const double* rows) {
    transform = make_coal_transform(rows);
    centre = transform.transform(ball.centre);
  }
};

struct PlacedPair {
  std::size_t a, b;
  bool mesh;  ///< Coal makes shapes of triangles, without the boxes that its guess reads
  coal::ComputeCollision collide;
};

class Coal final : public CoalRobot {
 public:
  Coal(const Robot& robot, const RobotChecker& checker, const std::vector<SceneItem>& scene) {
    const auto& parts = robot.model().parts;
    for (std::size_t p = 0; p < parts.size(); ++p) {
      Placed body;
      body.shape = shape_of(parts[p]);
      body.ball = ball_around(parts[p].hull, parts[p].radius);
      body.frame = static_cast<std::size_t>(robot.frame_of_part(static_cast<std::int32_t>(p)));
      bodies_.push_back(body);
    }
    moving_ = bodies_.size();
    for (const SceneItem& item : scene) {
      Placed body;
      body.shape = item.box ? std::make_shared<coal::Box>(item.size[0], item.size[1], item.size[2])
                            : make_coal_convex(item.polytope());
      body.ball = ball_around(item.polytope(), 0);
      body.transform = make_coal_transform(item.pose());
      body.centre = body.transform.transform(body.ball.centre);
      bodies_.push_back(body);
    }
    for (const Placed& body : bodies_) body.shape->computeLocalAABB();
    for (std::int64_t i = 0; i < checker.pairs(); ++i) {
      const RobotCheckPair pair = checker.pair(i);
      const auto a = static_cast<std::size_t>(pair.part_a);
      const auto b = pair.part_b >= 0 ? static_cast<std::size_t>(pair.part_b)
                                      : moving_ + static_cast<std::size_t>(pair.body);
      const bool mesh = bodies_[a].is_mesh() || bodies_[b].is_mesh();
      pairs_.push_back({a, b, mesh, {bodies_[a].shape.get(), bodies_[b].shape.get()}});
    }
    request_.gjk_initial_guess = coal::GJKInitialGuess::BoundingVolumeGuess;
    request_.enable_contact = false;
    request_.distance_upper_bound = 0;
    mesh_request_ = request_;
    mesh_request_.gjk_initial_guess = coal::GJKInitialGuess::DefaultGuess;
  }

  void place(const double* poses) override {
    for (std::size_t p = 0; p < moving_; ++p) bodies_[p].place(poses + 12 * bodies_[p].frame);
  }
  bool meets(std::int64_t pair) override { return meets(pairs_[static_cast<std::size_t>(pair)]); }
  std::string explain(std::int64_t index) override {
    PlacedPair& pair = pairs_[static_cast<std::size_t>(index)];
    coal::CollisionResult result, other;
    coal::CollisionRequest request = request_;
    const auto ask = [&](coal::GJKInitialGuess guess, coal::CollisionResult& into) {
      request.gjk_initial_guess = guess;
      pair.collide(bodies_[pair.a].transform, bodies_[pair.b].transform, request, into);
    };
    ask(coal::GJKInitialGuess::BoundingVolumeGuess, result);
    ask(coal::GJKInitialGuess::DefaultGuess, other);
    char text[160];
    std::snprintf(text, sizeof text,
                  "\"coal_lower_bound\": %.3g, \"coal_with_default_guess\": \"%s\"",
                  result.distance_lower_bound, other.isCollision() ? "meets" : "apart");
    return text;
  }
  bool meets_any(bool balls) override {
    return std::ranges::any_of(pairs_, [&](const PlacedPair& pair) {
      if (balls) {
        const Placed& a = bodies_[pair.a];
        const Placed& b = bodies_[pair.b];
        const double reach = a.ball.radius + b.ball.radius;
        if ((a.centre - b.centre).squaredNorm() > reach * reach) return false;
      }
      return meets(pair);
    });
  }

 private:
  bool meets(const PlacedPair& pair) {
    coal::CollisionResult result;
    pair.collide(bodies_[pair.a].transform, bodies_[pair.b].transform,
                 pair.mesh ? mesh_request_ : request_, result);
    return result.isCollision();
  }

  std::vector<Placed> bodies_;
  std::size_t moving_ = 0;
  std::vector<PlacedPair> pairs_;
  coal::CollisionRequest request_, mesh_request_;
};

}  // namespace

std::unique_ptr<CoalRobot> CoalRobot::make(const Robot& robot, const RobotChecker& checker,
                                           const std::vector<SceneItem>& scene) {
  return std::make_unique<Coal>(robot, checker, scene);
}

std::string coal_robot_description() {
  return std::string(COAL_VERSION) +
         ", its wheel's binary, double; ComputeCollision with the bounding-volume guess and no "
         "contacts";
}

}  // namespace sunder::bench
