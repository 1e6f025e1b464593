// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sunder/mesh.hpp"

namespace sunder::detail::mesh {

/// Returns true only if the mesh is a solid that equals the convex hull of all points given. Convex
/// solids of one sheet are recognised, whatever cuts their faces into triangles.
bool is_convex(const Mesh3& mesh);

}  // namespace sunder::detail::mesh
