// SPDX-License-Identifier: Apache-2.0
//
// What the verbs about robots in a scene share: the checker of a command line, its configurations, and words of both.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "configurations.hpp"
#include "robot_files.hpp"
#include "sunder/robot.hpp"
#include "sunder/robot_check.hpp"
#include "verb.hpp"

namespace sunder::cli {

/// The words of a command line that say what is examined.
struct CheckerArguments {
  RobotArguments robot;
  std::string joints;
  std::optional<std::string> state;
  std::vector<std::string> scene;
  std::optional<std::string> unit;
  std::vector<std::string> scene_as, ignore, attach;
  std::optional<std::string> margin;
  int threads = 1;

  /// Adds them to a verb.
  void add_to(Verb& verb);
};

/// What a checker was made of, for who draws it.
struct CheckedScene {
  Scene scene;  ///< in metres
  RobotCheckOptions options;
};

/// Reads the scene, in metres, and makes the checker. Complains and returns nothing where that fails. `kept`, where
/// given, receives what it was made of.
std::optional<RobotChecker> make_checker(const CheckerArguments& arguments, const Robot& robot,
                                         CheckedScene* kept = nullptr);
/// Opens a file of configurations; null, after a complaint, where that fails.
std::unique_ptr<ConfigurationReader> open_configurations(const CheckerArguments& arguments,
                                                         const Robot& robot,
                                                         const std::string& path);
/// Notes each variable that a file did not give.
void note_missing(const CheckerArguments& arguments, const Robot& robot,
                  const std::vector<bool>& variables);
/// Their names, as the elements of a JSON array.
std::string missing_json(const Robot& robot, const std::vector<bool>& variables);
/// The names of a pair, as a JSON array.
std::string names_json(const RobotChecker& checker, std::int64_t pair);
/// Complains where rules leave no pair, since the answers then say nothing.
bool compares_nothing(const RobotChecker& checker);
/// How many pairs are examined, and why others are not: as a JSON object, and as a line.
std::string counts_json(const RobotChecker& checker);
std::string counts_text(const RobotChecker& checker);

}  // namespace sunder::cli
