// SPDX-License-Identifier: Apache-2.0
//
// Idea: Links in the order of the tree, then parts that need a frame, each become a step. An axis that is parallel to a
// coordinate axis turns two columns of the origin. For other axes Rodrigues' formula is multiplied out once.
// Bound: bounds.hpp, which says how far each constant is from its exact value.
// Cost: O(n).
#include "robot/model/steps.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <fmt/format.h>
#include <string>
#include <vector>

namespace sunder::detail::robot {
namespace {

using Three = std::array<double, 3>;

constexpr double kLongestQuaternion = 0x1p100;

Rows rows_of(const Pose3& pose) {
  Rows rows{};
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 3; ++j) rows[static_cast<std::size_t>(4 * i + j)] = pose.linear(i, j);
    rows[static_cast<std::size_t>(4 * i + 3)] = pose.offset(i);
  }
  return rows;
}

/// Scales by powers of two and by the root of the square sum: within kAxisUnits of the unit axis.
Three unit_axis(Three axis) {
  double greatest = 0;
  for (const double a : axis) greatest = std::max(greatest, std::fabs(a));
  const int exponent = -std::ilogb(greatest);
  for (double& a : axis) a = std::ldexp(a, exponent);
  const double length = std::sqrt(axis[0] * axis[0] + axis[1] * axis[1] + axis[2] * axis[2]);
  for (double& a : axis) a /= length;
  return axis;
}

std::int32_t coordinate_of(const Three& axis) {
  std::int32_t found = -1;
  for (std::int32_t k = 0; k < 3; ++k) {
    if (std::fabs(axis[static_cast<std::size_t>(k)]) > 0) {
      if (found >= 0) return -1;
      found = k;
    }
  }
  return found;
}

void set_axis(Step& step, const Three& given) {
  step.aligned = coordinate_of(given);
  Three n{};
  if (step.aligned >= 0) {
    const auto k = static_cast<std::size_t>(step.aligned);
    n[k] = step.sign = given[k] < 0 ? -1 : 1;
  } else {
    n = unit_axis(given);
  }
  step.axis = n;
  for (std::size_t i = 0; i < 3; ++i) {
    const double* row = &step.origin[4 * i];
    step.direction[i] = row[0] * n[0] + row[1] * n[1] + row[2] * n[2];
    for (std::size_t j = 0; j < 3; ++j) {
      const std::size_t a = (j + 1) % 3, b = (j + 2) % 3, k = 3 * i + j;
      step.constant[k] = step.direction[i] * n[j];
      step.cosine[k] = row[j] - step.constant[k];
      step.sine[k] = row[a] * n[b] - row[b] * n[a];
    }
  }
}

/// Adds variables; a quaternion's entries need no limit but that of its length.
Status add_variable(RobotData& data, std::string name, double greatest = Robot::kGreatestValue) {
  const auto id = static_cast<std::int32_t>(data.variable_names.size());
  if (!data.variable_ids.emplace(name, id).second) {
    return Error{ErrorCode::wrong_shape,
                 fmt::format("two variables are called \"{}\"; rename a joint", name)};
  }
  data.variable_names.push_back(std::move(name));
  data.greatest.push_back(greatest);
  return {};
}

Status add_variables(RobotData& data, const RobotJoint& joint) {
  if (joint.kind == JointKind::planar) {
    for (const char* end : {"/x", "/y", "/theta"}) {
      if (Status status = add_variable(data, joint.name + end); !status) return status;
    }
    return {};
  }
  if (joint.kind != JointKind::floating) return add_variable(data, joint.name);
  for (const char* end : {"/trans_x", "/trans_y", "/trans_z"}) {
    if (Status status = add_variable(data, joint.name + end); !status) return status;
  }
  data.quaternions.push_back(data.variable_names.size());
  for (const char* end : {"/rot_x", "/rot_y", "/rot_z", "/rot_w"}) {
    if (Status status = add_variable(data, joint.name + end, kLongestQuaternion); !status)
      return status;
  }
  return {};
}

