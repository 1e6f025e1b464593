// SPDX-License-Identifier: Apache-2.0
#include "robot_files.hpp"

#include <cmath>
#include <fmt/format.h>
#include <string_view>
#include <utility>

#include "bodies.hpp"
#include "terminal.hpp"

namespace sunder::cli {

std::optional<Pose3> pose_from_words(const char* option, std::string_view text) {
  std::vector<double> numbers;
  bool fine = true;
  while (fine) {
    text.remove_prefix(std::min(text.find_first_not_of(" ,"), text.size()));
    if (text.empty()) break;
    const std::string_view word = text.substr(0, text.find_first_of(" ,"));
    text.remove_prefix(word.size());
    const std::optional<double> number = number_from_text(word);
    fine = number && std::isfinite(*number) && numbers.size() < 6;
    numbers.push_back(number.value_or(0));
  }
  if (!fine || (numbers.size() != 3 && numbers.size() != 6)) {
    complain(fmt::format(
        "{} takes \"X Y Z\" or \"X Y Z ROLL PITCH YAW\" for a pose, in metres and radians",
        option));
    return std::nullopt;
  }
  numbers.resize(6);
  return pose_from_rpy({numbers[0], numbers[1], numbers[2]}, {numbers[3], numbers[4], numbers[5]})
      .value();
}

std::optional<std::vector<std::pair<std::string, std::string>>> packages_of(
    const RobotArguments& arguments) {
  std::vector<std::pair<std::string, std::string>> packages;
  for (const std::string& word : arguments.packages) {
    const std::size_t equals = word.find('=');
    if (equals == 0 || equals == word.npos || equals + 1 == word.size()) {
      complain(fmt::format("--package {}: write NAME=DIR", word));
      return std::nullopt;
    }
    packages.emplace_back(word.substr(0, equals), word.substr(equals + 1));
  }
  return packages;
}

void RobotArguments::add_to(Verb& verb) {
  verb.word("urdf", path, "The robot: a URDF file")
      .text("--srdf", srdf, "An SRDF file: pairs not to be checked, groups, named states")
      .texts("--package", packages,
             "NAME=DIR: the folder of a package, for package://NAME/...; may be repeated. "
             "ROS_PACKAGE_PATH, "
             "AMENT_PREFIX_PATH and the folders above the URDF are searched too")
      .texts("--as", as,
             "What meshes are taken as: auto, solid, surface or hull, or KIND:GLOB for some parts; "
             "may be repeated")
      .text("--base", base, "Where the root link is: \"X Y Z\" or \"X Y Z ROLL PITCH YAW\"");
}

std::optional<Robot> load_robot(const RobotArguments& arguments) {
  UrdfOptions options;
  options.srdf = arguments.srdf;
  auto packages = packages_of(arguments);
  if (!packages) return std::nullopt;
  options.packages = *std::move(packages);
  std::optional<BodyForms> forms = BodyForms::from_words(arguments.as, "mesh");
  if (!forms) return std::nullopt;
  options.form_of = [&forms, &arguments](std::string_view part) {
    return forms->of(arguments.path, part);
  };
  if (!arguments.base.empty()) {
    const std::optional<Pose3> base = pose_from_words("--base", arguments.base);
    if (!base) return std::nullopt;
    options.base = *base;
  }
  Result<Robot> robot = read_urdf(arguments.path, options);
  if (!robot) {
    complain(robot.error().message);
    return std::nullopt;
  }
  if (const auto unused = forms->first_unused()) {
    complain(fmt::format("--as {}: no mesh has such a name", *unused));
    return std::nullopt;
  }
  for (const std::string& note : robot.value().model().notes) complain(note);
  return std::move(robot).value();
}

}  // namespace sunder::cli
