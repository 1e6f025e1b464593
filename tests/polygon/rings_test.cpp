// SPDX-License-Identifier: Apache-2.0
//
// Rings as polygons. On small grids nearly every ring degenerates: corners lie in edges, edges overlap and cancel, rings
// cross. The truth cuts every edge at every corner, counts the pieces modulo 2, and tests all pairs.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <ctime>
#include <gtest/gtest.h>
#include <limits>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include "exact/orientation.hpp"
#include "oracle/host_state.hpp"
#include "suite/case.hpp"
#include "suite/effort.hpp"
#include "suite/random.hpp"
#include "sunder/polygon.hpp"

namespace sunder::test {
namespace {

using suite::Random;
using suite::Rational;
using Place = std::array<std::int64_t, 2>;
using Ring = std::vector<Place>;
using Piece = std::pair<Place, Place>;  ///< the lesser end first

std::int64_t cross(const Place& p, const Place& q, const Place& r) {
  return (q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0]);
}
int sign(std::int64_t value) { return value > 0 ? 1 : (value < 0 ? -1 : 0); }

/// Is r on the segment, its ends included?
bool lies_on(const Place& p, const Place& q, const Place& r) {
  return cross(p, q, r) == 0 && std::min(p, q) <= r && r <= std::max(p, q);
}

/// The pieces of all edges, and how often each stands.
std::map<Piece, int> uses_of(const std::vector<Ring>& rings) {
  std::set<Place> corners;
  for (const Ring& ring : rings) corners.insert(ring.begin(), ring.end());
  std::map<Piece, int> uses;
  for (const Ring& ring : rings) {
    for (std::size_t i = 0; i < ring.size(); ++i) {
      const Place p = std::min(ring[i], ring[(i + 1) % ring.size()]),
                  q = std::max(ring[i], ring[(i + 1) % ring.size()]);
      Place before = p;
      for (const Place& corner : corners) {
        if (corner == p || !lies_on(p, q, corner)) continue;
        ++uses[{before, corner}];
        before = corner;
      }
    }
  }
  return uses;
}

std::set<Piece> odd_ones(const std::map<Piece, int>& uses) {
  std::set<Piece> odd;
  for (const auto& [piece, count] : uses) {
    if (count % 2 != 0) odd.insert(piece);
  }
  return odd;
}

bool cross_properly(const Piece& e, const Piece& f) {
  return sign(cross(e.first, e.second, f.first)) * sign(cross(e.first, e.second, f.second)) < 0 &&
         sign(cross(f.first, f.second, e.first)) * sign(cross(f.first, f.second, e.second)) < 0;
}

bool is_simple(const std::map<Piece, int>& uses) {
  for (const auto& [e, count] : uses) {
    for (const auto& [f, other] : uses) {
      if (cross_properly(e, f)) return false;
    }
  }
  return true;
}

enum class Where : std::uint8_t { outside, outline, inside };

Where where_is(const std::set<Piece>& pieces, const Place& at) {
  bool inside = false;
  for (const auto& [p, q] : pieces) {
    if (lies_on(p, q, at)) return Where::outline;
    const Place low = p[1] <= q[1] ? p : q, high = p[1] <= q[1] ? q : p;
    if (low[1] <= at[1] && at[1] < high[1] && cross(low, high, at) > 0) inside = !inside;
  }
  return inside ? Where::inside : Where::outside;
}

/// Doubles that are exact: the places, scaled and moved.
struct Scale {
  double unit = 1;
  Vector2 origin{};
  Vector2 of(const Place& p) const {
    return {origin[0] + unit * static_cast<double>(p[0]),
            origin[1] + unit * static_cast<double>(p[1])};
  }
  Place back(const Vector2& p) const {
    return {std::llround((p[0] - origin[0]) / unit), std::llround((p[1] - origin[1]) / unit)};
  }
};

std::vector<std::vector<Vector2>> doubles_of(const std::vector<Ring>& rings, const Scale& scale) {
  std::vector<std::vector<Vector2>> list;
  for (const Ring& ring : rings) {
    list.emplace_back();
    for (const Place& p : ring) list.back().push_back(scale.of(p));
  }
  return list;
}

/// The corners of a part in order round it.
std::vector<Place> corners_of(const Polytope2& part, const Scale& scale) {
  std::map<std::int32_t, std::int32_t> next;
  for (const Edge& edge : part.edges()) next[edge.vertices[0]] = edge.vertices[1];
  std::vector<Place> corners;
  for (std::int32_t i = 0; corners.size() < next.size(); i = next.at(i))
    corners.push_back(scale.back(part.vertex(i)));
  if (corners.size() >= 3 && cross(corners[0], corners[1], corners[2]) < 0)
    std::reverse(corners.begin(), corners.end());
  return corners;
}

std::int64_t twice_area(const std::vector<Place>& corners) {
  std::int64_t sum = 0;
  for (std::size_t i = 0; i < corners.size(); ++i) {
    const Place &p = corners[i], &q = corners[(i + 1) % corners.size()];
    sum += p[0] * q[1] - p[1] * q[0];
  }
  return sum;
}

/// Does an edge of one keep the interiors apart?
bool edge_separates(const std::vector<Place>& a, const std::vector<Place>& b) {
  for (std::size_t i = 0; i < a.size(); ++i) {
    const Place &p = a[i], &q = a[(i + 1) % a.size()];
    if (std::all_of(b.begin(), b.end(), [&](const Place& r) { return cross(p, q, r) <= 0; }))
      return true;
  }
  return false;
}

void expect_right(const std::vector<Ring>& rings, const Scale& scale, int size) {
  const std::map<Piece, int> uses = uses_of(rings);
  const std::set<Piece> pieces = odd_ones(uses);
  const auto built = Polygon2::from_rings(doubles_of(rings, scale));
  ASSERT_EQ(built.has_value(), is_simple(uses));
  if (!built) {
    EXPECT_EQ(built.error().code, ErrorCode::not_simple);
    return;
  }
  const Polygon2& polygon = built.value();
  const PolygonReport& report = polygon.report();

  // The outline is the pieces, with the inside on the left.
  std::set<Piece> outline;
  std::int64_t rim_area = 0;
  for (const auto& [i, j] : polygon.outline()) {
    const Place p = scale.back(polygon.points()[static_cast<std::size_t>(i)]),
                q = scale.back(polygon.points()[static_cast<std::size_t>(j)]);
    outline.insert({std::min(p, q), std::max(p, q)});
    rim_area += p[0] * q[1] - p[1] * q[0];
  }
  EXPECT_EQ(outline, pieces);
  EXPECT_EQ(report.outline, static_cast<std::int64_t>(pieces.size()));

  // The parts are convex, do not overlap, and have the area of the whole.
  std::vector<std::vector<Place>> parts;
  std::int64_t area = 0;
  for (const Polytope2& part : polygon.parts()) {
    parts.push_back(corners_of(part, scale));
    EXPECT_GE(parts.back().size(), 3U);
    EXPECT_GT(twice_area(parts.back()), 0);
    area += twice_area(parts.back());
  }
  EXPECT_EQ(area, rim_area);
  EXPECT_EQ(report.area, static_cast<double>(area) / 2 * scale.unit * scale.unit);
  EXPECT_EQ(report.parts, static_cast<std::int64_t>(parts.size()));
  for (std::size_t i = 0; i < parts.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j)
      EXPECT_TRUE(edge_separates(parts[i], parts[j]) || edge_separates(parts[j], parts[i]));
  }
  // A cut runs inside.
  for (const auto& [i, j] : polygon.cuts()) {
    const Place p = scale.back(polygon.points()[static_cast<std::size_t>(i)]),
                q = scale.back(polygon.points()[static_cast<std::size_t>(j)]);
    // All places given are even.
    EXPECT_EQ(where_is(pieces, {(p[0] + q[0]) / 2, (p[1] + q[1]) / 2}), Where::inside);
  }

