// SPDX-License-Identifier: Apache-2.0
//
// Converts a mesh of triangles to the faces, edges and vertices of the convex body that it bounds.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "geometry/space_points.hpp"
#include "geometry/topology.hpp"

namespace sunder::detail {

struct ConvexBoundary {
  std::vector<std::int32_t> corners;  ///< the extreme points, ascending
  Boundary boundary;                  ///< vertices are positions in `corners`
};

/// Joins exactly coplanar neighbours into polygons, and drops vertices inside a face or an edge.
/// The mesh must satisfy bounds_convex_body().
ConvexBoundary merge_coplanar(const SpacePoints& points, std::span<const Triangle> triangles);

}  // namespace sunder::detail
