// SPDX-License-Identifier: Apache-2.0
//
// The values that the variables of a robot can have, and samples of them.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "sunder/robot.hpp"

namespace sunder::detail::robot {

/// The range of one variable.
struct JointRange {
  double lower = 0, upper = 0;  ///< what samples are drawn from
  bool bounded = true;          ///< no other value places a link elsewhere, up to roundings
  double largest = 0;           ///< no accepted value is larger in size
};

/// Immutable.
class JointBox {
 public:
  explicit JointBox(const Robot& robot);

  const JointRange& range(std::size_t variable) const noexcept { return ranges_[variable]; }
  std::size_t variables() const noexcept { return ranges_.size(); }
  /// Bounds the size of each variable, as Robot::rounding() takes it.
  std::vector<double> largest() const;
  /// Writes sample `index` of a seed.
  void sample(std::uint64_t seed, std::uint64_t index, std::span<double> configuration) const;

 private:
  std::vector<JointRange> ranges_;
  std::vector<std::size_t> quaternions_;  ///< first variables
};

}  // namespace sunder::detail::robot
