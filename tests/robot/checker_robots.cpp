// SPDX-License-Identifier: Apache-2.0
#include "robot/checker_robots.hpp"

#include <array>
#include <cmath>
#include <string>

#include "sunder/body.hpp"
#include "sunder/margin.hpp"

namespace sunder::test {

Pose3 Draw::pose(double distance) {
  const std::array<double, 4> q{between(-1, 1), between(-1, 1), between(-1, 1), between(0.1, 1)};
  return Pose3::from_wxyz(q, point(distance)).value();
}

Mesh3 concave_mesh(double size) {
  // The L of x and y, between two heights.
  const std::array<std::array<double, 2>, 6> outline{
      {{0, 0}, {2, 0}, {2, 1}, {1, 1}, {1, 2}, {0, 2}}};
  std::vector<Vector3> points;
  for (const double z : {-0.5, 0.5}) {
    for (const auto& p : outline)
      points.push_back({size * (p[0] - 1), size * (p[1] - 1), size * z});
  }
  std::vector<std::array<std::int32_t, 3>> triangles;
  const std::array<std::array<std::int32_t, 3>, 4> cap{
      {{0, 1, 3}, {1, 2, 3}, {0, 3, 5}, {3, 4, 5}}};
  for (const auto& t : cap) {
    triangles.push_back({t[0], t[2], t[1]});
    triangles.push_back({t[0] + 6, t[1] + 6, t[2] + 6});
  }
  for (std::int32_t i = 0; i < 6; ++i) {
    const std::int32_t j = (i + 1) % 6;
    triangles.push_back({i, j, j + 6});
    triangles.push_back({i, j + 6, i + 6});
  }
  return Mesh3::from_triangles(points, triangles, TakeAs::solid).value();
}

RobotPart draw_part(Draw& draw, RobotShape shape, double size) {
  RobotPart part;
  part.shape = shape;
  const auto hull = [&](int count) {
    std::vector<Vector3> points;
    for (int i = 0; i < count; ++i) {
      Vector3 p = draw.point(1);
      const double length = std::sqrt(p[0] * p[0] + p[1] * p[1] + p[2] * p[2]) + 1e-3;
      for (std::size_t k = 0; k < 3; ++k) p[k] *= size * (k == 2 ? 1.5 : 0.8) / length;
      points.push_back(p);
    }
    return Polytope3::from_points(points).value();
  };
  switch (shape) {
    case RobotShape::box:
      part.hull = Polytope3::box({size * draw.between(0.2, 1), size * draw.between(0.2, 1), size});
      break;
    case RobotShape::sphere:
      part.hull = Polytope3::from_points({Vector3{draw.point(size)}}).value();
      part.radius = size * draw.between(0.3, 1);
      break;
    case RobotShape::capsule:
      part.hull = Polytope3::from_points({Vector3{0, 0, -size}, Vector3{0, 0, size}}).value();
      part.radius = size * draw.between(0.2, 0.6);
      break;
    case RobotShape::cylinder:
      part.hull =
          Polytope3::prism(24, size * 0.5 / std::cos(std::acos(-1.0) / 24) * (1 + 1e-9), size);
      part.inner = Polytope3::prism(24, size * 0.5, size);
      break;
    case RobotShape::cone: {
      const auto cone = [&](double radius) {
        const Polytope3 prism = Polytope3::prism(24, radius, size);
        std::vector<Vector3> points{{0, 0, size}};
        for (std::int32_t v = 0; v < prism.vertex_count(); ++v) {
          if (prism.vertex(v)[2] < 0) points.push_back(prism.vertex(v));
        }
        return Polytope3::from_points(points).value();
      };
      part.hull = cone(size * 0.51);
      part.inner = cone(size * 0.5);
      break;
    }
    case RobotShape::convex:
    case RobotShape::hull:
      part.hull = hull(draw.chance(2) ? draw.in(4, 20) : draw.in(30, 160));
      break;
    case RobotShape::solid: {
      const Mesh3 mesh = concave_mesh(size);
      part.hull = Polytope3::from_points(mesh.points()).value();
      part.body.emplace(Body3{Part3{mesh}});
      break;
    }
    case RobotShape::surface: {
      std::vector<Vector3> points;
      for (int i = 0; i < 6; ++i) points.push_back(draw.point(size));
      const std::array<std::array<std::int32_t, 3>, 2> triangles{{{0, 1, 2}, {3, 4, 5}}};
      part.body.emplace(Body3{Part3{Mesh3::from_triangles(points, triangles).value()}});
      part.hull = Polytope3::from_points(points).value();
      break;
    }
  }
  return part;
}

RobotModel draw_robot(Draw& draw, int links) {
  RobotModel model;
  model.name = "drawn";
  model.base = draw.chance(2) ? Pose3::identity() : draw.pose(2);
  for (int l = 0; l < links; ++l) {
    model.links.push_back({"link" + std::to_string(l)});
    for (int k = draw.in(0, 2); k > 0; --k) {
      RobotPart part =
          draw_part(draw, static_cast<RobotShape>(draw.in(0, 7)), draw.between(0.05, 0.3));
      part.name = "part" + std::to_string(model.parts.size());
      part.link = l;
      if (draw.chance(2)) part.pose = draw.pose(0.2);
      model.parts.push_back(part);
    }
    if (l == 0) continue;
    RobotJoint joint;
    joint.name = "joint" + std::to_string(l);
    const std::array<JointKind, 8> kinds{
        JointKind::revolute, JointKind::revolute, JointKind::continuous, JointKind::prismatic,
        JointKind::fixed,    JointKind::planar,   JointKind::continuous, JointKind::floating};
    joint.kind = kinds[static_cast<std::size_t>(draw.in(0, 7))];
    joint.parent = draw.in(std::max(0, l - 2), l - 1);
    joint.child = l;
    joint.origin = draw.pose(0.4);
    joint.axis = draw.chance(2) ? Vector3{0, 0, 1} : draw.point(1);
    joint.lower = -2;
    joint.upper = 2;
    if (joint.kind != JointKind::revolute && joint.kind != JointKind::prismatic) {
      joint.lower = -std::numeric_limits<double>::infinity();
      joint.upper = std::numeric_limits<double>::infinity();
    }
    if (joint.kind == JointKind::planar) joint.axis = {0, 0, 1};
    model.joints.push_back(joint);
    if (draw.chance(2)) model.skipped.push_back({joint.parent, l, "Adjacent"});
  }
  return model;
}

std::vector<double> draw_configurations(Draw& draw, const Robot& robot, int count) {
  std::vector<double> all;
  for (int i = 0; i < count * robot.variables(); ++i) all.push_back(draw.between(-1.5, 1.5));
  return all;
}

Scene draw_scene(Draw& draw, int bodies, double distance) {
  Scene scene;
  for (int i = 0; i < bodies; ++i) {
    const std::array<RobotShape, 4> shapes{RobotShape::box, RobotShape::convex, RobotShape::solid,
                                           RobotShape::surface};
    const RobotPart part =
        draw_part(draw, shapes[static_cast<std::size_t>(draw.in(0, 3))], draw.between(0.05, 0.3));
    SceneBody body;
    body.name = "body" + std::to_string(i);
    body.polytope = part.hull;
    body.body = part.body;
    body.pose = draw.pose(distance);
    if (draw.chance(4)) {  // a scaled and mirrored one
      const Vector3 t = draw.point(distance);
      body.pose =
          Pose3::from_matrix(std::array<double, 12>{2, 0, 0, t[0], 0, -1, 0, t[1], 0, 0.5, 1, t[2]})
              .value();
    }
    scene.add(body);
  }
  return scene;
}

namespace {

Verdict asked_once(const Polytope3* hull_a, const Body3* body_a, double radius_a,
                   const Pose3& pose_a, const Polytope3* hull_b, const Body3* body_b,
                   double radius_b, const Pose3& pose_b, double margin) {
  if (body_a == nullptr && body_b == nullptr) {
    return compare_to_margin(Posed3(*hull_a, pose_a), Posed3(*hull_b, pose_b),
                             {margin, radius_a, radius_b})
        .value()
        .verdict;
  }
  const Body3 a = body_a != nullptr ? *body_a : Body3{Part3{*hull_a}};
  const Body3 b = body_b != nullptr ? *body_b : Body3{Part3{*hull_b}};
  return compare_to_margin(PosedBody3(a, pose_a), PosedBody3(b, pose_b),
                           {margin, radius_a, radius_b})
      .value()
      .verdict;
}

}  // namespace

Verdict asked(const AskedBody& a, const Pose3& pose_a, const AskedBody& b, const Pose3& pose_b,
              double margin) {
  const Verdict outer =
      asked_once(a.hull, a.body, a.radius, pose_a, b.hull, b.body, b.radius, pose_b, margin);
  if (a.inner == nullptr && b.inner == nullptr) return outer;
  const Verdict inner = asked_once(a.inner ? a.inner : a.hull, a.body, a.radius, pose_a,
                                   b.inner ? b.inner : b.hull, b.body, b.radius, pose_b, margin);
  if (outer == Verdict::separated) return outer;
  if (inner == Verdict::overlapping || inner == outer) return inner;
  return Verdict::undecided;
}

std::vector<Pose3> frames_of(const Robot& robot, std::span<const double> configuration) {
  std::vector<double> rows(static_cast<std::size_t>(robot.frames()) * 12);
  robot.forward(1, configuration, rows).value();
  std::vector<Pose3> poses;
  for (std::size_t f = 0; f < rows.size(); f += 12) {
    poses.push_back(Pose3::from_matrix(std::span<const double>(rows).subspan(f, 12)).value());
  }
  return poses;
}

Verdict graver(Verdict a, Verdict b) {
  for (const Verdict verdict : {Verdict::overlapping, Verdict::touching, Verdict::undecided}) {
    if (a == verdict || b == verdict) return verdict;
  }
  return Verdict::separated;
}

}  // namespace sunder::test
