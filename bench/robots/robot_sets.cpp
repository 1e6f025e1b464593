// SPDX-License-Identifier: Apache-2.0
#include "bench/robots/robot_sets.hpp"

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <limits>
#include <random>
#include <sstream>

namespace sunder::bench {
namespace {

[[noreturn]] void end_with(const std::string& message) {
  std::fprintf(stderr, "%s\n", message.c_str());
  std::exit(2);
}

}  // namespace

Robot read_still_robot(const std::string& urdf, const UrdfOptions& options) {
  const Result<Robot> read = read_urdf(urdf, options);
  if (!read) end_with(read.error().message);
  RobotModel model = read.value().model();
  model.states.clear();  // they count the variables of the joints that become fixed
  for (RobotJoint& joint : model.joints) {
    if (joint.kind != JointKind::planar && joint.kind != JointKind::floating) continue;
    RobotJoint still;
    still.name = joint.name;
    still.parent = joint.parent;
    still.child = joint.child;
    still.origin = joint.origin;
    joint = still;
  }
  const Result<Robot> robot = Robot::from_model(std::move(model));
  if (!robot) end_with(robot.error().message);
  return robot.value();
}

void add_package(UrdfOptions& options, const std::string& package) {
  const std::size_t equal = package.find('=');
  options.packages.emplace_back(package.substr(0, equal), package.substr(equal + 1));
}

std::vector<double> draw(const Robot& robot, std::int64_t count, std::uint64_t seed) {
  const auto variables = static_cast<std::size_t>(robot.variables());
  std::vector<double> low(variables, -3.14159), high(variables, 3.14159);
  for (const RobotJoint& joint : robot.model().joints) {
    if (joint.variable < 0 || !std::isfinite(joint.lower) || !std::isfinite(joint.upper)) continue;
    low[static_cast<std::size_t>(joint.variable)] = joint.lower;
    high[static_cast<std::size_t>(joint.variable)] = joint.upper;
  }
  std::mt19937_64 engine(seed);
  std::vector<double> q;
  q.reserve(static_cast<std::size_t>(count) * variables);
  for (std::int64_t i = 0; i < count; ++i) {
    for (std::size_t v = 0; v < variables; ++v) {
      q.push_back(low[v] + (high[v] - low[v]) * static_cast<double>(engine() >> 11) * 0x1p-53);
    }
  }
  return q;
}

std::vector<double> draw_free(const Robot& robot, const RobotChecker& checker, std::int64_t count) {
  const auto variables = static_cast<std::size_t>(robot.variables());
  std::vector<double> found;
  for (std::uint64_t seed = 1;
       found.size() < static_cast<std::size_t>(count) * variables && seed < 200; ++seed) {
    const std::vector<double> q = draw(robot, count, seed);
    std::vector<Verdict> verdicts(static_cast<std::size_t>(count));
    checker.check({q, count}, {verdicts}).value();
    for (std::size_t i = 0;
         i < verdicts.size() && found.size() < static_cast<std::size_t>(count) * variables; ++i) {
      if (verdicts[i] != Verdict::separated) continue;
      const auto from = q.begin() + static_cast<std::ptrdiff_t>(i * variables);
      found.insert(found.end(), from, from + static_cast<std::ptrdiff_t>(variables));
    }
  }
  return found;
}

Pose3 SceneItem::pose() const { return Pose3::from_wxyz(quaternion, position).value(); }

Polytope3 SceneItem::polytope() const {
  if (box) return Polytope3::from_box({size[0] / 2, size[1] / 2, size[2] / 2}).value();
  constexpr int kSides = 32;
  const double around = size[1] * (1 + 0x1p-48) / std::cos(std::acos(-1.0) / kSides);
  return Polytope3::prism(kSides, around, size[0] / 2);
}

Scene SceneItems::scene() const {
  Scene scene;
  for (std::size_t i = 0; i < items.size(); ++i) {
    SceneBody body;
    body.name = "item" + std::to_string(i);
    body.polytope = items[i].polytope();
    body.pose = items[i].pose();
    scene.add(body);
  }
  return scene;
}

std::vector<SceneItems> read_scenes(const std::string& path) {
  std::ifstream file(path);
  if (!file) end_with(path + " cannot be read");
  std::vector<SceneItems> scenes;
  for (std::string line; std::getline(file, line);) {
    std::istringstream words(line);
    std::string kind;
    words >> kind;
    if (kind == "scene") {
      scenes.emplace_back();
      words >> scenes.back().name;
      continue;
    }
    SceneItem item;
    item.box = kind == "box";
    if ((!item.box && kind != "cylinder") || scenes.empty())
      end_with(path + ": no such line: " + line);
    for (double& x : item.quaternion) words >> x;
    for (double& x : item.position) words >> x;
    for (std::size_t k = 0; k < (item.box ? 3U : 2U); ++k) words >> item.size[k];
    if (!words) end_with(path + ": numbers are missing: " + line);
    scenes.back().items.push_back(item);
  }
  return scenes;
}

void write_npy(const std::string& path, const char* type, std::int64_t rows, std::int64_t columns,
               const void* data, std::size_t bytes) {
  std::string header = "{'descr': '" + std::string(type) + "', 'fortran_order': False, 'shape': (" +
                       std::to_string(rows) + ", " + std::to_string(columns) + "), }";
  header.resize((header.size() + 11 + 63) / 64 * 64 - 11, ' ');
  header += '\n';
  std::ofstream file(path, std::ios::binary);
  file.write("\x93NUMPY\x01\x00", 8);
  const auto length = static_cast<unsigned>(header.size());
  file.put(static_cast<char>(length & 255U));
  file.put(static_cast<char>(length >> 8));
  file << header;
  file.write(static_cast<const char*>(data), static_cast<std::streamsize>(bytes));
}

}  // namespace sunder::bench
