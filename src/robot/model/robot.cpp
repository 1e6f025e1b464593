// SPDX-License-Identifier: Apache-2.0
//
// Idea: The public robot is a pointer to data that never changes. Configurations are accepted first, then placed in blocks,
// and the blocks are transposed into rows.
// Cost: that of forward_block(), and a copy of each pose.
// Gives up: The first configuration that is none ends forward(), before any is placed.
#include "sunder/robot.hpp"

#include <algorithm>
#include <cstddef>
#include <fmt/format.h>
#include <memory>
#include <string>
#include <utility>

#include "geometry/double_bits.hpp"
#include "geometry/refusal.hpp"
#include "robot/kinematics/kinematics.hpp"
#include "robot/model/check_model.hpp"
#include "robot/model/robot_data.hpp"
#include "robot/model/steps.hpp"

namespace sunder::detail::robot {
namespace {

Status refuse_value(const RobotData& data, std::int64_t configuration, std::size_t variable,
                    double value) {
  const std::string place =
      fmt::format("configuration {}: {}", configuration, data.variable_names[variable]);
  if (!is_finite_bits(value)) return refuse_not_finite(place, value, "value");
  return Error{ErrorCode::too_large, fmt::format("{} is {}; its size must be at most {}", place,
                                                 value, data.greatest[variable])};
}

}  // namespace

Status accept(const RobotData& data, std::int64_t count, std::span<const double> configurations) {
  const std::size_t variables = data.variable_names.size();
  for (std::int64_t c = 0; c < count; ++c) {
    const double* values = configurations.data() + static_cast<std::size_t>(c) * variables;
    bool fine = true;
    for (std::size_t v = 0; v < variables; ++v) {
      fine &= values[v] >= -data.greatest[v] && values[v] <= data.greatest[v];
    }
    for (std::size_t v = 0; !fine && v < variables; ++v) {
      if (!(values[v] >= -data.greatest[v] && values[v] <= data.greatest[v]))
        return refuse_value(data, c, v, values[v]);
    }
    for (const std::size_t first : data.quaternions) {
      double greatest = 0;
      for (std::size_t k = 0; k < 4; ++k)
        greatest = std::max(greatest, magnitude(values[first + k]));
      if (greatest >= 0x1p-100) continue;
      return Error{ErrorCode::zero_quaternion,
                   fmt::format("configuration {}: the quaternion from {} on is 0, or shorter than "
                               "2^-100; write 0 0 0 1 for no rotation",
                               c, data.variable_names[first])};
    }
  }
  return {};
}

}  // namespace sunder::detail::robot

namespace sunder::inline SUNDER_ABI {
namespace {

namespace robot = detail::robot;

Status refuse_size(const char* what, std::size_t given, std::size_t needed) {
  return Error{ErrorCode::wrong_shape,
               fmt::format("{} {} doubles, and {} are needed", given, what, needed)};
}

std::int32_t find(const std::unordered_map<std::string, std::int32_t>& ids, std::string_view name) {
  const auto found = ids.find(std::string(name));
  return found == ids.end() ? -1 : found->second;
}

}  // namespace

std::string_view to_string(JointKind kind) noexcept {
  static constexpr std::string_view kNames[] = {"fixed",     "revolute", "continuous",
                                                "prismatic", "planar",   "floating"};
  return kNames[static_cast<std::size_t>(kind)];
}

std::string_view to_string(RobotShape shape) noexcept {
  static constexpr std::string_view kNames[] = {"box",  "sphere", "capsule", "cylinder", "convex",
                                                "hull", "solid",  "surface", "cone"};
  return kNames[static_cast<std::size_t>(shape)];
}

Result<Robot> Robot::from_model(RobotModel model) {
  const auto data = std::make_shared<robot::RobotData>();
  data->model = std::move(model);
  const Result<robot::ModelOrder> order = robot::check_model(data->model);
  if (!order) return order.error();
  if (Status status = robot::make_steps(*data, order.value()); !status) return status.error();
  return robot::RobotAccess::make(data);
}

const RobotModel& Robot::model() const noexcept { return data_->model; }

std::int32_t Robot::variables() const noexcept {
  return static_cast<std::int32_t>(data_->variable_names.size());
}

std::span<const std::string> Robot::variable_names() const noexcept {
  return data_->variable_names;
}

std::int32_t Robot::find_variable(std::string_view name) const noexcept {
  return find(data_->variable_ids, name);
}

std::int32_t Robot::find_link(std::string_view name) const noexcept {
  return find(data_->link_ids, name);
}

std::vector<double> Robot::default_configuration() const {
  std::vector<double> values(data_->variable_names.size(), 0.0);
  for (const RobotJoint& joint : data_->model.joints) {
    if (joint.variable < 0) continue;
    const auto first = static_cast<std::size_t>(joint.variable);
    values[first] = std::clamp(0.0, joint.lower, joint.upper);
    if (joint.kind == JointKind::floating) values[first + 6] = 1;
  }
  return values;
}

std::int32_t Robot::frames() const noexcept { return data_->frames; }

std::int32_t Robot::frame_of_link(std::int32_t link) const noexcept { return link; }

std::int32_t Robot::frame_of_part(std::int32_t part) const noexcept {
  return data_->part_frames[static_cast<std::size_t>(part)];
}

Status Robot::forward(std::int64_t count, std::span<const double> configurations,
                      std::span<double> poses) const {
  const robot::RobotData& data = *data_;
  const std::size_t variables = data.variable_names.size();
  const auto frames = static_cast<std::size_t>(data.frames);
  if (count < 0 ||
      static_cast<std::size_t>(count) > (std::size_t{1} << 60) / (frames * 12 + variables)) {
    return Error{ErrorCode::wrong_shape,
                 fmt::format("{} configurations; 0 or more are needed", count)};
  }
  const auto configurations_count = static_cast<std::size_t>(count);
  if (configurations.size() != configurations_count * variables) {
    return refuse_size("configurations:", configurations.size(), configurations_count * variables);
  }
  if (poses.size() != configurations_count * frames * 12) {
    return refuse_size("poses:", poses.size(), configurations_count * frames * 12);
  }
  if (Status status = robot::accept(data, count, configurations); !status) return status;
  robot::Workspace workspace(data);
  for (std::size_t first = 0; first < configurations_count; first += robot::kBlock) {
    const std::size_t block = std::min(robot::kBlock, configurations_count - first);
    robot::forward_block(data, block, configurations.data() + first * variables, workspace);
    for (std::size_t i = 0; i < block; ++i) {
      double* out = poses.data() + (first + i) * frames * 12;
      for (std::size_t e = 0; e < frames * 12; ++e)
        out[e] = workspace.poses()[e * robot::kBlock + i];
    }
  }
  return {};
}

}  // namespace sunder::inline SUNDER_ABI
