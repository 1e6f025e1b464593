// SPDX-License-Identifier: Apache-2.0
//
// Checks the options of a checker before anything is built.
#pragma once

#include <optional>
#include <span>

#include "sunder/robot_check.hpp"

namespace sunder::detail::robot {

/// Returns why a checker cannot be made of these, or nothing.
std::optional<Error> check_options(std::span<const Robot> robots, const Scene& scene,
                                   const RobotCheckOptions& options);

}  // namespace sunder::detail::robot
