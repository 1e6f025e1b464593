// SPDX-License-Identifier: Apache-2.0
//
// Checks a model of a robot, and sorts what it holds.
#pragma once

#include <cstdint>
#include <vector>

#include "sunder/robot.hpp"

namespace sunder::detail::robot {

/// What the checks of a model found: an order in which parents come before children, and one in which joints come
/// before those that follow them.
struct ModelOrder {
  std::int32_t root = -1;
  std::vector<std::int32_t> links;
  std::vector<std::int32_t> joints;
};

/// Refuses what Robot::from_model() refuses. Sets each link's joint and each joint's variable, sorts skipped pairs, and
/// leaves one of each.
Result<ModelOrder> check_model(RobotModel& model);

}  // namespace sunder::detail::robot
