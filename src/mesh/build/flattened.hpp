// SPDX-License-Identifier: Apache-2.0
//
// A convex body that its poses flatten: the polygon, segment or point that its image is.
#pragma once

#include <optional>

#include "mesh/piece/placed.hpp"

namespace sunder::detail::mesh {

/// Returns the image of a convex piece whose chain of poses is singular, as triangles between its extreme points; none
/// where the chain is regular. Decided exactly. Cost: some comparisons for rigid poses, else exact signs; O(n h) signs
/// for n points with h extreme ones where the chain is singular.
std::optional<Piece> flattened(const Placed& placed);

}  // namespace sunder::detail::mesh