  for (std::int64_t x = -1; x <= size; ++x) {
    for (std::int64_t y = -1; y <= size; ++y) {
      const Where where = where_is(pieces, {x, y});
      const Vector2 point = scale.of({x, y});
      EXPECT_EQ(polygon.contains(point), where != Where::outside) << x << ", " << y;
      int holders = 0;
      for (const std::vector<Place>& part : parts) {
        int sides = 1;
        for (std::size_t i = 0; i < part.size(); ++i)
          sides = std::min(sides, sign(cross(part[i], part[(i + 1) % part.size()], {x, y})));
        holders += sides >= 0 ? 1 : 0;
      }
      EXPECT_EQ(holders > 0, where != Where::outside);
    }
  }
}

Scale draw_scale(Random& random) {
  switch (random.in(0, 3)) {
    case 0:
      return {1, {}};
    case 1:
      return {0x1p-40, {2048, -1024}};
    case 2:
      return {0x1p+300, {}};
    default:
      return {0x1p-500, {0x1p-470, 0}};
  }
}

TEST(Rings, OnSmallGridsAreWhatBruteForceSays) {
  int accepted = 0, with_cuts = 0;
  for (int seed = 0; seed < suite::cases(12000); ++seed) {
    SCOPED_TRACE(seed);
    Random random(static_cast<std::uint64_t>(seed));
    // Even coordinates, so that middles are on the grid.
    const int size = random.in(1, 6);
    std::vector<Ring> rings(static_cast<std::size_t>(random.in(0, 4)));
    for (Ring& ring : rings) {
      for (int i = random.in(0, 6); i > 0; --i)
        ring.push_back({2 * random.in(0, size), 2 * random.in(0, size)});
    }
    expect_right(rings, draw_scale(random), 2 * size + 1);
    if (HasFailure()) return;
    const auto built = Polygon2::from_rings(doubles_of(rings, {}));
    if (!built || built.value().empty()) continue;
    ++accepted;
    with_cuts += built.value().report().cuts > 0 ? 1 : 0;
  }
  EXPECT_GT(accepted, suite::cases(12000) / 8);
  EXPECT_GT(with_cuts, suite::cases(12000) / 50);
}

