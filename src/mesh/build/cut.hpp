// SPDX-License-Identifier: Apache-2.0
//
// Cuts a triangle at vertices on it. No new point is made.
#pragma once

#include <cstdint>
#include <vector>

#include "mesh/build/simple.hpp"

namespace sunder::detail::mesh {

/// Returns the parts of a triangle that is cut at the vertices inside its edges, and inside itself. It is not flat.
std::vector<Corners> cut_triangle(const Corners& corners, std::int32_t triangle,
                                  const std::vector<Vector3>& points, const Insertions& insertions);

}  // namespace sunder::detail::mesh
