// SPDX-License-Identifier: Apache-2.0
//
// Reads the robot of a command line.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "sunder/robot.hpp"
#include "verb.hpp"

namespace sunder::cli {

/// The words of a command line that say which robot is read, and how.
struct RobotArguments {
  std::string path;
  std::string srdf;
  std::vector<std::string> packages, as;
  std::string base;

  /// Adds them to a verb.
  void add_to(Verb& verb);
};

/// Reads "X Y Z" or "X Y Z ROLL PITCH YAW", separated by spaces or commas; complains where it is neither.
std::optional<Pose3> pose_from_words(const char* option, std::string_view text);
/// The folders of --package; complains and returns nothing where a word is wrong.
std::optional<std::vector<std::pair<std::string, std::string>>> packages_of(
    const RobotArguments& arguments);

/// Reads the robot, and writes its notes to standard error. Complains and returns nothing where that fails.
std::optional<Robot> load_robot(const RobotArguments& arguments);

}  // namespace sunder::cli