/// Gives every joint its slots, and lowers what variables may be where followers multiply them.
Status add_followers(RobotData& data, const ModelOrder& order, std::vector<std::size_t>& slots) {
  for (const std::int32_t j : order.joints) {
    const RobotJoint& joint = data.model.joints[static_cast<std::size_t>(j)];
    std::size_t& slot = slots[static_cast<std::size_t>(j)];
    if (joint.mimic < 0) {
      slot = joint.variable < 0 ? 0 : static_cast<std::size_t>(joint.variable);
      continue;
    }
    slot = data.slots();
    data.followers.push_back(
        {slots[static_cast<std::size_t>(joint.mimic)], joint.multiplier, joint.offset});
  }
  std::vector<double> greatest = data.greatest;
  greatest.resize(data.slots(), Robot::kGreatestValue);
  for (std::size_t f = data.followers.size(); f-- > 0;) {
    const Follower& follower = data.followers[f];
    const double room = greatest[data.variable_names.size() + f] - std::fabs(follower.offset);
    if (room < 0) {
      return Error{ErrorCode::too_large,
                   fmt::format("a joint that mimics another one, with offset {}, is beyond {} "
                               "whatever the other one's value is",
                               follower.offset, Robot::kGreatestValue)};
    }
    double& leader = greatest[follower.from];
    if (std::fabs(follower.multiplier) > 0) {
      leader = std::min(leader, room / std::fabs(follower.multiplier) * (1 - 0x1p-50));
    }
  }
  std::copy_n(greatest.begin(), data.greatest.size(), data.greatest.begin());
  for (const RobotJoint& joint : data.model.joints) {
    if (joint.variable < 0) continue;
    const double most = data.greatest[static_cast<std::size_t>(joint.variable)];
    if (joint.lower <= most && joint.upper >= -most) continue;
    return Error{
        ErrorCode::too_large,
        fmt::format("joint \"{}\", or one that mimics it, is beyond {} within its limits {} to {}",
                    joint.name, Robot::kGreatestValue, joint.lower, joint.upper)};
  }
  return {};
}

bool is_identity(const Pose3& pose) {
  return pose.is_translation() && !(std::fabs(pose.offset(0)) > 0 ||
                                    std::fabs(pose.offset(1)) > 0 || std::fabs(pose.offset(2)) > 0);
}

Step fixed_step(const Pose3& pose, std::int32_t parent, std::int32_t frame) {
  Step step;
  step.parent = parent;
  step.frame = frame;
  step.origin = rows_of(pose);
  step.quaternion = pose.is_quaternion();
  step.straight = pose.is_translation();
  return step;
}

}  // namespace

Status make_steps(RobotData& data, const ModelOrder& order) {
  const RobotModel& model = data.model;
  for (const RobotJoint& joint : model.joints) {
    if (joint.variable < 0) continue;
    if (Status status = add_variables(data, joint); !status) return status;
  }
  std::vector<std::size_t> slots(model.joints.size());
  if (Status status = add_followers(data, order, slots); !status) return status;
  for (const std::int32_t link : order.links) {
    data.link_ids.emplace(model.links[static_cast<std::size_t>(link)].name, link);
    const std::int32_t held_by = model.links[static_cast<std::size_t>(link)].joint;
    if (held_by < 0) {
      data.steps.push_back(fixed_step(model.base, -1, link));
      continue;
    }
    const RobotJoint& joint = model.joints[static_cast<std::size_t>(held_by)];
    Step step = fixed_step(joint.origin, joint.parent, link);
    step.kind = joint.kind;
    step.slot = slots[static_cast<std::size_t>(held_by)];
    step.slots = static_cast<std::size_t>(variables_of(joint.kind));
    if (step.slots == 1) set_axis(step, joint.axis);
    step.straight =
        step.straight && (joint.kind == JointKind::fixed || joint.kind == JointKind::prismatic);
    data.steps.push_back(step);
  }
  data.frames = static_cast<std::int32_t>(model.links.size());
  for (const RobotPart& part : model.parts) {
    if (is_identity(part.pose)) {
      data.part_frames.push_back(part.link);
      continue;
    }
    data.steps.push_back(fixed_step(part.pose, part.link, data.frames));
    data.part_frames.push_back(data.frames++);
  }
  return {};
}

}  // namespace sunder::detail::robot
