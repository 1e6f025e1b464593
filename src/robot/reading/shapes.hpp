// SPDX-License-Identifier: Apache-2.0
//
// Makes parts of the shapes of URDF.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <tuple>
#include <vector>

#include "machine/strict_arithmetic.hpp"
#include "sunder/robot.hpp"

namespace sunder::detail::robot {

using MeshTriangle = std::array<std::int32_t, 3>;

/// A part without a link: names of meshes in their files are behind a "/".
Result<RobotPart> make_box(const Vector3& size);
RobotPart make_sphere(double radius);
Result<RobotPart> make_capsule(double radius, double length);
/// Between two prisms of this many sides.
Result<RobotPart> make_cylinder(double radius, double length, std::int32_t sides);

/// Between two pyramids over such prisms' polygons; its tip is at length / 2 on z.
Result<RobotPart> make_cone(double radius, double length, std::int32_t sides);
/// A ball between two polytopes, for bodies that have no radius. It is of no shape of its own: `inner` lies in `hull`.
Result<RobotPart> make_polyhedral_ball(double radius);
/// A mesh of points as they are.
Result<RobotPart> make_mesh(std::span<const Vector3> points,
                            std::span<const MeshTriangle> triangles, BodyForm form);

/// What a mesh file gives at a scale: a part for each mesh in it.
struct MeshParts {
  std::vector<RobotPart> parts;
  std::vector<std::string> notes;
};

/// Reads mesh files, each once in each form and scale.
class MeshShelf {
 public:
  explicit MeshShelf(ReadLimits limits) : limits_(limits) {}
  Result<const MeshParts*> take(const std::string& path, const Vector3& scale, BodyForm form);

 private:
  ReadLimits limits_;
  std::int64_t points_ = 0;  ///< of all that is on the shelf
  std::map<std::tuple<std::string, Vector3, BodyForm>, MeshParts> shelf_;
};

}  // namespace sunder::detail::robot
