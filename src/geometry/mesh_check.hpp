// SPDX-License-Identifier: Apache-2.0
//
// Tests whether a triangle mesh is the boundary of a convex body, by exact signs.
#pragma once

#include <span>

#include "geometry/space_points.hpp"

namespace sunder::detail {

/// Returns true only if the triangles, joined over their neighbours, bound a convex body with
/// interior, outward counter-clockwise. Coplanar neighbours are allowed. It may be false for a body
/// that is too thin for a double point to lie inside. Cost: about ten filtered signs a triangle.
bool bounds_convex_body(const SpacePoints& points, std::span<const Triangle> triangles);

}  // namespace sunder::detail