/// A union of cells as rings of four corners, whose common edges cancel: nothing crosses.
TEST(Rings, OfCellsAreTheirUnion) {
  for (int seed = 0; seed < suite::cases(1500); ++seed) {
    SCOPED_TRACE(seed);
    Random random(static_cast<std::uint64_t>(seed));
    const int size = random.in(2, 7);
    std::vector<Ring> rings;
    int cells = 0;
    for (std::int64_t x = 0; x < size; ++x) {
      for (std::int64_t y = 0; y < size; ++y) {
        if (random.chance(2, 5)) continue;
        Ring ring{{2 * x, 2 * y}, {2 * x + 2, 2 * y}, {2 * x + 2, 2 * y + 2}, {2 * x, 2 * y + 2}};
        if (random.chance(1, 2)) std::reverse(ring.begin(), ring.end());
        rings.push_back(ring);
        ++cells;
      }
    }
    random.shuffle(rings);
    expect_right(rings, draw_scale(random), 2 * size + 1);
    ASSERT_FALSE(HasFailure());
    EXPECT_EQ(Polygon2::from_rings(doubles_of(rings, {})).value().report().area, 4.0 * cells);
  }
}

/// Triangles of a lattice: sums modulo 2 have edges of many directions, holes and pinched corners.
TEST(Rings, OfLatticeTrianglesAreTheirUnion) {
  for (int seed = 0; seed < suite::cases(1500); ++seed) {
    SCOPED_TRACE(seed);
    Random random(static_cast<std::uint64_t>(seed));
    const int size = random.in(1, 5);
    const std::int64_t shear = random.in(-3, 3), other = random.in(-1, 1);
    const auto at = [&](std::int64_t x, std::int64_t y) -> Place {
      return {2 * (x + shear * y), 2 * (y + other * (x + shear * y))};
    };
    std::vector<Ring> rings;
    for (std::int64_t x = 0; x < size; ++x) {
      for (std::int64_t y = 0; y < size; ++y) {
        for (int half = 0; half < 2; ++half) {
          if (random.chance(2, 5)) continue;
          rings.push_back({at(x, y), half == 0 ? at(x + 1, y) : at(x, y + 1), at(x + 1, y + 1)});
        }
      }
    }
    random.shuffle(rings);
    expect_right(rings, {}, 1);
    ASSERT_FALSE(HasFailure());
  }
}

TEST(Rings, OfStarsWithHolesCoverTheirArea) {
  for (int seed = 0; seed < suite::cases(60); ++seed) {
    SCOPED_TRACE(seed);
    Random random(static_cast<std::uint64_t>(seed));
    const int count = random.in(3, 300);
    std::vector<std::vector<Vector2>> rings(2);
    Rational area = 0;
    for (std::size_t k = 0; k < 2; ++k) {
      for (int i = 0; i < count; ++i) {
        const double angle = 2 * 3.14159 * (i + 0.5 * random.unit()) / count;
        const double radius = (k == 0 ? 2 : 1) * (0.5 + 0.45 * random.unit());
        rings[k].push_back({10 + radius * std::cos(angle), radius * std::sin(angle)});
      }
    }
    const auto built = Polygon2::from_rings(rings);
    // The hole, within 0.95, may cross the outline, from 1 on along its edges: few corners have long edges.
    if (!built) {
      EXPECT_EQ(built.error().code, ErrorCode::not_simple);
      EXPECT_LT(count, 12);
      continue;
    }
    const Polygon2& polygon = built.value();
    const auto shoelace = [](const std::vector<Vector2>& ring) {
      Rational sum = 0;
      for (std::size_t i = 0; i < ring.size(); ++i) {
        const Vector2 &p = ring[i], &q = ring[(i + 1) % ring.size()];
        sum += Rational(p[0]) * Rational(q[1]) - Rational(p[1]) * Rational(q[0]);
      }
      return sum < 0 ? Rational(-sum) : sum;
    };
    area = shoelace(rings[0]) - shoelace(rings[1]);
    Rational of_parts = 0;
    for (const Polytope2& part : polygon.parts()) {
      std::vector<Vector2> corners;
      for (std::int32_t i = 0; i < part.vertex_count(); ++i) corners.push_back(part.vertex(i));
      const Vector2 first = corners[0];
      std::sort(corners.begin() + 1, corners.end(), [&](const Vector2& p, const Vector2& q) {
        return detail::orient2d(first.data(), p.data(), q.data()) > 0;
      });
      of_parts += shoelace(corners);
    }
    EXPECT_EQ(of_parts, area);
    EXPECT_EQ(polygon.report().area, (area / 2).convert_to<double>());
    // Convex parts and reflex corners: Hertel and Mehlhorn leave at most two cuts for each reflex corner, and one that
    // joins the hole.
    EXPECT_LE(polygon.report().parts, 4 * count + 1);
  }
}

