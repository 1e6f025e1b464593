// SPDX-License-Identifier: Apache-2.0
//
// A quick proof that a small mesh is a convex solid.
#pragma once

#include <span>
#include <vector>

#include "mesh/piece/piece.hpp"

namespace sunder::detail::mesh {

/// Returns 1 if triangles bound the hull of the points and have the inside behind them, -1 if they have it before them.
/// They are then closed and simple. Returns 0 where that is not known, always for more than 48 points. The points differ, and no
/// triangle is flat. Exact.
int small_convex(const std::vector<Vector3>& points, std::span<const Corners> triangles);

}  // namespace sunder::detail::mesh
