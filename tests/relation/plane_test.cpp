// SPDX-License-Identifier: Apache-2.0
//
// Coplanar polygons with many corners: the walk from edge to edge against a search over every edge
// and every corner.
#include "query/relation/plane.hpp"

#include <algorithm>
#include <gtest/gtest.h>

#include "suite/random.hpp"

namespace sunder::test {
namespace {

using detail::BigInt;
using detail::relation::Meeting;
using detail::relation::PlanePoint;
using detail::relation::Polygon;
using suite::Random;

Polygon random_polygon(Random& random) {
  const int count = random.chance(1, 3) ? random.in(1, 3) : random.in(1, 60);
  const int reach = random.in(1, 40);
  std::vector<PlanePoint> points;
  for (int i = 0; i < count; ++i) {
    const int x = random.in(-reach, reach);
    const int y = random.in(-reach, reach);
    points.push_back({x, y, i});
  }
  Polygon polygon = detail::relation::polygon_of(points);
  // The first corner is arbitrary.
  const auto first = random.in(0, static_cast<int>(polygon.size()) - 1);
  std::rotate(polygon.begin(), polygon.begin() + first, polygon.end());
  return polygon;
}

BigInt along(const PlanePoint& u, const PlanePoint& p) { return u.x * p.x + u.y * p.y; }

/// The corners where sign * u is largest.
Polygon extreme(const Polygon& polygon, const PlanePoint& u, int sign) {
  Polygon corners;
  for (const PlanePoint& p : polygon) {
    const BigInt order = corners.empty() ? BigInt(1) : sign * (along(u, p) - along(u, corners[0]));
    if (order > 0) corners.clear();
    if (order >= 0) corners.push_back(p);
  }
  return corners;
}

/// Across every edge of both, in both senses.
std::vector<PlanePoint> normals(const Polygon& a, const Polygon& b) {
  std::vector<PlanePoint> result;
  for (const Polygon* polygon : {&a, &b}) {
    for (std::size_t i = 0; i < polygon->size() && polygon->size() > 1; ++i) {
      const PlanePoint& p = (*polygon)[i];
      const PlanePoint& q = (*polygon)[(i + 1) % polygon->size()];
      result.push_back({q.y - p.y, p.x - q.x});
      result.push_back({p.y - q.y, q.x - p.x});
    }
  }
  return result;
}

std::vector<std::int32_t> names(const Polygon& polygon) {
  std::vector<std::int32_t> result;
  for (const PlanePoint& p : polygon) result.push_back(p.vertex);
  std::sort(result.begin(), result.end());
  return result;
}

/// The faces that meet, and their dimension, by the first touching line found.
Meeting slow_meeting(const Polygon& a, const Polygon& b) {
  for (const PlanePoint& u : normals(a, b)) {
    const Polygon top = extreme(a, u, 1);
    const Polygon bottom = extreme(b, u, -1);
    if (along(u, top[0]) == along(u, bottom[0])) return detail::relation::meet_on_line(top, bottom);
  }
  return {a, b, a.size() + b.size() == 2 ? 0 : 2};
}

/// b is moved so that a corner of each, or a point near it, coincide: then they meet.
void move_to_meet(Random& random, const Polygon& a, Polygon& b) {
  const PlanePoint u{random.in(-3, 3), random.in(-3, 3)};
  const Polygon top = extreme(a, u, 1);
  const Polygon bottom = extreme(b, u, -1);
  const PlanePoint p = random.chance(2, 3) ? random.pick(top) : random.pick(a);
  const PlanePoint q = random.chance(2, 3) ? random.pick(bottom) : random.pick(b);
  for (PlanePoint& corner : b) {
    corner.x += p.x - q.x;
    corner.y += p.y - q.y;
  }
}

TEST(Plane, TheWalkFindsWhatASearchFinds) {
  int of_dimension[3] = {};
  for (std::uint64_t i = 0; i < 6000; ++i) {
    Random random(i);
    const Polygon a = random_polygon(random);
    Polygon b = random_polygon(random);
    move_to_meet(random, a, b);
    const Meeting expected = slow_meeting(a, b);
    const Meeting meeting = detail::relation::meet_in_plane(a, b);
    ASSERT_EQ(meeting.dimension, expected.dimension) << i;
    ASSERT_EQ(names(meeting.a), names(expected.a)) << i;
    ASSERT_EQ(names(meeting.b), names(expected.b)) << i;
    ++of_dimension[meeting.dimension];
  }
  for (const int count : of_dimension) EXPECT_GT(count, 50);
}

TEST(Plane, AHullKeepsCornersAlone) {
  const Polygon square = detail::relation::polygon_of(
      {{2, 2, 0}, {0, 0, 7}, {1, 0, 1}, {0, 0, 2}, {1, 1, 3}, {2, 0, 4}, {0, 2, 5}, {2, 1, 6}});
  ASSERT_EQ(square.size(), 4U);
  EXPECT_EQ(square[0].vertex, 2);  // the lower of those at (0, 0); then counter-clockwise
  EXPECT_EQ(square[1].vertex, 4);
  EXPECT_EQ(square[2].vertex, 0);
  EXPECT_EQ(square[3].vertex, 5);
  const Polygon edge = detail::relation::polygon_of({{3, 3, 0}, {1, 1, 1}, {2, 2, 2}, {1, 1, 3}});
  ASSERT_EQ(edge.size(), 2U);
  EXPECT_EQ(edge[0].vertex, 1);
  EXPECT_EQ(edge[1].vertex, 0);
  EXPECT_EQ(detail::relation::polygon_of({{5, 5, 9}, {5, 5, 3}})[0].vertex, 3);
}

}  // namespace
}  // namespace sunder::test
