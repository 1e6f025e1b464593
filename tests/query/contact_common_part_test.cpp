// SPDX-License-Identifier: Apache-2.0
//
// Tests the common part of two coplanar polygons: every corner and its position on either, against
// rationals. Signs of turns whose first bits are not decisive are tested too.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <gtest/gtest.h>
#include <map>
#include <memory_resource>
#include <optional>
#include <set>

#include "query/contact/common_part.hpp"
#include "query/contact/plane_point.hpp"
#include "query/exact_common_part.hpp"
#include "query/relation/common_corners.hpp"
#include "suite/random.hpp"

namespace sunder::test {
namespace {

/// Memory as a query has it: nothing is released before the end.
std::pmr::memory_resource* query_memory() {
  static std::pmr::monotonic_buffer_resource memory;
  return &memory;
}

using detail::BigInt;
using detail::contact::Corner;
using detail::contact::Place;
using detail::relation::Polygon;
using suite::Random;

auto coarse(const Polygon& polygon, int shift) {
  return detail::contact::coarse<BigInt>(polygon, shift, query_memory());
}

/// Integers, mapped one to one to numbers of more than 100 bits. Collinear points stay collinear,
/// and the first 30 bits of the coordinates do not show that.
struct Map {
  BigInt xx = 1, xy = 0, yx = 0, yy = 1;

