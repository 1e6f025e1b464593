// SPDX-License-Identifier: Apache-2.0
//
// sunder robot check: says of each configuration of a file whether the robot is free.
#pragma once

#include "verbs.hpp"

namespace sunder::cli {

/// `robot` is the verb `sunder robot`.
void add_robot_check(CLI::App& robot, ExitStatus& status);

}  // namespace sunder::cli
