// SPDX-License-Identifier: Apache-2.0
//
// From the caller's triangles to a solid, or to a surface and the reason.
#pragma once

#include <span>

#include "mesh/piece/mesh_data.hpp"

namespace sunder::detail::mesh {

/// Refuses points that are not finite, indices that name none, and lists that are too long.
Status check_lists(std::span<const Vector3> points, std::span<const Corners> triangles);

/// The caller's points are finite and the indices name points. Throws std::bad_alloc.
MeshData build_mesh(std::span<const Vector3> points, std::span<const Corners> triangles, TakeAs as);

}  // namespace sunder::detail::mesh
