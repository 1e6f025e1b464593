// SPDX-License-Identifier: Apache-2.0
//
// Computes the corners of the common part of two convex polygons of one plane, in exact integers.
// One polygon is clipped by the edges of the other (Sutherland and Hodgman 1974).
#pragma once

#include <vector>

#include "query/relation/plane.hpp"

namespace sunder::detail::relation {

/// The point (x / w, y / w); w > 0.
struct RationalPoint {
  BigInt x;
  BigInt y;
  BigInt w;
};

/// Returns all corners once, in the order of x, then y. The polygons must meet; they may be points
/// and edges. Cost: O(n m) signs.
std::vector<RationalPoint> common_corners(const Polygon& a, const Polygon& b);

}  // namespace sunder::detail::relation
