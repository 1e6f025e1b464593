// SPDX-License-Identifier: Apache-2.0
//
// The classification in one plane: convex polygons, edges and points in exact integers. Polygons of one
// and two corners are points and edges.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "exact/integer.hpp"

namespace sunder::detail::relation {

/// A corner; `vertex` is the caller's index.
struct PlanePoint {
  BigInt x;
  BigInt y;
  std::int32_t vertex = 0;
};

/// Corners of a convex polygon, counter-clockwise, none inside an edge, no two equal, at least one.
using Polygon = std::vector<PlanePoint>;

inline int dimension_of(const Polygon& polygon) noexcept {
  return polygon.size() > 2 ? 2 : static_cast<int>(polygon.size()) - 1;
}

/// The hull of at least one point. Coincident points are represented by the one of lowest index.
/// Cost: O(n log n) comparisons, O(n) signs of determinants.
Polygon polygon_of(std::vector<PlanePoint> points);

/// Faces of two bodies whose relative interiors meet, and the dimension of the smallest flat (a
/// plane, a line, a point) that holds both.
struct Meeting {
  Polygon a;
  Polygon b;
  int dimension = 0;
};

/// The smallest faces that hold the common part of two polygons, which must meet.
/// Cost: O(n + m) signs of 2 x 2 determinants.
Meeting meet_in_plane(Polygon a, Polygon b);

/// meet_in_plane() of two points or edges of one line.
Meeting meet_on_line(Polygon a, Polygon b);

}  // namespace sunder::detail::relation
