// SPDX-License-Identifier: Apache-2.0
//
// Meshes as what they are: solids and surfaces.
#include "module.hpp"

namespace sunder::web {

SUNDER_WEB(make_mesh)() {
  Reader message = request();
  const auto points = read_rows<double, 3>(message, "points");
  if (!points) return refuse(points.error());
  const auto triangles = read_rows<std::int32_t, 3>(message, "triangles");
  if (!triangles) return refuse(triangles.error());
  auto made = Mesh3::from_triangles(points.value(), triangles.value(), message.read<TakeAs>());
  return made ? hand_over<3>(std::move(made).value()) : refuse(made.error());
}

// Answer: whether it is a solid, why not, and whether it is convex.
SUNDER_WEB(describe_mesh)(const Object* object) {
  const auto& mesh = std::get<Mesh3>(shape_of<3>(object));
  result().clear();
  return answer(mesh.kind() == MeshKind::solid, std::string_view(mesh.report().why),
                mesh.is_convex());
}

}  // namespace sunder::web
