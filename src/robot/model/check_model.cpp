// SPDX-License-Identifier: Apache-2.0
//
// Idea: Each list is checked against the ones before it: links, joints over links, the tree that they make, followers,
// then what hangs on them. Places are named as the caller wrote them, such as joints[3] "elbow".
// Cost: O(n log n).
// Gives up: It refuses the model at the first fault.
#include "robot/model/check_model.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <fmt/format.h>
#include <limits>
#include <string>
#include <string_view>
#include <unordered_set>
#include <utility>

#include "geometry/double_bits.hpp"
#include "geometry/refusal.hpp"
#include "robot/model/robot_data.hpp"

namespace sunder::detail::robot {
namespace {

constexpr std::size_t kMostEntries = std::size_t{1} << 20;
constexpr double kGreatestOffset = 0x1p40;
constexpr double kRigid = 1e-6;

Error wrong(std::string message) { return {ErrorCode::wrong_shape, std::move(message)}; }
Error large(std::string message) { return {ErrorCode::too_large, std::move(message)}; }

std::string place(std::string_view list, std::size_t index, std::string_view name) {
  return fmt::format("{}[{}] \"{}\"", list, index, name);
}

template <class Entry>
Status check_names(std::string_view list, const std::vector<Entry>& entries) {
  if (entries.size() > kMostEntries)
    return large(
        fmt::format("{} {}, and at most {} are taken", entries.size(), list, kMostEntries));
  std::unordered_set<std::string_view> names;
  for (std::size_t i = 0; i < entries.size(); ++i) {
    if (entries[i].name.empty())
      return wrong(fmt::format("{}[{}] has no name; each needs one of its own", list, i));
    if (!names.insert(entries[i].name).second) {
      return wrong(place(list, i, entries[i].name) +
                   ": the name is taken; each needs one of its own");
    }
  }
  return {};
}

/// Checks a pose's numbers, and that it keeps lengths where it must.
Status check_pose(const std::string& of, const Pose3& pose, bool rigid) {
  for (int i = 0; i < 3; ++i) {
    if (std::fabs(pose.offset(i)) > kGreatestOffset)
      return large(of + " is farther away than 2^40");
    for (int j = 0; j < 3; ++j) {
      if (std::fabs(pose.linear(i, j)) > kGreatestOffset)
        return large(of + " has an entry above 2^40");
    }
  }
  for (int i = 0; rigid && i < 3; ++i) {
    for (int j = 0; j < 3; ++j) {
      double sum = i == j ? -1 : 0;
      for (int k = 0; k < 3; ++k) sum += pose.linear(k, i) * pose.linear(k, j);
      if (!(std::fabs(sum) <= kRigid)) {
        return wrong(of + " is no rotation and translation; give the shapes their scale and shear");
      }
    }
  }
  return {};
}

bool has_axis(JointKind kind) {
  return kind == JointKind::revolute || kind == JointKind::continuous ||
         kind == JointKind::prismatic;
}

Status check_limits(const std::string& of, const RobotJoint& joint) {
  const bool limited = joint.kind == JointKind::revolute || joint.kind == JointKind::prismatic;
  constexpr double kNone = std::numeric_limits<double>::infinity();
  if (std::isnan(joint.lower) || std::isnan(joint.upper)) {
    return Error{ErrorCode::not_finite,
                 of + " has a limit that is NaN; leave it infinite where there is none"};
  }
  if (!limited && (joint.lower > -kNone || joint.upper < kNone)) {
    return wrong(fmt::format("{} is {} and has limits; only revolute and prismatic joints have", of,
                             to_string(joint.kind)));
  }
  if (joint.lower > joint.upper) {
    return wrong(fmt::format("{}: the lower limit {} is above the upper one, {}; exchange them", of,
                             joint.lower, joint.upper));
  }
  if (joint.lower > Robot::kGreatestValue || joint.upper < -Robot::kGreatestValue) {
    return large(fmt::format("{}: its limits are beyond {}", of, Robot::kGreatestValue));
  }
  return {};
}

Status check_axis(const std::string& of, const RobotJoint& joint) {
  if (Error error = refuse_entries(of + ": axis", joint.axis, "entry"); !error.message.empty())
    return error;
  double greatest = 0;
  for (const double a : joint.axis) greatest = std::max(greatest, std::fabs(a));
  if (greatest < 0x1p-100)
    return wrong(of + ": the axis is 0, or shorter than 2^-100; name a direction, such as 0 0 1");
  if (greatest > 0x1p100) return large(of + ": the axis is longer than 2^100");
  return {};
}

bool is_index(std::int32_t index, std::size_t size) {
  return index >= 0 && static_cast<std::size_t>(index) < size;
}

Status check_joint(const RobotModel& model, std::size_t index) {
  const RobotJoint& joint = model.joints[index];
  const std::string of = place("joints", index, joint.name);
  for (const auto& [end, link] :
       {std::pair{"parent", joint.parent}, std::pair{"child", joint.child}}) {
    if (!is_index(link, model.links.size()))
      return wrong(fmt::format("{}: its {} {} is no link", of, end, link));
  }
  if (Status status = check_pose(of + ": origin", joint.origin, true); !status) return status;
  if (has_axis(joint.kind)) {
    if (Status status = check_axis(of, joint); !status) return status;
  }
  return check_limits(of, joint);
}

/// Orders links from the root on, and tells each the joint that holds it.
Result<std::int32_t> order_links(RobotModel& model, std::vector<std::int32_t>& order) {
  for (RobotLink& link : model.links) link.joint = -1;
  std::vector<std::vector<std::int32_t>> children(model.links.size());
  for (std::size_t j = 0; j < model.joints.size(); ++j) {
    const RobotJoint& joint = model.joints[j];
    RobotLink& child = model.links[static_cast<std::size_t>(joint.child)];
    if (child.joint >= 0) {
      return wrong(
          fmt::format("{}: its child \"{}\" hangs on joint \"{}\" too; a robot is a tree, and each "
                      "link has one parent",
                      place("joints", j, joint.name), child.name,
                      model.joints[static_cast<std::size_t>(child.joint)].name));
    }
    child.joint = static_cast<std::int32_t>(j);
    children[static_cast<std::size_t>(joint.parent)].push_back(joint.child);
  }
  std::int32_t root = -1;
  for (std::size_t i = 0; i < model.links.size(); ++i) {
    if (model.links[i].joint >= 0) continue;
    if (root >= 0) {
      return wrong(
          fmt::format("links \"{}\" and \"{}\" both hang on no joint; a robot has one root: join "
                      "them, by a fixed joint for instance",
                      model.links[static_cast<std::size_t>(root)].name, model.links[i].name));
    }
    root = static_cast<std::int32_t>(i);
  }
  if (root >= 0) order.push_back(root);
  for (std::size_t next = 0; next < order.size(); ++next) {
    const auto& below = children[static_cast<std::size_t>(order[next])];
    order.insert(order.end(), below.begin(), below.end());
  }
  if (order.size() == model.links.size()) return root;
  std::vector<bool> reached(model.links.size());
  for (const std::int32_t link : order) reached[static_cast<std::size_t>(link)] = true;
  const auto lost = static_cast<std::size_t>(std::ranges::find(reached, false) - reached.begin());
  return wrong(
      fmt::format("link \"{}\" hangs, joint by joint, on itself; a robot is a tree without loops",
                  model.links[lost].name));
}

Status check_mimic(const RobotModel& model, std::size_t index) {
  const RobotJoint& joint = model.joints[index];
  const std::string of = place("joints", index, joint.name);
  if (!is_index(joint.mimic, model.joints.size()))
    return wrong(fmt::format("{} mimics joint {}, and there is none", of, joint.mimic));
  const RobotJoint& led = model.joints[static_cast<std::size_t>(joint.mimic)];
  if (variables_of(joint.kind) != 1 || variables_of(led.kind) != 1) {
    return wrong(fmt::format(
        "{} is {} and mimics \"{}\", which is {}; both must be revolute, continuous or prismatic",
        of, to_string(joint.kind), led.name, to_string(led.kind)));
  }
  const std::array<double, 2> numbers{joint.multiplier, joint.offset};
  if (Error error = refuse_entries(of + ": multiplier and offset", numbers, "number");
      !error.message.empty())
    return error;
  for (const double number : numbers) {
    if (std::fabs(number) > Robot::kGreatestValue)
      return large(of + ": its multiplier or offset is beyond 2^20");
  }
  return {};
}

/// Orders joints so that those that others follow come first.
Status order_followers(const RobotModel& model, std::vector<std::int32_t>& order) {
  enum : std::uint8_t { unseen, on_the_way, done };
  std::vector<std::uint8_t> state(model.joints.size(), unseen);
  std::vector<std::int32_t> way;
  for (std::size_t j = 0; j < model.joints.size(); ++j) {
    for (auto next = static_cast<std::int32_t>(j);
         next >= 0 && state[static_cast<std::size_t>(next)] != done;
         next = model.joints[static_cast<std::size_t>(next)].mimic) {
      if (state[static_cast<std::size_t>(next)] == on_the_way) {
        return wrong(place("joints", static_cast<std::size_t>(next),
                           model.joints[static_cast<std::size_t>(next)].name) +
                     " mimics, joint by joint, itself; one of them must move by its own variable");
      }
      state[static_cast<std::size_t>(next)] = on_the_way;
      way.push_back(next);
    }
    for (; !way.empty(); way.pop_back()) {
      state[static_cast<std::size_t>(way.back())] = done;
      order.push_back(way.back());
    }
  }
  return {};
}

Status check_part(const RobotModel& model, std::size_t index) {
  const RobotPart& part = model.parts[index];
  const std::string of = place("parts", index, part.name);
  if (!is_index(part.link, model.links.size()))
    return wrong(fmt::format("{} is of link {}, and there is none", of, part.link));
  if (Status status = check_pose(of + ": pose", part.pose, false); !status) return status;
  const bool round = part.shape == RobotShape::sphere || part.shape == RobotShape::capsule;
  if (!is_length(part.radius) || (!round && part.radius > 0)) {
    return wrong(of +
                 ": only spheres and capsules have a radius, which is finite and not negative");
  }
  if (part.hull.empty()) return wrong(of + ": its hull has no points; leave the part out");
  const bool mesh = part.shape == RobotShape::solid || part.shape == RobotShape::surface;
  if (part.body.has_value() != mesh)
    return wrong(of + ": solids and surfaces, and no other parts, have a body");
  const bool between = part.shape == RobotShape::cylinder || part.shape == RobotShape::cone;
  if (part.inner.has_value() != between) {
    return wrong(of + ": cylinders and cones, and no other parts, have an inner polytope");
  }
  return {};
}

Status sort_skipped(RobotModel& model) {
  for (std::size_t i = 0; i < model.skipped.size(); ++i) {
    RobotPair& pair = model.skipped[i];
    if (!is_index(pair.a, model.links.size()) || !is_index(pair.b, model.links.size()) ||
        pair.a == pair.b) {
      return wrong(fmt::format("skipped[{}]: {} and {} are no two links", i, pair.a, pair.b));
    }
    if (pair.a > pair.b) std::swap(pair.a, pair.b);
  }
  const auto ends = [](const RobotPair& pair) { return std::pair(pair.a, pair.b); };
  std::ranges::stable_sort(model.skipped, {}, ends);
  const auto repeated = std::ranges::unique(model.skipped, {}, ends);
  model.skipped.erase(repeated.begin(), repeated.end());
  return {};
}

Status check_groups(RobotModel& model) {
  for (std::size_t i = 0; i < model.groups.size(); ++i) {
    std::vector<std::int32_t>& joints = model.groups[i].joints;
    std::ranges::sort(joints);
    const auto repeated = std::ranges::unique(joints);
    joints.erase(repeated.begin(), repeated.end());
    for (const std::int32_t joint : joints) {
      if (is_index(joint, model.joints.size())) continue;
      return wrong(fmt::format("{} has joint {}, and there is none",
                               place("groups", i, model.groups[i].name), joint));
    }
  }
  return {};
}

Status check_states(const RobotModel& model, std::int32_t variables) {
  for (std::size_t i = 0; i < model.states.size(); ++i) {
    const std::string of = place("states", i, model.states[i].name);
    for (const auto& [variable, value] : model.states[i].values) {
      if (!is_index(variable, static_cast<std::size_t>(variables))) {
        return wrong(fmt::format("{} gives variable {} a value, and there is none", of, variable));
      }
      if (!is_finite_bits(value))
        return Error{ErrorCode::not_finite, of + " has a value that is not finite"};
    }
  }
  return {};
}

}  // namespace

Result<ModelOrder> check_model(RobotModel& model) {
  ModelOrder order;
  if (model.links.empty()) return wrong("the robot has no links; it needs one at least");
  if (Status status = check_names("links", model.links); !status) return status.error();
  if (Status status = check_names("joints", model.joints); !status) return status.error();
  for (std::size_t j = 0; j < model.joints.size(); ++j) {
    if (Status status = check_joint(model, j); !status) return status.error();
  }
  Result<std::int32_t> root = order_links(model, order.links);
  if (!root) return root.error();
  order.root = root.value();
  std::int32_t variables = 0;
  for (std::size_t j = 0; j < model.joints.size(); ++j) {
    RobotJoint& joint = model.joints[j];
    joint.variable = -1;
    if (joint.mimic >= 0 || joint.mimic < -1) {
      if (Status status = check_mimic(model, j); !status) return status.error();
    } else if (const std::int32_t own = variables_of(joint.kind); own > 0) {
      joint.variable = variables;
      variables += own;
    }
  }
  if (Status status = order_followers(model, order.joints); !status) return status.error();
  if (Status status = check_pose("base", model.base, true); !status) return status.error();
  if (model.parts.size() > kMostEntries)
    return large(
        fmt::format("{} parts, and at most {} are taken", model.parts.size(), kMostEntries));
  for (std::size_t p = 0; p < model.parts.size(); ++p) {
    if (Status status = check_part(model, p); !status) return status.error();
  }
  if (Status status = sort_skipped(model); !status) return status.error();
  if (Status status = check_groups(model); !status) return status.error();
  if (Status status = check_states(model, variables); !status) return status.error();
  return order;
}

}  // namespace sunder::detail::robot