  detail::relation::PlanePoint operator()(int x, int y, std::int32_t vertex) const {
    return {xx * x + xy * y, yx * x + yy * y, vertex};
  }
};

Map any_map(Random& random) {
  if (random.chance(1, 3)) return {};
  Map map;
  const auto entry = [&] {
    BigInt value = random.in(1, 1000);
    for (int i = 0; i < 3; ++i) value = value * BigInt(std::int64_t{1} << 40) + random.in(1, 999);
    return value;
  };
  map.xx = entry();
  map.xy = entry();
  map.yx = -entry();
  map.yy = entry();  // xx yy - xy yx > 0: counter-clockwise stays so
  return map;
}

Polygon any_polygon(Random& random, const Map& map) {
  std::vector<detail::relation::PlanePoint> points;
  const int count = random.in(1, 9);
  const int reach = random.in(1, 4);
  for (std::int32_t v = 0; v < count; ++v) {
    const int x = random.in(-reach, reach);
    const int y = random.in(-reach, reach);
    points.push_back(map(x, y, v));
  }
  return detail::relation::polygon_of(std::move(points));
}

ExactPolygon exact_of(const Polygon& polygon) {
  ExactPolygon exact;
  for (const auto& p : polygon) {
    exact.push_back({Rational(boost::multiprecision::cpp_int(p.x)),
                     Rational(boost::multiprecision::cpp_int(p.y)), Rational(0)});
  }
  return exact;
}

/// Returns the expected position, from the point itself.
Place place_of(const ExactPoint& x, const ExactPolygon& polygon) {
  for (std::size_t i = 0; i < polygon.size(); ++i) {
    if (polygon[i] == x) return {Place::On::vertex, i};
  }
  for (std::size_t i = 0; i < polygon.size() && polygon.size() > 1; ++i) {
    if (on_segment(x, polygon[i], polygon[(i + 1) % polygon.size()])) return {Place::On::edge, i};
  }
  return {};
}

bool operator==(const Place& p, const Place& q) { return p.on == q.on && p.index == q.index; }

ExactPoint position(const Corner& corner, const ExactPolygon& a, const ExactPolygon& b) {
  if (corner.a.on == Place::On::vertex) return a[corner.a.index];
  if (corner.b.on == Place::On::vertex) return b[corner.b.index];
  const auto x = crossing(a[corner.a.index], a[(corner.a.index + 1) % a.size()], b[corner.b.index],
                          b[(corner.b.index + 1) % b.size()]);
  EXPECT_TRUE(x.has_value());
  return x.value_or(ExactPoint{});
}

/// Compares every corner and its places with rationals. Returns the number of corners.
std::size_t expect_common_part(const Polygon& a, const Polygon& b) {
  const int shift = detail::contact::shift_of<BigInt>(a, b);
  const auto coarse_a = coarse(a, shift);
  const auto coarse_b = coarse(b, shift);
  const ExactPolygon exact_a = exact_of(a);
  const ExactPolygon exact_b = exact_of(b);
  const auto corners = detail::contact::common_corners<detail::contact::CoarsePoint<BigInt>>(
      coarse_a, coarse_b, query_memory());
  std::set<ExactPoint> found;
  for (const Corner& corner : corners) {
    const ExactPoint x = position(corner, exact_a, exact_b);
    EXPECT_TRUE(found.insert(x).second) << "a corner comes once";
    EXPECT_TRUE(corner.a == place_of(x, exact_a));
    EXPECT_TRUE(corner.b == place_of(x, exact_b));
  }
  const auto expected = common_corners_of(exact_a, exact_b);
  EXPECT_EQ(found, std::set<ExactPoint>(expected.begin(), expected.end()));
  return corners.size();
}

TEST(ContactCommonPart, OfLatticePolygons) {
  Random random(46);
  std::map<std::size_t, int> seen;
  for (int i = 0; i < 300; ++i) {
    SCOPED_TRACE(i);
    const Map map = any_map(random);
    ++seen[expect_common_part(any_polygon(random, map), any_polygon(random, map))];
  }
  for (std::size_t count = 0; count <= 6; ++count) EXPECT_GT(seen[count], 0) << count;
}

/// More edges than there are marks for those that a corner is beyond: each edge is divided by one that
/// has no mark, too.
TEST(ContactCommonPart, OfPolygonsOfManyCorners) {
  Random random(47);
  const auto rounded = [&](int count, int x, int y, int first) {
    std::vector<detail::relation::PlanePoint> points;
    for (std::int32_t v = 0; v < count; ++v) {
      const double angle = 2 * M_PI * (v + 0.01 * first) / count;
      points.push_back({BigInt(std::lround(1e6 * std::cos(angle)) + x),
                        BigInt(std::lround(1e6 * std::sin(angle)) + y), v});
    }
    return detail::relation::polygon_of(std::move(points));
  };
  const Polygon a = rounded(60, 0, 0, 0);
  ASSERT_EQ(a.size(), 60U);
  // Nearly the same polygon: each corner is beyond one edge of the other, and each edge meets two.
  const auto corners = detail::contact::common_corners<detail::contact::CoarsePoint<BigInt>>(
      coarse(a, 0), coarse(rounded(60, 0, 0, 49), 0), query_memory());
  EXPECT_EQ(corners.size(), 120U);
  for (int i = 0; i < 4; ++i) {
    SCOPED_TRACE(i);
    const Polygon aside =
        rounded(3, random.in(-900000, 900000), random.in(-900000, 900000), random.in(0, 99));
    i % 2 == 0 ? expect_common_part(a, aside) : expect_common_part(aside, a);
  }
}

/// For touching polygons, as in derivatives: the corners alone, ordered by x, then y.
TEST(DerivativeCommonPart, OfLatticePolygonsThatMeet) {
  Random random(47);
  std::map<std::size_t, int> seen;
  for (int i = 0; i < 250; ++i) {
    const Map map = any_map(random);
    const bool on_one_line = random.chance(1, 5);
    const auto draw = [&] {
      if (!on_one_line) return any_polygon(random, map);
      return detail::relation::polygon_of(
          {map(random.in(-4, 4), 1, 0), map(random.in(-4, 4), 1, 1)});
    };
    const Polygon a = draw();
    const Polygon b = draw();
    const auto expected = common_corners_of(exact_of(a), exact_of(b));
    if (expected.empty()) continue;
    std::vector<ExactPoint> found;
    for (const auto& [x, y, w] : detail::relation::common_corners(a, b)) {
      EXPECT_GT(w, 0);
      found.push_back(
          {Rational(boost::multiprecision::cpp_int(x), boost::multiprecision::cpp_int(w)),
           Rational(boost::multiprecision::cpp_int(y), boost::multiprecision::cpp_int(w)),
           Rational(0)});
    }
    EXPECT_EQ(found, expected) << i;
    ++seen[10 * std::min(a.size(), b.size()) + std::max(a.size(), b.size())];
  }
  for (const std::size_t sizes : {22U, 23U, 33U, 34U}) EXPECT_GT(seen[sizes], 0) << sizes;
}

using CoarsePoints = detail::List<detail::contact::CoarsePoint<BigInt>>;

/// Returns the place of the first point.
std::optional<Place> place_in(const CoarsePoints& points, const CoarsePoints& polygon) {
  using Points = std::span<const detail::contact::CoarsePoint<BigInt>>;
  const detail::contact::Sides<detail::contact::CoarsePoint<BigInt>> sides(polygon, points,
                                                                           query_memory());
  Place place;
  if (!detail::contact::find_place(points[0], 0, Points(polygon), sides, place))
    return std::nullopt;
  return place;
}

/// The lines of two edges that are no neighbours meet beyond the edge between them: the point is
/// outside, though both lines contain it.
TEST(ContactCommonPart, WhereLinesOfEdgesMeetOutside) {
  const Polygon star =
      detail::relation::polygon_of({{0, 0, 0}, {4, 0, 1}, {4, 2, 2}, {2, 4, 3}, {0, 4, 4}});
  for (const auto& [x, y] : {std::pair{4, 4}, {6, 0}, {0, 6}}) {
    const Polygon point = detail::relation::polygon_of({{x, y, 0}});
    EXPECT_FALSE(place_in(coarse(point, 0), coarse(star, 0)).has_value()) << x << ", " << y;
  }
  // Each corner in turn is the first: the result must not depend on where the list begins.
  for (std::size_t first = 0; first < star.size(); ++first) {
    Polygon turned(star);
    std::rotate(turned.begin(), turned.begin() + static_cast<std::ptrdiff_t>(first), turned.end());
    const auto corners = coarse(turned, 0);
    const Polygon point{{4, 4, 0}};
    EXPECT_FALSE(place_in(coarse(point, 0), corners).has_value()) << first;
  }
}

TEST(ContactCommonPart, TurnsThatTheFirstBitsDoNotTell) {
  Random random(47);
  int near = 0;
  for (int i = 0; i < 3000; ++i) {
    const auto entry = [&] {
      BigInt value = random.in(-1000, 1000);
      for (int k = 0; k < 3; ++k) value = value * BigInt(std::int64_t{1} << 40) + random.in(1, 999);
      return value;
    };
    Polygon p{{entry(), entry(), 0}};
    Polygon q{{entry(), entry(), 1}};
    // On the line of both, or off it by a little or by much.
    BigInt off = random.in(-1, 1);
    off <<= random.in(0, 140);
    Polygon r{{2 * q[0].x - p[0].x + off, 2 * q[0].y - p[0].y, 2}};
    const Polygon all{p[0], q[0], r[0]};
    const auto points = coarse(all, detail::contact::shift_of<BigInt>(all, all));
    const int expected = detail::sign_of(detail::relation::turn_of(p[0], q[0], r[0]));
    EXPECT_EQ(detail::contact::turn(points[0], points[1], points[2]), expected) << i;
    if (expected == 0) ++near;
  }
  EXPECT_GT(near, 100);
}

/// The largest number keeps its 29 leading bits; all others keep the bits above the same power of
/// two.
TEST(ContactCommonPart, CoarseNumbersAreAsLargeAsTheyMay) {
  for (const int bits : {1, 28, 29, 30, 40, 63, 64, 200}) {
    const BigInt largest = (BigInt(1) << bits) - 1;
    for (const BigInt& sign : {BigInt(1), BigInt(-1)}) {
      const Polygon small{{0, 0, 0}, {1, -1, 1}};
      const Polygon large{{3, sign * largest, 0}};
      const int shift = detail::contact::shift_of<BigInt>(small, large);
      EXPECT_EQ(shift, detail::contact::shift_of<BigInt>(large, small));
      EXPECT_EQ(shift, std::max(0, bits - 29));
      const auto seen = coarse(large, shift);
      EXPECT_EQ(seen.size(), 1U);
      EXPECT_LE(std::abs(seen[0].y), std::int64_t{1} << 29);
      EXPECT_GE(std::abs(seen[0].y), std::int64_t{1} << std::min(bits - 1, 28));
    }
  }
}

}  // namespace
}  // namespace sunder::test
