// SPDX-License-Identifier: Apache-2.0
//
// These functions trace outlines in the plane, and find a line between two of them.
#pragma once

#include <vector>

#include "machine/strict_arithmetic.hpp"
#include "sunder/polytope.hpp"

namespace sunder::detail::plane_projection {

/// Replaces `points` by the corners of their hull, counter-clockwise, by Andrew's chain. Collinear
/// points leave two, equal points one.
void reduce_to_outline(std::vector<Vector2>& points);

/// The direction from a to b, normal to an edge of either outline, with the greatest gap or the
/// least depth. Its largest entry is 1; `apart` is the gap along it.
struct Between {
  Vector2 direction{};
  double apart = 0;
  bool found = false;
};
/// Stops at the first edge that separates. Costs at most one product for each corner and edge; an
/// edge with a corner clearly inside is abandoned at once.
Between between(const std::vector<Vector2>& a, const std::vector<Vector2>& b);

}  // namespace sunder::detail::plane_projection
