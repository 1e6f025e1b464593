// SPDX-License-Identifier: Apache-2.0
//
// What programs about robots measure: a robot of a URDF, configurations drawn between its limits, and scenes. Scenes are
// boxes and cylinders, which scenes.py writes from the planning scenes of MoveIt.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "sunder/robot.hpp"
#include "sunder/robot_check.hpp"

namespace sunder::bench {

/// Reads a robot whose root stands still: planar and floating joints become fixed. Ends the program where the file is
/// refused.
Robot read_still_robot(const std::string& urdf, const UrdfOptions& options);

/// Adds a package, given as NAME=DIR.
void add_package(UrdfOptions& options, const std::string& package);

/// Draws uniformly between the limits of the joints, and within a turn where there are none.
std::vector<double> draw(const Robot& robot, std::int64_t count, std::uint64_t seed);
/// Draws configurations until `count` of them are free, or many were drawn. Rows behind each other.
std::vector<double> draw_free(const Robot& robot, const RobotChecker& checker, std::int64_t count);

/// A body of a scene. Sizes: a box's full sides; a cylinder's height and radius.
struct SceneItem {
  bool box = false;
  std::array<double, 4> quaternion{};  ///< w, x, y, z
  Vector3 position{}, size{};

  Pose3 pose() const;
  /// The box, or the prism of 32 sides around the cylinder.
  Polytope3 polytope() const;
};

struct SceneItems {
  std::string name;
  std::vector<SceneItem> items;

  Scene scene() const;
};

/// Reads lines "scene NAME", "box W X Y Z  PX PY PZ  SX SY SZ" and "cylinder W X Y Z  PX PY PZ  HEIGHT RADIUS". Ends the
/// program at another line.
std::vector<SceneItems> read_scenes(const std::string& path);

/// Writes rows as NumPy has them.
void write_npy(const std::string& path, const char* type, std::int64_t rows, std::int64_t columns,
               const void* data, std::size_t bytes);

}  // namespace sunder::bench
