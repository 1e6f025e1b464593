// SPDX-License-Identifier: Apache-2.0
//
// Tests any bytes as a URDF, and behind the first zero byte as its SRDF. Either they are refused with a message, or the
// robot stands at its own default configuration, with finite frames and a finite bound on their rounding.
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <string>
#include <vector>

#include "fuzz/demand.hpp"
#include "fuzz/targets.hpp"
#include "sunder/robot.hpp"

namespace sunder::fuzz {
namespace {

void check_robot(const Robot& robot) {
  const RobotModel& model = robot.model();
  demand(robot.frames() >= static_cast<std::int32_t>(model.links.size()), "every link has a frame");
  demand(static_cast<bool>(Robot::from_model(model)), "a robot's model is one");
  const std::vector<double> configuration = robot.default_configuration();
  demand(configuration.size() == robot.variable_names().size(), "every variable has a value");
  std::vector<double> poses(static_cast<std::size_t>(robot.frames()) * 12);
  demand(static_cast<bool>(robot.forward(1, configuration, poses)), "a robot can be placed");
  demand(std::ranges::all_of(poses, [](double x) { return std::isfinite(x); }),
         "frames are finite");
  for (const FrameRounding& rounding : robot.rounding()) {
    demand(std::isfinite(rounding.offset) && std::isfinite(rounding.slope),
           "their rounding is bounded");
  }
  std::vector<double> derivatives(configuration.size() * 12);
  demand(static_cast<bool>(robot.derivatives(configuration, robot.frames() - 1, derivatives)),
         "and they have derivatives");
  for (const RobotPair& pair : model.skipped) demand(pair.a < pair.b, "pairs are in order");
}

}  // namespace

void fuzz_urdf(Bytes bytes) {
  const std::string text(bytes.begin(), bytes.end());
  const std::size_t end = std::min(text.find('\0'), text.size());
  const std::string_view whole = text;
  UrdfOptions options;
  options.environment = false;
  options.limits = {.bytes = 1 << 16, .points = 1000, .bodies = 10};
  options.srdf = "fuzz.srdf";
  const Result<Robot> robot = read_urdf_text(
      whole.substr(0, end), whole.substr(std::min(end + 1, whole.size())), "fuzz.urdf", options);
  if (robot) return check_robot(robot.value());
  const std::string& message = robot.error().message;
  if (!message.starts_with("fuzz.urdf: ") && !message.starts_with("fuzz.srdf: "))
    broken("a refusal names the file", message);
}

}  // namespace sunder::fuzz
