// SPDX-License-Identifier: Apache-2.0
//
// Reads the elements of URDF and SRDF into a model. Every function throws files::Refused.
#pragma once

#include <cstdint>
#include <string>
#include <unordered_map>

#include "robot/reading/xml_elements.hpp"
#include "sunder/robot.hpp"

namespace sunder::detail::robot {

using Ids = std::unordered_map<std::string, std::int32_t>;

/// More pairs of links than these are not skipped one by one.
inline constexpr std::size_t kMostPairs = std::size_t{1} << 20;

/// A model, and the numbers of its links and joints.
struct NamedModel {
  RobotModel model;
  Ids links, joints;
};

/// Reads links, joints and parts.
NamedModel read_urdf_model(const XmlFile& file, const UrdfOptions& options);

/// Adds the joint that holds the root in the world, pairs, groups and states.
void add_srdf(const XmlFile& file, NamedModel& named);

/// Skips links with a joint between them, and links that only fixed joints join.
void skip_adjacent(const std::string& path, RobotModel& model);

}  // namespace sunder::detail::robot
