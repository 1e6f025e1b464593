// SPDX-License-Identifier: Apache-2.0
#include "sunder/mesh.hpp"

#include "geometry/refusal.hpp"
#include "mesh/build/build.hpp"
#include "mesh/default_environment.hpp"

namespace sunder::detail::mesh {

Status check_lists(std::span<const Vector3> points, std::span<const Corners> triangles) {
  constexpr std::size_t kMostPoints = 0x7ffffff0;
  if (points.size() > kMostPoints || triangles.size() >= static_cast<std::size_t>(kMostTriangles)) {
    return Error{ErrorCode::too_large,
                 "a mesh has at most 2^31 - 16 points and fewer than 2^29 triangles; split it"};
  }
  for (std::size_t i = 0; i < points.size(); ++i) {
    for (std::size_t k = 0; k < 3; ++k) {
      if (is_finite_bits(points[i][k])) continue;
      return refuse_not_finite("point " + std::to_string(i) + ", coordinate " + std::to_string(k),
                               points[i][k], "coordinate");
    }
  }
  for (std::size_t i = 0; i < triangles.size(); ++i) {
    for (const std::int32_t corner : triangles[i]) {
      if (corner >= 0 && static_cast<std::size_t>(corner) < points.size()) continue;
      return Error{ErrorCode::wrong_shape,
                   "triangle " + std::to_string(i) + " names point " + std::to_string(corner) +
                       "; the mesh has points 0 to " +
                       std::to_string(static_cast<std::int64_t>(points.size()) - 1)};
    }
  }
  return {};
}

}  // namespace sunder::detail::mesh

namespace sunder::inline SUNDER_ABI {

namespace mesh_detail = detail::mesh;

std::string_view to_string(MeshKind kind) noexcept {
  return kind == MeshKind::solid ? "solid" : "surface";
}

Mesh3::Mesh3(std::shared_ptr<const mesh_detail::MeshData> data) noexcept : data_(std::move(data)) {}

Result<Mesh3> Mesh3::from_triangles(std::span<const Vector3> points,
                                    std::span<const std::array<std::int32_t, 3>> triangles,
                                    TakeAs as) {
  if (Status status = mesh_detail::check_lists(points, triangles); !status) return status.error();
  const detail::DefaultEnvironment environment;
  auto data =
      std::make_shared<mesh_detail::MeshData>(mesh_detail::build_mesh(points, triangles, as));
  if (as == TakeAs::solid && data->report.kind != MeshKind::solid) {
    return Error{ErrorCode::not_solid, "the mesh is no solid: " + data->report.why};
  }
  data->given = std::make_unique<mesh_detail::Given>(points, triangles, data->pieces);
  return mesh_detail::MeshAccess::wrap(std::move(data));
}

const MeshReport& Mesh3::report() const noexcept { return data_->report; }
std::span<const Vector3> Mesh3::points() const { return data_->given->lists(data_->pieces).points; }
std::span<const std::array<std::int32_t, 3>> Mesh3::triangles() const {
  return data_->given->lists(data_->pieces).triangles;
}
Bounds<3> Mesh3::bounds() const noexcept { return data_->bounds; }

std::size_t Mesh3::memory() const noexcept {
  const auto bytes = [](const auto& list) { return list.capacity() * sizeof(list[0]); };
  std::size_t sum =
      sizeof(mesh_detail::MeshData) + data_->report.why.capacity() + data_->given->memory();
  for (const mesh_detail::Piece& piece : data_->pieces) {
    sum += sizeof piece + bytes(piece.points) + bytes(piece.triangles) + bytes(piece.caller) +
           bytes(piece.star_begin) + bytes(piece.hubs) + bytes(piece.star) +
           bytes(piece.component) + bytes(piece.first) + bytes(piece.nodes);
  }
  return sum;
}

}  // namespace sunder::inline SUNDER_ABI
