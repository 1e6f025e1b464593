// SPDX-License-Identifier: Apache-2.0
//
// A planning scene of MoveIt as both of its formats have it, before names are looked up. Every function throws
// files::Refused.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "robot/reading/shapes.hpp"
#include "sunder/robot_scene.hpp"

namespace sunder::detail::robot {

/// A pose in a frame, and where it is written.
struct FramedPose {
  std::string frame;  ///< without the slash that ROS 1 put before it
  Pose3 pose = Pose3::identity();
  std::string where;  ///< "FILE: line 3: object \"box\""
};

/// An object: its parts have poses in the frame of `place`.
struct MessageObject {
  std::string id;
  FramedPose place;
  std::vector<RobotPart> parts;
};

struct MessageAttachment {
  MessageObject object;
  std::string link;
  std::vector<std::string> touches;
};

struct PlanningMessage {
  std::string name;
  std::vector<MessageObject> objects;
  std::vector<MessageAttachment> attached;
  std::vector<std::pair<std::string, FramedPose>> frames;
  std::vector<std::pair<std::string, double>> state;  ///< of joints, by name
  std::vector<std::string> entries;                   ///< names of the matrix
  std::vector<std::vector<bool>> allowed;             ///< its rows, symmetric
  std::map<std::string, bool> defaults;
  std::vector<std::pair<std::string, double>> padding;
  std::vector<std::string> notes;
};

/// Reads shapes of both formats; `where` begins the message of a refusal.
class MessageShapes {
 public:
  MessageShapes(std::string path, const PlanningSceneOptions& options)
      : path_(std::move(path)), options_(options), shelf_(options.limits) {}

  /// `kind` is box, sphere, cylinder or cone; sizes are those of MoveIt's message: x y z, radius, height and radius.
  RobotPart primitive(std::string_view kind, const std::vector<double>& sizes,
                      const std::string& where) const;
  RobotPart mesh(const std::vector<Vector3>& points, const std::vector<MeshTriangle>& triangles,
                 const std::string& where) const;
  /// The parts of a mesh file; what was done otherwise than written is added to the notes.
  std::vector<RobotPart> resource(const std::string& uri, const Vector3& scale,
                                  const std::string& where, std::vector<std::string>& notes);
  /// A quaternion of zeros is no turn, as in MoveIt.
  static Pose3 pose(const Vector3& position, const std::array<double, 4>& xyzw,
                    const std::string& where);

 private:
  std::string path_;
  const PlanningSceneOptions& options_;
  MeshShelf shelf_;
};

PlanningMessage read_planning_yaml(const std::string& path, std::string_view text,
                                   const PlanningSceneOptions& options);
PlanningMessage read_planning_text(const std::string& path, std::string_view text,
                                   const PlanningSceneOptions& options);

}  // namespace sunder::detail::robot