TEST(Rings, OneUnitApartOrAcross) {
  // A hole whose corner lies on the outer edge, one unit inside it, and one beyond it.
  const double unit = 0x1p-52;
  const auto with_hole = [](double x) {
    return Polygon2::from_rings(
        {{{0, 0}, {1, 0}, {1, 1}, {0, 1}}, {{x, 0.5}, {0.5, 0.25}, {0.5, 0.75}}});
  };
  EXPECT_EQ(with_hole(1).value().report().cut, 1);
  EXPECT_EQ(with_hole(1 - unit / 2).value().report().cut, 0);
  const auto crossed = with_hole(1 + unit);
  ASSERT_FALSE(crossed);
  EXPECT_EQ(crossed.error().code, ErrorCode::not_simple);
  EXPECT_NE(crossed.error().message.find("of rings[0] from corner 1 to 2 and of rings[1]"),
            std::string::npos)
      << crossed.error().message;
}

TEST(Rings, ReportWhatTheyWere) {
  // The first corner twice, a spur, a keyhole, and two squares with a common edge.
  const Polygon2 closed = Polygon2::from_rings({{{0, 0}, {2, 0}, {2, 2}, {0, 2}, {0, 0}}}).value();
  EXPECT_EQ(closed.report().welded, 1);
  EXPECT_EQ(closed.report().parts, 1);
  EXPECT_EQ(closed.report().points, 4);
  const Polygon2 spur =
      Polygon2::from_rings({{{0, 0}, {2, 0}, {2, 2}, {5, 5}, {2, 2}, {0, 2}}}).value();
  EXPECT_EQ(spur.report().cancelled, 2);
  EXPECT_EQ(spur.report().points, 4);
  EXPECT_FALSE(spur.contains({3, 3}));
  const Polygon2 flat = Polygon2::from_rings({{{0, 0}, {2, 0}, {1, 0}}, {{7, 7}}, {}}).value();
  EXPECT_TRUE(flat.empty());
  EXPECT_EQ(flat.report().rings, 3);
  EXPECT_EQ(flat.report().points_given, 4);
  EXPECT_EQ(flat.report().points, 0);
  EXPECT_GT(flat.bounds().lower[0], flat.bounds().upper[0]);
  EXPECT_FALSE(flat.contains({1, 0}));
  const Polygon2 joined =
      Polygon2::from_rings({{{0, 0}, {1, 0}, {1, 1}, {0, 1}}, {{1, 0}, {1, 1}, {2, 1}, {2, 0}}})
          .value();
  EXPECT_EQ(joined.report().cancelled, 2);
  EXPECT_EQ(joined.report().parts, 1);
  EXPECT_EQ(joined.report().area, 2);
}

TEST(Rings, AreRefusedWithTheReason) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const auto code = [](const Result<Polygon2>& result) { return result.error().code; };
  const auto bad = Polygon2::from_rings({{{0, 0}, {1, 0}, {1, 1}}, {{0, 0}, {1, nan}, {2, 2}}});
  EXPECT_EQ(code(bad), ErrorCode::not_finite);
  EXPECT_EQ(bad.error().message, "rings[1][1][1] is NaN; every coordinate must be finite");
  const auto bow = Polygon2::from_rings({{{0, 0}, {2, 2}, {2, 0}, {0, 2}}});
  EXPECT_EQ(code(bow), ErrorCode::not_simple);
  EXPECT_EQ(
      bow.error().message,
      "two edges cross at (1, 1): of rings[0] from corner 0 to 1 and of rings[0] from corner 2 "
      "to 3; rings may meet in corners and along edges only");
  EXPECT_EQ(to_string(ErrorCode::not_simple), "not_simple");
  const Polygon2 square = Polygon2::from_rings({{{0, 0}, {2, 0}, {2, 2}, {0, 2}}}).value();
  EXPECT_FALSE(square.contains({nan, 1}));
  EXPECT_FALSE(square.contains({1, std::numeric_limits<double>::infinity()}));
}

