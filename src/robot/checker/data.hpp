// SPDX-License-Identifier: Apache-2.0
//
// What a checker holds: bodies (the parts of all robots, then the bodies of the scene), and the pairs of
// parts that it examines.
#pragma once

#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "batch/kernels.hpp"
#include "robot/checker/ball_lanes.hpp"
#include "robot/checker/pieces.hpp"
#include "sunder/robot_check.hpp"

namespace sunder::detail::robot {

class PathProblem;

/// A part or a body of the scene, as lanes and queries read it.
struct CheckBody {
  Polytope3 hull;                  ///< the body, or what holds it
  std::optional<Polytope3> inner;  ///< of a cylinder
  std::optional<Body3> body;       ///< where `hull` only holds it: a mesh or a union
  std::optional<Body3> as_body;    ///< `hull` as a body, to meet one; of convex parts
  std::optional<Body3> inner_as_body;
  bool empty = false;
  /// Its radius against parts, and against the scene: with the paddings.
  double radius = 0, scene_radius = 0;
  FrameBall ball;                                ///< holds the hull, without a radius
  std::unique_ptr<const batch::LaneHull> lanes;  ///< null: only single queries
  std::vector<MeshPiece> pieces;                 ///< of a mesh; empty: none cover it
  /// Bounds on the largest distance of two of its points, at every matrix that the frame can have.
  double least_diameter = 0, most_diameter = 0;
  std::int32_t pose = 0;  ///< the frame of a part, or the number of a body of the scene

  /// Returns whether the hull is the body itself, up to the radius.
  bool is_hull() const noexcept { return !inner && !body; }
};

/// Two parts that are examined.
struct CheckPair {
  std::int32_t a = 0, b = 0;
  double margin = 0;
  float lane_distance = 0;  ///< the margin and both radii, rounded up
};

/// What is asked of a part and a body of the scene.
struct ScenePart {
  double margin = 0;
  float lane_distance = 0;  ///< the margin and the part's radius, rounded up
};

struct CheckData {
  std::vector<Robot> robots;  ///< with attached bodies
  std::vector<std::int32_t> first_variable, first_frame;
  std::int32_t variables = 0, frames = 0;

  std::vector<RobotCheckPart> parts;
  std::vector<CheckBody> bodies;  ///< of the parts
  std::vector<CheckPair> pairs;   ///< sorted

  std::vector<CheckBody> scene;
  std::vector<Pose3> scene_poses;
  std::vector<double> scene_rows;  ///< the same as matrices
  std::vector<std::string> scene_names;
  std::vector<ReachBox> scene_boxes;   ///< rounded outward to floats; of an empty body: nothing
  std::vector<ScenePart> scene_parts;  ///< one a part
  std::vector<bool> scene_skips;       ///< part * scene bodies + body; empty: none
  std::optional<BoxTree> tree;         ///< of scene_boxes

  std::vector<std::int64_t> examined_bodies;  ///< of each part
  std::vector<Verdict>
      unmet;  ///< of each pair where nothing meets: separated, or not_examined where it is skipped

  std::vector<std::shared_ptr<const batch::SupportTable>> tables;  ///< which the bodies read

  RobotPairCounts counts;

  /// What paths need, made by the first that asks (path_problem()).
  mutable std::once_flag path_once;
  mutable std::shared_ptr<const PathProblem> path;

  std::int64_t all_pairs() const noexcept {
    return scene_pair(static_cast<std::int32_t>(parts.size()), 0);
  }

  std::int64_t scene_pair(std::int32_t part, std::int32_t body) const noexcept {
    return static_cast<std::int64_t>(pairs.size()) +
           std::int64_t{part} * static_cast<std::int64_t>(scene.size()) + body;
  }
  bool skips(std::int32_t part, std::int32_t body) const noexcept {
    return !scene_skips.empty() && scene_skips[static_cast<std::size_t>(part) * scene.size() +
                                               static_cast<std::size_t>(body)];
  }
};

struct CheckerAccess {
  static const CheckData& data(const RobotChecker& checker) noexcept { return *checker.data_; }
};

}  // namespace sunder::detail::robot
