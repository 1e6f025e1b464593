// SPDX-License-Identifier: Apache-2.0
//
// Meshes as what they are: solids and surfaces.
#include "module.hpp"

namespace sunder::web {

SUNDER_WEB(make_mesh)() {
  Reader message = request();
  const auto points = read_points(message);
  if (!points) return refuse(points.error());
  const auto triangles = read_triangles(message);
  if (!triangles) return refuse(triangles.error());
  auto made = Mesh3::from_triangles(points.value(), triangles.value(), message.read<TakeAs>());
  return made ? hand_over(std::move(made).value()) : refuse(made.error());
}

// Answer: whether it is a solid, why not, and whether it is convex.
SUNDER_WEB(describe_mesh)(const Object* object) {
  const auto& mesh = std::get<Mesh3>(static_cast<const ShapeObject*>(object)->shape);
  result().clear();
  return answer(mesh.kind() == MeshKind::solid, std::string_view(mesh.report().why),
                mesh.is_convex());
}

}  // namespace sunder::web
