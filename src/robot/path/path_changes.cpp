// SPDX-License-Identifier: Apache-2.0
//
// Idea: Waypoints are those that kinematics accepts. What a variable adds on an edge is the double next to the difference;
// of a continuous joint the remainder by a turn, which is exact.
// Cost: Linear.
// Gives up: Edges on which a quaternion changes are refused.
#include <cmath>
#include <cstddef>
#include <numbers>
#include <set>
#include <string>
#include <utility>

#include "machine/strict_arithmetic.hpp"
#include "robot/kinematics/kinematics.hpp"
#include "robot/path/path_problem.hpp"

namespace sunder::detail::robot {
namespace {

/// Kinematics looks at the variables of one robot alone.
std::optional<Error> refusal_of_waypoints(const CheckData& data, std::span<const double> waypoints,
                                          std::int64_t count) {
  const auto variables = static_cast<std::size_t>(data.variables);
  std::vector<double> own;
  for (std::size_t r = 0; r < data.robots.size(); ++r) {
    const auto first = static_cast<std::size_t>(data.first_variable[r]);
    const auto size = static_cast<std::size_t>(data.robots[r].variables());
    own.clear();
    for (std::size_t i = 0; i < static_cast<std::size_t>(count); ++i) {
      const std::span<const double> waypoint = waypoints.subspan(i * variables + first, size);
      own.insert(own.end(), waypoint.begin(), waypoint.end());
    }
    const Status status = accept(RobotAccess::data(data.robots[r]), count, own);
    if (!status) return status.error();
  }
  return std::nullopt;
}

/// What each variable adds on an edge.
class Changes {
 public:
  explicit Changes(const CheckData& data) : turns_(static_cast<std::size_t>(data.variables)) {
    for (std::size_t r = 0; r < data.robots.size(); ++r) {
      const auto first = static_cast<std::size_t>(data.first_variable[r]);
      for (const RobotJoint& joint : data.robots[r].model().joints) {
        // What follows a joint with a multiplier does not turn round with it.
        if (joint.mimic >= 0) {
          const std::int32_t leading =
              data.robots[r].model().joints[static_cast<std::size_t>(joint.mimic)].variable;
          if (leading >= 0) followed_.insert(first + static_cast<std::size_t>(leading));
        }
        if (joint.variable < 0) continue;
        const std::size_t variable = first + static_cast<std::size_t>(joint.variable);
        if (joint.kind == JointKind::continuous) turns_[variable] = true;
        if (joint.kind == JointKind::floating) quaternions_.push_back({variable + 3, joint.name});
      }
    }
  }

  std::optional<Error> write(std::span<const double> from, std::span<const double> to,
                             std::int64_t edge, std::vector<double>& change) const {
    change.resize(from.size());
    for (std::size_t k = 0; k < from.size(); ++k) {
      // remainder() is exact.
      change[k] = turns_[k] && !followed_.contains(k)
                      ? std::remainder(to[k] - from[k], 2 * std::numbers::pi)
                      : to[k] - from[k];
    }
    for (const auto& [first, name] : quaternions_) {
      for (std::size_t k = first; k < first + 4; ++k) {
        if (!(std::fabs(change[k]) > 0)) continue;
        return Error{ErrorCode::not_served,
                     "on edge " + std::to_string(edge) + " the floating joint \"" + name +
                         "\" turns; keep its quaternion as it is along a path"};
      }
    }
    return std::nullopt;
  }

 private:
  std::vector<bool> turns_;
  std::set<std::size_t> followed_;
  std::vector<std::pair<std::size_t, std::string>> quaternions_;
};

}  // namespace

Result<std::vector<double>> path_changes(const CheckData& data, std::span<const double> waypoints,
                                         std::int64_t count) {
  if (auto error = refusal_of_waypoints(data, waypoints, count)) return *std::move(error);
  const auto variables = static_cast<std::size_t>(data.variables);
  const Changes changes_of(data);
  std::vector<double> changes, change;
  for (std::size_t i = 0; i + 1 < static_cast<std::size_t>(count); ++i) {
    const std::span<const double> from = waypoints.subspan(i * variables, variables);
    const std::span<const double> to = waypoints.subspan((i + 1) * variables, variables);
    if (auto error = changes_of.write(from, to, static_cast<std::int64_t>(i), change))
      return *std::move(error);
    changes.insert(changes.end(), change.begin(), change.end());
  }
  return changes;
}

}  // namespace sunder::detail::robot
