// SPDX-License-Identifier: Apache-2.0
//
// Idea: The joints between two links are those of both chains to the root that are not in both.
// Bound: A pose that stretches enlarges balls and reaches by its greatest singular value.
// Cost: The vertices of all hulls, a tree of hulls for each mesh, and for each pair the length of its chain. A checker does
//   it once.
// Gives up: Nothing.
#include "robot/path/path_problem.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <utility>

#include "geometry/pose_access.hpp"
#include "geometry/vectors.hpp"
#include "machine/strict_arithmetic.hpp"

namespace sunder::detail::robot {
namespace {

Vector3 unit(const Vector3& v) noexcept {
  const double largest = std::max({std::fabs(v[0]), std::fabs(v[1]), std::fabs(v[2])});
  Vector3 scaled{};
  for (std::size_t k = 0; k < 3; ++k) scaled[k] = v[k] / largest;
  const double length = std::sqrt(dot<3>(scaled, scaled));
  for (double& entry : scaled) entry /= length;
  return scaled;
}

/// Returns the joints from a link to the root.
std::vector<std::int32_t> joints_above(const RobotModel& model, std::int32_t link) {
  std::vector<std::int32_t> joints;
  while (model.links[static_cast<std::size_t>(link)].joint >= 0) {
    joints.push_back(model.links[static_cast<std::size_t>(link)].joint);
    link = model.joints[static_cast<std::size_t>(joints.back())].parent;
  }
  return joints;
}

std::vector<Vector3> vertices_of(const Polytope3& hull) {
  std::vector<Vector3> points;
  for (std::int32_t k = 0; k < hull.vertex_count(); ++k) points.push_back(hull.vertex(k));
  return points;
}

void add_pieces(const CheckBody& shape, double stretch, PathBody& body) {
  PieceTree tree;
  if (shape.body) {
    tree = piece_tree_of(*shape.body);
  } else if (!shape.empty) {
    tree = {{{shape.hull, -1, {0}}}, 1};
  }
  for (PieceNode& node : tree.nodes) {
    PathPiece piece{node.hull, node.hull.circumscribed_ball(), vertices_of(node.hull), node.second,
                    std::move(node.components)};
    piece.ball.radius *= stretch;
    body.pieces.push_back(std::move(piece));
  }
  body.components = static_cast<std::size_t>(tree.components);
}

/// `pose` takes it to the frame of its link, or to the world.
PathBody prepared(const CheckBody& shape, const Pose3& pose) {
  PathBody body;
  const double stretch = std::max(greatest_singular_value(pose), 1.0);
  body.shape = &shape;
  body.ball = shape.hull.circumscribed_ball();
  body.ball.radius *= stretch;
  body.points = vertices_of(shape.hull);
  for (const Vector3& point : body.points) {
    const double size = std::sqrt(dot<3>(point, point));
    body.reach = std::max(body.reach, size * stretch * (1 + 0x1p-50));
  }
  add_pieces(shape, stretch, body);
  return body;
}

/// How much a pose stretches or shrinks, at most.
double shear_of(const Pose3& pose) noexcept {
  return std::max({greatest_singular_value(pose) - 1, 1 / least_singular_value(pose) - 1, 0.0});
}

}  // namespace

PathProblem::PathProblem(const CheckData& data) : data_(data) {
  double stretch = 1;
  std::size_t first_part = 0;
  for (std::size_t r = 0; r < data.robots.size(); ++r) {
    const RobotModel& model = data.robots[r].model();
    stretch *= 1 + shear_of(model.base);
    for (const RobotJoint& joint : model.joints) stretch *= 1 + shear_of(joint.origin);
    for (std::size_t p = 0; p < model.parts.size(); ++p) {
      const CheckBody& shape = data.bodies[first_part + p];
      PathBody body = prepared(shape, model.parts[p].pose);
      body.robot = static_cast<std::int32_t>(r);
      body.part = static_cast<std::int32_t>(p);
      body.link = data.robots[r].frame_of_link(model.parts[p].link);
      body.frame = shape.pose - data.first_frame[r];
      bodies_.push_back(std::move(body));
      links_.push_back(model.parts[p].link);
    }
    first_part += model.parts.size();
  }
  shear_ = (stretch - 1) * (1 + 0x1p-20);
  for (std::size_t s = 0; s < data.scene.size(); ++s) {
    bodies_.push_back(prepared(data.scene[s], data.scene_poses[s]));
    bodies_.back().still = &data.scene_poses[s];
    links_.push_back(-1);
  }
  for (std::size_t k = 0; k < data.pairs.size(); ++k) {
    const CheckPair& pair = data.pairs[k];
    pairs_.push_back({static_cast<std::int64_t>(k), pair.a, pair.b,
                      data.bodies[static_cast<std::size_t>(pair.a)].radius,
                      data.bodies[static_cast<std::size_t>(pair.b)].radius, pair.margin,
                      chain_between(pair.a, pair.b)});
  }
  // What stands still is a: the axes see b from a, and short arms give good bounds.
  const auto parts = static_cast<std::int32_t>(data.bodies.size());
  for (std::int32_t part = 0; part < parts; ++part) {
    for (std::int32_t s = 0; s < static_cast<std::int32_t>(data.scene.size()); ++s) {
      if (data.skips(part, s)) continue;
      pairs_.push_back({data.scene_pair(part, s), parts + s, part, 0,
                        data.bodies[static_cast<std::size_t>(part)].scene_radius,
                        data.scene_parts[static_cast<std::size_t>(part)].margin,
                        chain_between(parts + s, part)});
    }
  }
  std::erase_if(pairs_, [&](const PathPair& pair) {
    return body(pair.a).points.empty() || body(pair.b).points.empty();
  });
}

/// Appends the axes of one joint in the order from its parent to its child.
void PathProblem::append_axes(std::int32_t r, std::int32_t joint, double sign,
                              std::vector<ChainAxis>& chain) const {
  const Robot& robot = data_.robots[static_cast<std::size_t>(r)];
  const RobotModel& model = robot.model();
  const RobotJoint& moving = model.joints[static_cast<std::size_t>(joint)];
  // A mimic may follow another one.
  double factor = sign;
  const RobotJoint* leading = &moving;
  for (; leading->mimic >= 0; leading = &model.joints[static_cast<std::size_t>(leading->mimic)]) {
    factor *= leading->multiplier;
  }
  const std::int32_t first = data_.first_variable[static_cast<std::size_t>(r)] + leading->variable;
  const std::int32_t child = robot.frame_of_link(moving.child),
                     parent = robot.frame_of_link(moving.parent);
  const auto slide = [&](int k) {
    Vector3 column{};
    for (int row = 0; row < 3; ++row)
      column[static_cast<std::size_t>(row)] = moving.origin.linear(row, k);
    chain.push_back({r, first + k, factor, false, child, parent, column});
  };
  switch (moving.kind) {
    case JointKind::fixed:
      break;
    case JointKind::revolute:
    case JointKind::continuous:
      chain.push_back({r, first, factor, true, child, child, unit(moving.axis)});
      break;
    case JointKind::prismatic:
      chain.push_back({r, first, factor, false, child, child, unit(moving.axis)});
      break;
    case JointKind::planar:
      slide(0);
      slide(1);
      chain.push_back({r, first + 2, factor, true, child, child, {0, 0, 1}});
      break;
    case JointKind::floating:
      for (int k = 0; k < 3; ++k) slide(k);
      break;
  }
}

JointChain PathProblem::joints_between(std::int32_t a, std::int32_t b) const {
  const auto above = [&](std::int32_t index) {
    const std::int32_t r = body(index).robot;
    if (r < 0) return std::vector<std::int32_t>{};
    return joints_above(data_.robots[static_cast<std::size_t>(r)].model(),
                        links_[static_cast<std::size_t>(index)]);
  };
  std::vector<std::int32_t> up = above(a), down = above(b);
  while (body(a).robot == body(b).robot && !up.empty() && !down.empty() &&
         up.back() == down.back()) {
    up.pop_back();
    down.pop_back();
  }
  std::reverse(down.begin(), down.end());
  return {std::move(up), std::move(down)};
}

const Pose3& PathProblem::pose_in_link(std::int32_t index) const noexcept {
  const PathBody& of = body(index);
  if (of.still != nullptr) return *of.still;
  const auto& model = data_.robots[static_cast<std::size_t>(of.robot)].model();
  return model.parts[static_cast<std::size_t>(of.part)].pose;
}

std::vector<ChainAxis> PathProblem::chain_between(std::int32_t a, std::int32_t b) const {
  const JointChain joints = joints_between(a, b);
  std::vector<ChainAxis> chain;
  for (const std::int32_t joint : joints.up) {
    const auto first = static_cast<std::ptrdiff_t>(chain.size());
    append_axes(body(a).robot, joint, -1, chain);
    std::reverse(chain.begin() + first, chain.end());
  }
  for (const std::int32_t joint : joints.down) append_axes(body(b).robot, joint, 1, chain);
  return chain;
}

const PathProblem& path_problem(const CheckData& data) {
  std::call_once(data.path_once, [&] { data.path = std::make_shared<const PathProblem>(data); });
  return *data.path;
}

}  // namespace sunder::detail::robot
