// SPDX-License-Identifier: Apache-2.0
//
// From edges to what they go round, and triangles that cover it.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "sunder/polytope.hpp"

namespace sunder::detail::polygon {

struct Triangulation {
  std::vector<std::array<std::int32_t, 2>> outline;    ///< the edges, with the inside on the left
  std::vector<std::array<std::int32_t, 3>> triangles;  ///< counter-clockwise
};

/// The points are distinct and sorted, and so are the edges, each with the lower number first. They have nothing in
/// common but ends, and each point is an end of an even number. Inside is what an odd number of edges is below. Throws
/// std::bad_alloc.
Triangulation triangulate(std::span<const Vector2> points,
                          std::span<const std::array<std::int32_t, 2>> edges);

}  // namespace sunder::detail::polygon
