// SPDX-License-Identifier: Apache-2.0
//
// Builds shapes for a checker, as the caller gives them: no hull is sought, and a mesh is the solid or the surface that it
// is said to be. verify() counts again whether a solid closes.
#include <memory>

#include "mesh/build/build.hpp"
#include "mesh/piece/mesh_data.hpp"
#include "module.hpp"

namespace sunder::web {

SUNDER_WEB(make_polytope)() {
  Reader message = request();
  const auto points = read_rows<double, 3>(message, "points");
  if (!points) return refuse(points.error());
  auto made =
      Polytope3::from_points(points.value(), BuildOptions{.reduce = false, .tables = false});
  return made ? hand_over<3>(std::move(made).value()) : refuse(made.error());
}

SUNDER_WEB(make_mesh)() {
  Reader message = request();
  const auto points = read_rows<double, 3>(message, "points");
  if (!points) return refuse(points.error());
  const auto triangles = read_rows<std::int32_t, 3>(message, "triangles");
  if (!triangles) return refuse(triangles.error());
  const auto kind = message.read<MeshKind>();
  if (Status status = detail::mesh::check_lists(points.value(), triangles.value()); !status)
    return refuse(status.error());
  auto data = std::make_shared<detail::mesh::MeshData>();
  data->report.kind = kind;
  data->given = std::make_unique<detail::mesh::Given>(points.value(), triangles.value(),
                                                      std::span<const detail::mesh::Piece>{});
  return hand_over<3>(detail::mesh::MeshAccess::wrap(std::move(data)));
}

}  // namespace sunder::web
