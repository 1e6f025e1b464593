// SPDX-License-Identifier: Apache-2.0
//
// Planning scenes of MoveIt: bodies that stand still, bodies that links carry, and pairs that may meet. Also the parts of
// a mesh file. Lengths are metres.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "sunder/error.hpp"
#include "sunder/export.hpp"
#include "sunder/io.hpp"
#include "sunder/robot.hpp"
#include "sunder/robot_check.hpp"
#include "sunder/scene.hpp"

namespace sunder::inline SUNDER_ABI {

/// How a planning scene is read. The fields are those of UrdfOptions, for meshes that the scene names.
struct PlanningSceneOptions {
  std::vector<std::pair<std::string, std::string>> packages;
  bool environment = true;
  BodyForm as = BodyForm::automatic;
  std::int32_t cylinder_sides = 32;  ///< of cylinders and cones; 8 to 1000
  ReadLimits limits{};
};

/// What a planning scene held.
struct PlanningSceneReport {
  std::string name;
  std::int32_t objects = 0, bodies = 0;  ///< of the world; an object of several shapes has as many bodies
  std::int32_t attached = 0;             ///< bodies that links carry
  std::int64_t allowed = 0;              ///< pairs of names that its matrix allows to meet
  std::int64_t forbidden = 0;            ///< pairs of links that the robot skips and that it has examined
  std::vector<std::string> notes;        ///< sentences: what was read otherwise than written
};

/// Reads a planning scene of MoveIt: a message in YAML, or MoveIt's own text where the name ends in ".scene". Bodies of the world are added to the scene, all else to the options, which are those
/// of a checker of this robot alone. A name in the world's list of objects becomes a body's name, with "#2" and so on
/// behind it where the object has several shapes.
///
/// Boxes and meshes are exact. Cylinders, cones, and spheres of the world lie between two polytopes
/// (RobotCheckOptions::scene_inner). The frame of an object is the world ("" and "world"), a link where the scene's
/// robot_state puts it, or a fixed frame of the scene.
///
/// Refusals name the file and line, and leave scene and options as they were. Planes, octomaps and what else a body cannot
/// be are not_served, unknown names unknown_body, unknown keys unknown_key. docs/robots.md has the rest. Throws std::bad_alloc.
SUNDER_EXPORT Result<PlanningSceneReport> read_planning_scene(const std::string& path, const Robot& robot, Scene& scene,
                                                              RobotCheckOptions& options,
                                                              const PlanningSceneOptions& reading = {});
/// Reads a text of YAML; `path` names it in refusals, and meshes are searched from its folder.
SUNDER_EXPORT Result<PlanningSceneReport> read_planning_scene_text(std::string_view text, const std::string& path,
                                                                   const Robot& robot, Scene& scene,
                                                                   RobotCheckOptions& options,
                                                                   const PlanningSceneOptions& reading = {});

/// Reads a mesh file as the parts that URDF's <mesh> of this scale is, each called as its mesh and without a link. The
/// unit of the file is applied, and points that move are rounded once. Refuses what read_bodies() does.
SUNDER_EXPORT Result<std::vector<RobotPart>> read_mesh_parts(const std::string& path, const Vector3& scale = {1, 1, 1},
                                                             BodyForm as = BodyForm::automatic,
                                                             const ReadLimits& limits = {});

}  // namespace sunder::inline SUNDER_ABI
