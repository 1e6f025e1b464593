// SPDX-License-Identifier: Apache-2.0
//
// Robots and their checkers as Python holds them.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "arrays.hpp"
#include "refusal.hpp"
#include "sunder/robot.hpp"
#include "sunder/robot_check.hpp"
#include "texts.hpp"

namespace sunder::python {

/// sunder.Robot, and the checker without a scene that its own questions ask, once there is one.
struct AnyRobot {
  Robot robot;
  nb::object checker;
};

/// What a checker was made of; pickles are.
struct CheckerRecipe {
  std::vector<Robot> robots;
  std::shared_ptr<const Scene> scene;
  RobotCheckOptions options;
  std::vector<std::string> notes;
};

/// sunder.RobotChecker, and the report of its last batch.
struct AnyRobotChecker {
  RobotChecker checker;
  std::shared_ptr<const CheckerRecipe> recipe;
  nb::object report = nb::none();
};

/// Configurations of shape (n, variables). Doubles in C order stay where they are; others are copied.
class ConfigurationRows {
 public:
  ConfigurationRows(nb::handle source, std::int32_t variables, std::string_view where);
  ConfigurationRows(const ConfigurationRows&) = delete;
  ConfigurationRows& operator=(const ConfigurationRows&) = delete;

  std::int64_t count() const noexcept { return numbers_.shape(0); }
  std::span<const double> all() const noexcept { return rows_; }

 private:
  Numbers numbers_;
  std::vector<double> copied_;
  std::span<const double> rows_;
};

/// Returns the checker that a question asks: this one, or that of the robot, which is made at the first question.
inline AnyRobotChecker& checker_of(AnyRobotChecker& self) { return self; }
AnyRobotChecker& checker_of(AnyRobot& self);

/// The state of a checker for a pickle, and back.
nb::dict checker_state(const AnyRobotChecker& self);
AnyRobotChecker checker_of_state(nb::handle state);

/// A dict, or what has its items. Lists and arrays are mappings to Python's own test.
inline bool is_dict(nb::handle given) { return nb::hasattr(given, "items"); }
/// Folders by package, of a dict or None.
std::vector<std::pair<std::string, std::string>> read_packages(nb::handle packages);
/// Refuses at this file, whose name the message need not repeat.
[[noreturn]] void refuse_file(const std::string& path, Error error);

/// Adds from_model(), to_model() and pickling; find_link_pairs() and srdf_with_pairs().
void add_robot_models(nb::class_<AnyRobot>& type);
void add_robot_pairs(nb::class_<AnyRobot>& type);

/// Adds check(), first_pairs(), distances(), path() and verify().
void add_robot_questions(nb::class_<AnyRobot>& type);
void add_robot_questions(nb::class_<AnyRobotChecker>& type);

/// Adds RobotChecker and RobotAttachment, and what paths answer with.
void add_robot_checkers(nb::module_& module);
void add_robot_paths(nb::module_& module);
void add_robots(nb::module_& module);

}  // namespace sunder::python
