// SPDX-License-Identifier: Apache-2.0
//
// Classifies in one plane: convex polygons, edges and points in exact integers. Polygons of one and
// two corners are points and edges.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "exact/integer.hpp"
#include "geometry/monotone_chain.hpp"

namespace sunder::detail::relation {

/// A corner; `vertex` is the caller's index.
template <class Int>
struct PlanePointOf {
  Int x;
  Int y;
  std::int32_t vertex = 0;
};
using PlanePoint = PlanePointOf<BigInt>;

/// Corners of a convex polygon, counter-clockwise, none inside an edge, no two equal, at least one.
using Polygon = std::vector<PlanePoint>;

/// Along a line this is the order of its points.
template <class Int>
bool precedes(const PlanePointOf<Int>& p, const PlanePointOf<Int>& q) {
  return p.x != q.x ? p.x < q.x : p.y < q.y;
}
template <class Int>
bool coincide(const PlanePointOf<Int>& p, const PlanePointOf<Int>& q) {
  return p.x == q.x && p.y == q.y;
}
/// Returns a number > 0 where p, q, r turn left.
template <class Int>
Int turn_of(const PlanePointOf<Int>& p, const PlanePointOf<Int>& q, const PlanePointOf<Int>& r) {
  return (q.x - p.x) * (r.y - p.y) - (q.y - p.y) * (r.x - p.x);
}

inline int dimension_of(const Polygon& polygon) noexcept {
  return polygon.size() > 2 ? 2 : static_cast<int>(polygon.size()) - 1;
}

/// Returns the hull of at least one point. Coincident points are represented by the one of lowest
/// index.
/// Cost: It takes O(n log n) comparisons and O(n) signs of determinants.
template <class Points = Polygon>
Points polygon_of(Points points) {
  std::sort(points.begin(), points.end(), [](const auto& p, const auto& q) {
    return coincide(p, q) ? p.vertex < q.vertex : precedes(p, q);
  });
  const auto same = [](const auto& p, const auto& q) { return coincide(p, q); };
  points.erase(std::unique(points.begin(), points.end(), same), points.end());
  if (points.size() < 3) return points;
  Points hull(points.get_allocator());
  hull.reserve(points.size() + 1);
  append_hull(points, hull, [](const auto& p, const auto& q, const auto& r) {
    return sign_of(turn_of(p, q, r));
  });
  return hull;
}

/// Faces of two bodies whose relative interiors meet, and the dimension of the smallest flat (a
/// plane, a line, a point) that holds both.
struct Meeting {
  Polygon a;
  Polygon b;
  int dimension = 0;
};

/// Returns the smallest faces that hold the common part of two polygons, which must meet.
/// Cost: It takes O(n + m) signs of 2 x 2 determinants.
Meeting meet_in_plane(Polygon a, Polygon b);

/// Implements meet_in_plane() for two points or edges of one line.
Meeting meet_on_line(Polygon a, Polygon b);

}  // namespace sunder::detail::relation
