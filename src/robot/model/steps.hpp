// SPDX-License-Identifier: Apache-2.0
//
// Turns a checked model into the steps of kinematics.
#pragma once

#include "robot/model/check_model.hpp"
#include "robot/model/robot_data.hpp"

namespace sunder::detail::robot {

/// Fills everything but the model. Refuses followers that no configuration keeps below Robot::kGreatestValue.
Status make_steps(RobotData& data, const ModelOrder& order);

}  // namespace sunder::detail::robot
