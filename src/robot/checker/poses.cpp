// SPDX-License-Identifier: Apache-2.0
#include "robot/checker/poses.hpp"

#include <algorithm>

namespace sunder::detail::robot {
namespace {

RobotRefusal refusal_of(ErrorCode code) noexcept {
  if (code == ErrorCode::not_finite) return RobotRefusal::not_finite;
  return code == ErrorCode::zero_quaternion ? RobotRefusal::zero_quaternion
                                            : RobotRefusal::too_large;
}

}  // namespace

BlockPoses::BlockPoses(const CheckData& data)
    : data_(data), scene_(static_cast<std::int32_t>(data.scene.size())), frames_(data.frames) {
  table_.resize(12 * static_cast<std::size_t>(row(kCheckBlock, 0)));
  std::copy(data.scene_rows.begin(), data.scene_rows.end(), table_.begin());
}

Pose3 BlockPoses::pose(std::int32_t i, std::int32_t frame) const {
  const double* const rows = table_.data() + 12 * static_cast<std::size_t>(row(i, frame));
  return Pose3::from_matrix(std::span<const double>(rows, 12)).value();
}

/// Configurations are copied only where there are several robots, or one is refused.
void BlockPoses::place_robot(std::size_t r, const double* configurations, std::int32_t count) {
  const Robot& robot = data_.robots[r];
  const auto variables = static_cast<std::size_t>(robot.variables());
  const auto all = static_cast<std::size_t>(data_.variables);
  const auto items = static_cast<std::size_t>(count);
  const bool alone = data_.robots.size() == 1;
  std::span<const double> given(configurations, items * all);
  if (!alone) {
    accepted_.resize(items * variables);
    for (std::size_t i = 0; i < items; ++i) {
      std::copy_n(configurations + i * all + static_cast<std::size_t>(data_.first_variable[r]),
                  variables, accepted_.begin() + static_cast<std::ptrdiff_t>(i * variables));
    }
    given = std::span<const double>(accepted_).first(items * variables);
    poses_.resize(items * 12 * static_cast<std::size_t>(robot.frames()));
  }
  const std::size_t doubles = items * 12 * static_cast<std::size_t>(robot.frames());
  double* const in_place = table_.data() + 12 * static_cast<std::size_t>(row(0, 0));
  const std::span<double> poses(alone ? in_place : poses_.data(), doubles);
  if (!robot.forward(count, given, poses)) {
    const std::vector<double> instead = robot.default_configuration();
    if (alone) accepted_.assign(given.begin(), given.end());
    for (std::size_t i = 0; i < items; ++i) {
      const std::span<double> one = std::span(accepted_).subspan(i * variables, variables);
      const Status placed =
          robot.forward(1, one, poses.first(12 * static_cast<std::size_t>(robot.frames())));
      if (placed) continue;
      if (refusals_[i] == RobotRefusal::none) refusals_[i] = refusal_of(placed.error().code);
      refused_ = true;
      std::copy(instead.begin(), instead.end(), one.begin());
    }
    robot.forward(count, std::span(accepted_).first(items * variables), poses).value();
  }
  if (alone) return;
  const std::size_t own = 12 * static_cast<std::size_t>(robot.frames());
  for (std::size_t i = 0; i < items; ++i) {
    std::copy_n(poses_.begin() + static_cast<std::ptrdiff_t>(i * own), own,
                in_place + i * stride() + 12 * static_cast<std::size_t>(data_.first_frame[r]));
  }
}

void BlockPoses::place(const double* configurations, std::int32_t count) {
  refusals_.fill(RobotRefusal::none);
  refused_ = false;
  for (std::size_t r = 0; r < data_.robots.size(); ++r) place_robot(r, configurations, count);
}

}  // namespace sunder::detail::robot
