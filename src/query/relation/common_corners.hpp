// SPDX-License-Identifier: Apache-2.0
//
// The corners of the common part of two convex polygons of one plane, in exact integers: one is
// clipped by the other's edges (Sutherland and Hodgman 1974).
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

/// Of polygons that meet, which may be points and edges: all corners, none twice, in the order of
/// x, then y. Cost: O(n m) signs.
std::vector<RationalPoint> common_corners(const Polygon& a, const Polygon& b);

}  // namespace sunder::detail::relation
