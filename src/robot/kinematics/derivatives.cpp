// SPDX-License-Identifier: Apache-2.0
//
// Idea: On the way from the root to the frame, the pose is a product of maps. Its derivative in a joint's variable is the
// maps above, times the derivative of the joint's own map, times the maps below.
// Bound: None: no proof rests on these numbers.
// Cost: three products of maps for each variable on the way, and the placing of all frames.
#include <algorithm>
#include <array>
#include <cstddef>
#include <fmt/format.h>
#include <span>
#include <vector>

#include "robot/kinematics/kinematics.hpp"

namespace sunder::detail::robot {
namespace {

/// Returns outer * inner; the last row of `inner` is 0 0 0 `weight`: 1 of a map, 0 of a derivative.
Rows product(const Rows& outer, const Rows& inner, double weight) {
  Rows rows{};
  for (std::size_t i = 0; i < 12; i += 4) {
    for (std::size_t j = 0; j < 4; ++j) {
      rows[i + j] = outer[i] * inner[j] + outer[i + 1] * inner[4 + j] + outer[i + 2] * inner[8 + j];
    }
    rows[i + 3] += weight * outer[i + 3];
  }
  return rows;
}

/// Returns the derivative of R_O [n]-turn by its angle, from the map itself: R n-turn' = R [n]x.
Rows turned(const Rows& map, const std::array<double, 3>& n) {
  Rows rows{};
  for (std::size_t i = 0; i < 12; i += 4) {
    for (std::size_t j = 0; j < 3; ++j) {
      const std::size_t a = (j + 1) % 3, b = (j + 2) % 3;
      rows[i + j] = map[i + a] * n[b] - map[i + b] * n[a];
    }
  }
  return rows;
}

Rows moved(const std::array<double, 3>& direction) {
  return {0, 0, 0, direction[0], 0, 0, 0, direction[1], 0, 0, 0, direction[2]};
}

Rows moved_along(const Rows& origin, std::size_t column) {
  return moved({origin[column], origin[4 + column], origin[8 + column]});
}

/// Returns the derivative of the rotation of a quaternion x, y, z, w in its entry k. With v = (x, y, z), the rotation is
/// I + 2 M / |q|^2, M = w [v]x + v v^T - |v|^2 I.
Rows turned_by_entry(const double* q, std::size_t k) {
  const double square = q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3];
  const double length = q[0] * q[0] + q[1] * q[1] + q[2] * q[2];
  std::array<double, 4> unit{};
  unit[k] = 1;
  Rows rows{};
  for (std::size_t i = 0; i < 3; ++i) {
    for (std::size_t j = 0; j < 3; ++j) {
      double m = q[i] * q[j];
      double dm = unit[i] * q[j] + q[i] * unit[j];
      if (i == j) {
        m -= length;
        if (k < 3) dm -= 2 * q[k];
      } else {
        const std::size_t other = 3 - i - j;
        const double sign = (j + 1) % 3 == i ? 1 : -1;
        m += sign * q[3] * q[other];
        dm += sign * (unit[3] * q[other] + q[3] * unit[other]);
      }
      rows[4 * i + j] = 2 * (dm - 2 * m * (q[k] / square)) / square;
    }
  }
  return rows;
}

/// Returns the derivative of the map of a step in its value k.
Rows derivative_of(const Step& step, const Rows& map, const double* values, std::size_t k) {
  switch (step.kind) {
    case JointKind::fixed:
      return {};
    case JointKind::revolute:
    case JointKind::continuous:
      return turned(map, step.axis);
    case JointKind::prismatic:
      return moved(step.direction);
    case JointKind::planar:
      return k < 2 ? moved_along(step.origin, k) : turned(map, {0, 0, 1});
    case JointKind::floating:
      return k < 3 ? moved_along(step.origin, k)
                   : product(step.origin, turned_by_entry(values + 3, k - 3), 0);
  }
  return {};
}

/// The variable that moves a slot, and how much the slot moves for each unit of it.
struct Lead {
  std::size_t variable;
  double share;
};

std::vector<Lead> leads_of(const RobotData& data) {
  std::vector<Lead> leads;
  for (std::size_t v = 0; v < data.variable_names.size(); ++v) leads.push_back({v, 1});
  for (const Follower& follower : data.followers) {
    const Lead& from = leads[follower.from];
    leads.push_back({from.variable, from.share * follower.multiplier});
  }
  return leads;
}

}  // namespace
}  // namespace sunder::detail::robot

namespace sunder::inline SUNDER_ABI {

Status Robot::derivatives(std::span<const double> configuration, std::int32_t frame,
                          std::span<double> out) const {
  namespace robot = detail::robot;
  const robot::RobotData& data = *data_;
  const std::size_t variables = data.variable_names.size();
  if (configuration.size() != variables || out.size() != variables * 12 || frame < 0 ||
      frame >= data.frames) {
    return Error{
        ErrorCode::wrong_shape,
        fmt::format(
            "frame {}, {} values and {} derivatives; a frame from 0 to {}, {} and {} are needed",
            frame, configuration.size(), out.size(), data.frames - 1, variables, variables * 12)};
  }
  if (Status status = robot::accept(data, 1, configuration); !status) return status;
  std::ranges::fill(out, 0.0);
  if (variables == 0) return {};
  robot::Workspace workspace(data);
  robot::local_block(data, 1, configuration.data(), workspace);

  std::vector<std::size_t> step_of(static_cast<std::size_t>(data.frames));
  for (std::size_t s = 0; s < data.steps.size(); ++s)
    step_of[static_cast<std::size_t>(data.steps[s].frame)] = s;
  std::vector<std::size_t> way;
  for (std::int32_t at = frame; at >= 0; at = data.steps[way.back()].parent)
    way.push_back(step_of[static_cast<std::size_t>(at)]);
  const auto map_of = [&](std::size_t step) {
    robot::Rows rows{};
    for (std::size_t e = 0; e < 12; ++e) {
      rows[e] =
          workspace
              .poses()[(static_cast<std::size_t>(data.steps[step].frame) * 12 + e) * robot::kBlock];
    }
    return rows;
  };
  const robot::Rows none{1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0};
  std::vector<robot::Rows> below(way.size(), none);  // what follows each step of the way
  for (std::size_t k = 1; k < way.size(); ++k)
    below[k] = robot::product(map_of(way[k - 1]), below[k - 1], 1);
  const std::vector<robot::Lead> leads = robot::leads_of(data);
  robot::Rows above = none;
  for (std::size_t k = way.size(); k-- > 0;) {
    const robot::Step& step = data.steps[way[k]];
    const robot::Rows map = map_of(way[k]);
    double values[7] = {};
    for (std::size_t v = 0; v < step.slots; ++v)
      values[v] = workspace.slots()[(step.slot + v) * robot::kBlock];
    for (std::size_t v = 0; v < step.slots; ++v) {
      const robot::Lead lead = leads[step.slot + v];
      const robot::Rows change = robot::product(
          above, robot::product(robot::derivative_of(step, map, values, v), below[k], 1), 0);
      for (std::size_t e = 0; e < 12; ++e) out[lead.variable * 12 + e] += lead.share * change[e];
    }
    above = robot::product(above, map, 1);
  }
  return {};
}

}  // namespace sunder::inline SUNDER_ABI