TEST(Rings, OfTheLargestAndTheSmallestDoubles) {
  const double most = std::numeric_limits<double>::max(),
               least = std::numeric_limits<double>::denorm_min();
  const Polygon2 all =
      Polygon2::from_rings({{{-most, -most}, {most, -most}, {most, most}, {-most, most}},
                            {{-least, -least}, {least, -least}, {0, least}}})
          .value();
  EXPECT_TRUE(std::isinf(all.report().area));
  EXPECT_TRUE(all.contains({1, 1}));
  EXPECT_FALSE(all.contains({0, 0}));
  EXPECT_TRUE(all.contains({0, least}));
  const Polygon2 small = Polygon2::from_rings({{{0, 0}, {least, 0}, {0, least}}}).value();
  EXPECT_EQ(small.report().parts, 1);
  EXPECT_EQ(small.report().area, 0);  // 2^-2149, below the doubles
  EXPECT_FALSE(small.contains({least, least}));
}

TEST(Rings, AreTheSameInEveryHostState) {
  const std::vector<std::vector<Vector2>> rings{
      {{0, 0}, {0x1p-1060, 0}, {0x1p-1060, 0x1p-1060}, {0, 0x1p-1060}},
      {{0x1p-1062, 0x1p-1062}, {0x1p-1061, 0x1p-1062}, {0x1p-1061, 0x1p-1061}}};
  const Polygon2 usual = Polygon2::from_rings(rings).value();
  for (const int rounding : {FE_TONEAREST, FE_UPWARD, FE_DOWNWARD, FE_TOWARDZERO}) {
    for (const auto subnormals : oracle::kAllSubnormals) {
      const oracle::HostState state(rounding, subnormals);
      const Polygon2 polygon = Polygon2::from_rings(rings).value();
      EXPECT_EQ(polygon.report().parts, usual.report().parts);
      EXPECT_EQ(polygon.report().outline, 7);
      EXPECT_TRUE(polygon.contains({0x1p-1064, 0x1p-1063}));
    }
  }
}

/// Fails where calls take long. It reads the processor's time, which other programs do not take.
void expect_quick(const std::vector<std::vector<Vector2>>& rings, std::int64_t parts) {
  const std::clock_t start = std::clock();
  const auto built = Polygon2::from_rings(rings);
  const double seconds = static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
  EXPECT_LT(seconds, suite::kSanitized ? 20 : 1);
  ASSERT_EQ(built.has_value(), parts >= 0);
  if (built) {
    EXPECT_EQ(built.value().report().parts, parts);
  }
}

TEST(Rings, OfManyCornersAreQuick) {
  constexpr int kCount = 20000;
  // A comb, nested segments on a line, many rings at one corner, nested squares, a grid of lines that cross.
  std::vector<Vector2> comb, nested;
  for (int i = 0; i < kCount; ++i)
    comb.push_back({static_cast<double>(i), i % 2 == 0 ? 0.0 : 1000.0});
  comb.push_back({kCount, -1});
  comb.push_back({-1, -1});
  expect_quick({comb}, 10001);
  for (int i = 0; i < kCount; ++i) nested.push_back({i % 2 == 0 ? 0.0 : static_cast<double>(i), 0});
  expect_quick({nested}, 0);
  std::vector<std::vector<Vector2>> fan, squares;
  for (int i = 0; i < kCount; i += 2)
    fan.push_back({{0, 0}, {1000, static_cast<double>(i)}, {1000, static_cast<double>(i + 1)}});
  expect_quick(fan, kCount / 2);
  for (int i = 1; i <= kCount / 4; ++i) {
    const double r = i;
    squares.push_back({{-r, -r}, {r, -r}, {r, r}, {-r, r}});
  }
  expect_quick(squares, 4 * (kCount / 8));
  std::vector<Vector2> zigzag;
  for (int i = 0; i < kCount; ++i)
    zigzag.push_back({i % 2 == 0 ? 0.0 : 1.0, static_cast<double>((i * 7919LL) % kCount)});
  expect_quick({zigzag}, -1);
}

}  // namespace
}  // namespace sunder::test
