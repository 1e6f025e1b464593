// SPDX-License-Identifier: Apache-2.0
//
// Whether a mesh is simple, by comparing all pairs of its triangles.
#pragma once

#include <string>

#include "certificate/posed_part.hpp"

namespace sunder::detail::certificate {

/// Returns an empty text if the mesh is simple, or a union of closed meshes that are; else two triangles that cross.
/// Triangles may be cut at vertices of the mesh. Two of the same corners that are turned both ways cancel. Which of
/// crossing meshes are hollows is not repeated. Cost: O(n^2) comparisons of boxes.
std::string refute_simple(const PosedPart& part);

}  // namespace sunder::detail::certificate
