// SPDX-License-Identifier: Apache-2.0
//
// Idea: Samples are uniform between the limits, each value from a number of its own in one sequence.
// Source: Steele, Lea and Flood, "Fast splittable pseudorandom number generators", 2014 (SplitMix64).
// Cost: Some nanoseconds a value.
// Gives up: Limits that are infinite have no box to prove.
#include "robot/pairs/joint_box.hpp"

#include <cmath>
#include <cstddef>
#include <numbers>

#include "machine/strict_arithmetic.hpp"
#include "robot/model/robot_data.hpp"

namespace sunder::detail::robot {
namespace {

/// How far a variable without limits is sampled, in metres or radians.
constexpr double kUnlimited = 1;

/// Number `index` of the sequence, as one of 2^53 in [0, 1).
double split_mix(std::uint64_t seed, std::uint64_t index) noexcept {
  std::uint64_t z = seed + (index + 1) * 0x9e3779b97f4a7c15U;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9U;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebU;
  return static_cast<double>((z ^ (z >> 31)) >> 11) * 0x1p-53;
}

/// What a joint's own limits say.
JointRange limited(double lower, double upper, double start) noexcept {
  JointRange range{lower, upper, true, std::fmax(std::fabs(lower), std::fabs(upper))};
  if (std::isfinite(lower) && std::isfinite(upper)) return range;
  range.bounded = false;
  range.largest = Robot::kGreatestValue;
  if (!std::isfinite(lower)) range.lower = (std::isfinite(upper) ? upper : start) - kUnlimited;
  if (!std::isfinite(upper)) range.upper = (std::isfinite(lower) ? lower : start) + kUnlimited;
  return range;
}

}  // namespace

JointBox::JointBox(const Robot& robot)
    : ranges_(static_cast<std::size_t>(robot.variables()),
              {-kUnlimited, kUnlimited, false, Robot::kGreatestValue}) {
  const RobotModel& model = robot.model();
  // A full turn of a joint is none of one that follows it by another factor.
  std::vector<bool> leads(model.joints.size());
  for (const RobotJoint& joint : model.joints) {
    if (joint.mimic >= 0) leads[static_cast<std::size_t>(joint.mimic)] = true;
  }
  // The circle, and the roundings of its ends.
  const double half_turn = std::nextafter(std::numbers::pi, 4.0);
  for (std::size_t j = 0; j < model.joints.size(); ++j) {
    const RobotJoint& joint = model.joints[j];
    if (joint.variable < 0) continue;
    const auto first = static_cast<std::size_t>(joint.variable);
    const bool free_turn = joint.kind == JointKind::continuous ||
                           (joint.kind == JointKind::revolute && !std::isfinite(joint.lower) &&
                            !std::isfinite(joint.upper));
    if (free_turn) {
      ranges_[first] = {-half_turn, half_turn, !leads[j], Robot::kGreatestValue};
    } else if (joint.kind == JointKind::revolute || joint.kind == JointKind::prismatic) {
      ranges_[first] = limited(joint.lower, joint.upper, 0);
    } else if (joint.kind == JointKind::planar) {
      ranges_[first + 2] = {-half_turn, half_turn, !leads[j], Robot::kGreatestValue};
    } else if (joint.kind == JointKind::floating) {
      quaternions_.push_back(first + 3);
    }
  }
}

std::vector<double> JointBox::largest() const {
  std::vector<double> sizes;
  for (const JointRange& range : ranges_) sizes.push_back(range.largest);
  return sizes;
}

void JointBox::sample(std::uint64_t seed, std::uint64_t index,
                      std::span<double> configuration) const {
  const std::uint64_t start = index * ranges_.size();
  for (std::size_t k = 0; k < ranges_.size(); ++k) {
    const JointRange& range = ranges_[k];
    const double share = split_mix(seed, start + k);
    configuration[k] = std::fmin(range.lower + (range.upper - range.lower) * share, range.upper);
  }
  // Entries from -1 to 1 of a length between 0.1 and 1 are of all directions alike; others are drawn again, from a
  // sequence of their own.
  for (const std::size_t first : quaternions_) {
    const std::uint64_t own = seed ^ ((start + first) * 0xd1342543de82ef95U + 1);
    for (std::uint64_t draw = 0;; draw += 4) {
      double squares = 0;
      for (std::size_t k = 0; k < 4; ++k) {
        const double entry = 2 * split_mix(own, draw + k) - 1;
        configuration[first + k] = entry;
        squares += entry * entry;
      }
      if (squares <= 1 && squares >= 0.01) break;
    }
  }
}

}  // namespace sunder::detail::robot
