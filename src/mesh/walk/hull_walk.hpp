// SPDX-License-Identifier: Apache-2.0
//
// Looks for the closest triangles of two pieces where their hulls are closest.
#pragma once

#include "mesh/walk/walk.hpp"

namespace sunder::detail::mesh {

/// Visits pairs of leaves that are close along the direction in which the convex hulls are apart. Returns true if all
/// others are proven at least `reach` apart: nothing is left to be visited. Throws std::bad_alloc.
bool walk_hulls(const Piece& a, const Piece& b, const PairMaps& maps, NearestVisitor& visitor);

}  // namespace sunder::detail::mesh
