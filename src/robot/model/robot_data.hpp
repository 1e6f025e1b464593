// SPDX-License-Identifier: Apache-2.0
//
// Defines what a robot holds: its model, and the steps by which kinematics places its frames.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "machine/strict_arithmetic.hpp"
#include "sunder/robot.hpp"

namespace sunder::detail::robot {

using Rows = std::array<double, 12>;  ///< the rows of R and t

/// The value of a joint that mimics another: multiplier * slot[from] + offset. Slots are the variables, then these.
struct Follower {
  std::size_t from = 0;
  double multiplier = 1, offset = 0;
};

/// Places one frame in that of another. Its map is L = origin * motion, and the frame parent * L.
struct Step {
  JointKind kind = JointKind::fixed;
  std::int32_t parent = -1;  ///< frame; -1: the world
  std::int32_t frame = 0;
  std::size_t slot = 0, slots = 0;  ///< its values
  bool straight = false;            ///< the map is a translation: neither origin nor joint turns
  std::int32_t aligned =
      -1;  ///< of a turn: the coordinate axis that the joint's axis is parallel to; -1: none
  double sign = 1;  ///< of an aligned axis
  Rows origin{};
  /// n, and R_O n for slides. The linear part of a turn about an axis that is not aligned is constant + c * cosine +
  /// s * sine, with R_O n n^T, R_O (I - n n^T) and R_O [n]x.
  std::array<double, 3> axis{}, direction{};
  std::array<double, 9> constant{}, cosine{}, sine{};
  bool quaternion = false;  ///< the origin is an exact rotation, which `origin` rounds
};

struct RobotData {
  RobotModel model;
  std::vector<std::string> variable_names;
  std::unordered_map<std::string, std::int32_t> variable_ids, link_ids;
  std::vector<double> greatest;          ///< of each variable: no larger one is accepted
  std::vector<std::size_t> quaternions;  ///< the first variable of each quaternion
  std::vector<Follower> followers;
  std::vector<Step> steps;  ///< parents come first
  std::vector<std::int32_t> part_frames;
  std::int32_t frames = 0;

  std::size_t slots() const noexcept { return variable_names.size() + followers.size(); }
};

struct RobotAccess {
  static Robot make(std::shared_ptr<const RobotData> data) { return Robot(std::move(data)); }
  static const RobotData& data(const Robot& robot) noexcept { return *robot.data_; }
};

/// Returns the number of variables that a joint of a kind has, if it mimics none.
constexpr std::int32_t variables_of(JointKind kind) noexcept {
  switch (kind) {
    case JointKind::fixed:
      return 0;
    case JointKind::planar:
      return 3;
    case JointKind::floating:
      return 7;
    default:
      return 1;
  }
}

}  // namespace sunder::detail::robot
