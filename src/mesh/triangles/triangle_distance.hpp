// SPDX-License-Identifier: Apache-2.0
//
// The distance of two triangles in doubles, as a proven interval.
#pragma once

#include <array>

#include "mesh/triangles/triangle_bounds.hpp"

namespace sunder::detail::mesh {

/// Weights of the corners; they are not negative, and their sum is 1 up to rounding.
using Weights = std::array<double, 3>;

struct TriangleDistance {
  double lower, upper;  ///< of the exact triangles
  Weights a, b;         ///< of the closest points
  Vector3 axis;         ///< from a's point to b's
};

/// `error` bounds that of each coordinate. Where the triangles meet, `lower` is 0 and `upper` need not be. Cost: nine
/// pairs of edges and six corners, in lanes.
TriangleDistance distance_of_triangles(const WorldTriangle& a, const WorldTriangle& b,
                                       double error) noexcept;

}  // namespace sunder::detail::mesh
