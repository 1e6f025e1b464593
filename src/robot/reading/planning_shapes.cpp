// SPDX-License-Identifier: Apache-2.0
//
// Idea: Shapes of planning scenes are those of URDF, and a cone. Their poses are quaternions, and stay exact.
// Source: shape_msgs and geometric_shapes of ROS for the order of sizes, and where a shape's origin is.
#include <cmath>
#include <fmt/format.h>
#include <utility>

#include "files/refused.hpp"
#include "robot/reading/packages.hpp"
#include "robot/reading/planning_message.hpp"

namespace sunder::detail::robot {
namespace {

RobotPart accepted_shape(Result<RobotPart> made, const std::string& where) {
  if (made) return std::move(made).value();
  files::refuse(made.error().code, fmt::format("{}: {}", where, made.error().message));
}

}  // namespace

RobotPart MessageShapes::primitive(std::string_view kind, const std::vector<double>& sizes,
                                   const std::string& where) const {
  const std::size_t wanted = kind == "box" ? 3 : kind == "sphere" ? 1 : 2;
  if (sizes.size() != wanted) {
    files::refuse(ErrorCode::wrong_shape, fmt::format("{}: a {} has {} sizes; {} are given", where,
                                                      kind, wanted, sizes.size()));
  }
  for (const double size : sizes) {
    if (size > 0) continue;
    files::refuse(ErrorCode::wrong_shape,
                  fmt::format("{}: a {} of size {}; every size is above 0", where, kind, size));
  }
  if (kind == "box") return accepted_shape(make_box({sizes[0], sizes[1], sizes[2]}), where);
  if (kind == "sphere") return make_sphere(sizes[0]);
  if (kind == "cone")
    return accepted_shape(make_cone(sizes[1], sizes[0], options_.cylinder_sides), where);
  return accepted_shape(make_cylinder(sizes[1], sizes[0], options_.cylinder_sides), where);
}

RobotPart MessageShapes::mesh(const std::vector<Vector3>& points,
                              const std::vector<MeshTriangle>& triangles,
                              const std::string& where) const {
  if (points.empty() || triangles.empty()) {
    files::refuse(ErrorCode::wrong_shape,
                  fmt::format("{}: a mesh without triangles; give vertices and triangles", where));
  }
  return accepted_shape(make_mesh(points, triangles, options_.as), where);
}

std::vector<RobotPart> MessageShapes::resource(const std::string& uri, const Vector3& scale,
                                               const std::string& where,
                                               std::vector<std::string>& notes) {
  UrdfOptions urdf;
  urdf.packages = options_.packages;
  urdf.environment = options_.environment;
  const Result<FoundFile> found = find_file(uri, path_, urdf);
  if (!found)
    files::refuse(found.error().code, fmt::format("{}: {}", where, found.error().message));
  if (!found.value().note.empty())
    notes.push_back(fmt::format("{}: {}", where, found.value().note));
  const Result<const MeshParts*> parts = shelf_.take(found.value().path, scale, options_.as);
  if (!parts)
    files::refuse(parts.error().code, fmt::format("{}: {}", where, parts.error().message));
  for (const std::string& note : parts.value()->notes)
    notes.push_back(fmt::format("{}: {}", found.value().path, note));
  return parts.value()->parts;
}

Pose3 MessageShapes::pose(const Vector3& position, const std::array<double, 4>& xyzw,
                          const std::string& where) {
  const bool zeros = !(std::fabs(xyzw[0]) > 0) && !(std::fabs(xyzw[1]) > 0) &&
                     !(std::fabs(xyzw[2]) > 0) && !(std::fabs(xyzw[3]) > 0);
  const Result<Pose3> made =
      zeros ? Pose3::translation(position) : Pose3::from_xyzw(xyzw, position);
  if (made) return made.value();
  files::refuse(made.error().code, fmt::format("{}: {}", where, made.error().message));
}

}  // namespace sunder::detail::robot
