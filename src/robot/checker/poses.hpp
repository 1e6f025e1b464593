// SPDX-License-Identifier: Apache-2.0
//
// Places the parts of a checker for a block of configurations, and tells which of them are refused.
#pragma once

#include <array>
#include <optional>
#include <vector>

#include "batch/lane_items.hpp"
#include "robot/checker/data.hpp"

namespace sunder::detail::robot {

/// Makes poses, block after block. A thread needs its own.
class BlockPoses {
 public:
  explicit BlockPoses(const CheckData& data);

  /// Places `count` configurations, at most kCheckBlock. A refused one is placed as the default configuration.
  void place(const double* configurations, std::int32_t count);

  RobotRefusal refusal(std::int32_t i) const noexcept {
    return refusals_[static_cast<std::size_t>(i)];
  }
  bool has_refused() const noexcept { return refused_; }

  /// The matrices in one table: first those of the scene, then for each configuration those of all frames.
  const double* table() const noexcept { return table_.data(); }
  std::int32_t scene_row(std::int32_t body) const noexcept { return body; }
  std::int32_t row(std::int32_t i, std::int32_t frame) const noexcept {
    return scene_ + i * frames_ + frame;
  }
  Pose3 pose(std::int32_t i, std::int32_t frame) const;
  /// The matrices of a frame: that of configuration i is i * stride() doubles behind.
  const double* frame(std::int32_t frame) const noexcept {
    return table_.data() + 12 * static_cast<std::size_t>(row(0, frame));
  }
  std::size_t stride() const noexcept { return 12 * static_cast<std::size_t>(frames_); }

 private:
  void place_robot(std::size_t robot, const double* configurations, std::int32_t count);

  const CheckData& data_;
  std::int32_t scene_, frames_;
  std::vector<double> table_;
  std::vector<double> accepted_;  ///< configurations of one robot
  std::vector<double> poses_;     ///< of one robot of several
  std::array<RobotRefusal, kCheckBlock> refusals_{};
  bool refused_ = false;
};

}  // namespace sunder::detail::robot
