// SPDX-License-Identifier: Apache-2.0
//
// Is a triangle mesh the boundary of a convex body? Asked by exact signs before anything rests on
// it.
#pragma once

#include <span>

#include "geometry/space_points.hpp"

namespace sunder::detail {

/// True only if the triangles, joined over their neighbours, are the boundary of a convex body with
/// interior, outward counter-clockwise. Coplanar neighbours are allowed. May be false for a body
/// that is too thin for a double point to lie inside. Cost: about ten filtered signs a triangle.
bool bounds_convex_body(const SpacePoints& points, std::span<const Triangle> triangles);

}  // namespace sunder::detail
