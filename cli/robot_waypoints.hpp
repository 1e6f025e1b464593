// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "robot_checker.hpp"

namespace sunder::cli {

/// The waypoints of a path, two or more.
struct Waypoints {
  std::vector<double> values{};  ///< row by row
  std::int64_t count = 0;
  std::vector<bool> missing{};  ///< which variables the file did not give
};

/// Reads the file of waypoints. Complains and returns nothing where that fails, or there are fewer than two.
std::optional<Waypoints> read_waypoints(const CheckerArguments& arguments, const Robot& robot,
                                        const std::string& path);

}  // namespace sunder::cli
