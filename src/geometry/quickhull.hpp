// SPDX-License-Identifier: Apache-2.0
//
// Computes the convex hull in space with exact signs.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "geometry/space_points.hpp"

namespace sunder::detail {

/// Returns a closed triangle mesh of the boundary of the hull of all points, which are distinct. It
/// may contain coplanar triangles, and vertices inside faces or edges. `basis` is four points that
/// are not coplanar. Expected cost: O(n log n), as for Qhull, whose steps these are.
std::vector<Triangle> quickhull(const SpacePoints& points, std::span<const std::int32_t> basis);

}  // namespace sunder::detail
