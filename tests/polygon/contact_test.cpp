// SPDX-License-Identifier: Apache-2.0
//
// Where bodies in the plane meet. Polyominoes share edges and corners of the lattice, which are counted. Regions of
// triangles under any chains of poses are held against fractions.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <gtest/gtest.h>
#include <limits>
#include <map>
#include <set>
#include <vector>

#include "polygon/plane_oracle.hpp"
#include "polygon/polyominoes.hpp"
#include "polygon/similarity.hpp"
#include "suite/effort.hpp"

namespace sunder::test {
namespace {

using suite::Random;

Vector2 rounded(const Spot& p) { return {p[0].convert_to<double>(), p[1].convert_to<double>()}; }

/// The regions are those of the common rim, and each says what it is.
void expect_regions(const BodyContact2& found, const CommonRim& expected) {
  std::map<std::array<Vector2, 2>, Spot> segments;  // the exact ways
  std::set<Vector2> points, expected_points;
  for (const auto& [from, to, along] : expected.segments)
    segments.insert({{rounded(from), rounded(to)}, to - from});
  const std::size_t count = segments.size() + expected.points.size();
  for (const Spot& point : expected.points) expected_points.insert(rounded(point));
  for (const ContactRegion2& region : found.regions) {
    EXPECT_EQ(region.part_a, 0);
    EXPECT_EQ(region.part_b, 0);
    EXPECT_FALSE(region.edges.empty());
    const auto& [from, to] = region.ends;
    if (region.dimension == 0) {
      points.insert(from);
      EXPECT_EQ(from, to);
      EXPECT_EQ(region.length, 0);
      EXPECT_EQ(region.normal, Vector2{});
      continue;
    }
    EXPECT_EQ(region.dimension, 1);
    const auto segment = segments.find({from, to});
    if (segment == segments.end()) {
      ADD_FAILURE() << "from " << from[0] << ", " << from[1] << " to " << to[0] << ", " << to[1];
      continue;
    }
    const double x = segment->second[0].convert_to<double>(),
                 y = segment->second[1].convert_to<double>(), length = std::hypot(x, y);
    EXPECT_NEAR(region.length, length, 1e-15 * length);
    EXPECT_NEAR(region.normal[0], y / length, 1e-15);
    EXPECT_NEAR(region.normal[1], -x / length, 1e-15);
    segments.erase(segment);
  }
  EXPECT_TRUE(segments.empty());
  EXPECT_EQ(points, expected_points);
  EXPECT_EQ(found.regions.size(), count);
}

/// The lattice's edges between a cell of a set and one that is not in it, with the set on the left.
std::set<std::array<Cell, 2>> steps_of(const Cells& cells) {
  std::set<std::array<Cell, 2>> steps;
  for (const auto& [x, y] : cells) {
    if (!cells.contains({x, y - 1})) steps.insert({Cell{x, y}, Cell{x + 1, y}});
    if (!cells.contains({x + 1, y})) steps.insert({Cell{x + 1, y}, Cell{x + 1, y + 1}});
    if (!cells.contains({x, y + 1})) steps.insert({Cell{x + 1, y + 1}, Cell{x, y + 1}});
    if (!cells.contains({x - 1, y})) steps.insert({Cell{x, y + 1}, Cell{x, y}});
  }
  return steps;
}

/// Counts what the rims have in common on the lattice, by lengths of runs.
struct LatticeCount {
  std::multiset<int> runs;
  int points = 0;
};
LatticeCount count_common(const Cells& a, const Cells& b) {
  const auto steps_a = steps_of(a), steps_b = steps_of(b);
  std::set<Cell> corners_a, corners_b, on_runs;
  std::map<std::array<Cell, 2>, bool> common;  // and whether both have the inside on the left
  for (const auto& [p, q] : steps_a) {
    corners_a.insert({p, q});
    if (steps_b.contains({p, q}) || steps_b.contains({q, p}))
      common[{p, q}] = steps_b.contains({p, q});
  }
  for (const auto& [p, q] : steps_b) corners_b.insert({p, q});
  for (const auto& [step, agree] : common) on_runs.insert({step[0], step[1]});
  LatticeCount count;
  for (const Cell& corner : corners_a)
    count.points += corners_b.contains(corner) && !on_runs.contains(corner) ? 1 : 0;
  for (const auto& [step, agree] : common) {
    const auto& [p, q] = step;
    const Cell way{q[0] - p[0], q[1] - p[1]};
    const auto has = [&, agree = agree](const Cell& from) {
      const auto found = common.find({from, Cell{from[0] + way[0], from[1] + way[1]}});
      return found != common.end() && found->second == agree;
    };
    if (has({p[0] - way[0], p[1] - way[1]})) continue;
    int length = 1;
    for (Cell at = q; has(at); at = {at[0] + way[0], at[1] + way[1]}) ++length;
    count.runs.insert(length);
  }
  return count;
}

TEST(Contact2, PolyominoesShareWhatIsCounted) {
  int touching = 0, overlapping = 0, long_runs = 0, points_seen = 0, integers = 0;
  for (int seed = 0; seed < suite::cases(1500); ++seed) {
    SCOPED_TRACE(seed);
    Random random(static_cast<std::uint64_t>(seed));
    const Cells a = draw_cells(random, random.in(2, 6)),
                drawn = draw_cells(random, random.in(2, 6));
    const Cell moved{random.in(-4, 4), random.in(-4, 4)};
    Cells b;
    for (const auto& [x, y] : drawn) {
      const Cell cell{x + moved[0], y + moved[1]};
      if (seed % 2 == 0 || !a.contains(cell)) b.insert(cell);
    }
    const Similarity part = draw_similarity(random), body = draw_similarity(random);
    const Body2 left{{polygon_of(a, random.chance(1, 2)), part.pose}},
        right{{polygon_of(b, random.chance(1, 2)), part.pose}};
    const PosedBody2 p{left, body.pose}, q{right, body.pose};
    const BodyContact2 found = contact(p, q);
    EXPECT_EQ(found.verdict, truth_of(a, b, {0, 0}).verdict);
    EXPECT_TRUE(found.proven);
    const double factor =
        std::sqrt((part.factor_squared * body.factor_squared).convert_to<double>());
    const LatticeCount expected =
        found.verdict == Verdict::separated ? LatticeCount{} : count_common(a, b);
    LatticeCount counted;
    for (const ContactRegion2& region : found.regions) {
      if (region.dimension == 0) {
        ++counted.points;
        continue;
      }
      const double length = region.length / factor;
      counted.runs.insert(static_cast<int>(std::lround(length)));
      EXPECT_NEAR(length, std::round(length), 1e-12 * length);
      EXPECT_GE(region.edges.size(), 1U);
    }
    EXPECT_EQ(counted.points, expected.points);
    EXPECT_EQ(counted.runs, expected.runs);
    // Exchanged, the regions are the same, and where the bodies touch the normals are opposite.
    const BodyContact2 back = contact(q, p);
    EXPECT_EQ(back.regions.size(), found.regions.size());
    touching += found.verdict == Verdict::touching ? 1 : 0;
    overlapping += found.verdict == Verdict::overlapping ? 1 : 0;
    points_seen += counted.points;
    long_runs += counted.runs.empty() || *counted.runs.rbegin() < 2 ? 0 : 1;
    integers += found.stage == Stage::integer ? 1 : 0;
    if (HasFailure()) return;
  }
  EXPECT_GT(touching, suite::cases(150));
  EXPECT_GT(overlapping, suite::cases(150));
  EXPECT_GT(points_seen, suite::cases(150));
  EXPECT_GT(long_runs, suite::cases(150));
  EXPECT_GT(integers, suite::cases(60));
}

/// Regions of triangles, moved by fractions of the lattice, under chains that doubles cannot compose.
TEST(Contact2, RegionsShareWhatFractionsSay) {
  int segments = 0, points = 0, touching = 0;
  for (int seed = 0; seed < suite::cases(350); ++seed) {
    SCOPED_TRACE(seed);
    Random random(static_cast<std::uint64_t>(seed));
    const auto sets = draw_triangles(random, random.in(1, 3));
    const int shear = random.in(-2, 2), other = random.in(-1, 1);
    const Polygon2 a = polygon_of(sets[0], shear, other), b = polygon_of(sets[1], shear, other);
    const Pose2 part = draw_regular_pose(random), body = draw_regular_pose(random);
    // In one place, beside each other by halves, or anywhere.
    const int kind = random.in(0, 3);
    const double x = random.in(-2, 2) * 0.5, y = random.in(-2, 2) * 0.5;
    const Pose2 other_body = kind < 2    ? body
                             : kind == 2 ? moved_by(body, x, y)
                                         : draw_regular_pose(random);
    const Body2 left{{a, part}}, right{{b, part}};
    const PosedBody2 p{left, body}, q{right, other_body};
    const BodyContact2 found = contact(p, q);
    if (!found) continue;
    const CommonRim expected = common_rim(rim_of(a, part, body), rim_of(b, part, other_body));
    expect_regions(found, expected);
    segments += static_cast<int>(expected.segments.size());
    points += static_cast<int>(expected.points.size());
    touching += found.verdict == Verdict::touching ? 1 : 0;
    if (HasFailure()) return;
  }
  EXPECT_GT(segments, suite::cases(250));
  EXPECT_GT(points, suite::cases(150));
  EXPECT_GT(touching, suite::cases(35));
}

/// One region that is a segment.
void expect_segment(const BodyContact2& found, const Vector2& from, const Vector2& to,
                    const Vector2& normal) {
  ASSERT_EQ(found.regions.size(), 1U);
  const ContactRegion2& region = found.regions[0];
  EXPECT_EQ(region.dimension, 1);
  EXPECT_EQ(region.ends, (std::array<Vector2, 2>{from, to}));
  EXPECT_EQ(region.normal, normal);
  EXPECT_EQ(region.length, std::hypot(to[0] - from[0], to[1] - from[1]));
}

TEST(Contact2, NoCutShows) {
  // A comb stands on a bar, whose upper edge has corners in it; the cuts end there.
  const Polygon2 bar =
      Polygon2::from_rings({{{0, 0}, {9, 0}, {9, 1}, {6, 1}, {5, 1}, {3, 1}, {0, 1}},
                            {{4, 0.25}, {5, 0.25}, {5, 0.75}, {4, 0.75}}})
          .value();
  ASSERT_GT(bar.report().parts, 1);
  const Body2 floor{{bar}}, box{{Polytope2::box({4, 1})}};
  const Pose2 above = Pose2::translation({4.5, 2}).value();
  const BodyContact2 found = contact(floor, {box, above});
  EXPECT_EQ(found.verdict, Verdict::touching);
  expect_segment(found, {8.5, 1}, {0.5, 1}, {0, 1});
  EXPECT_EQ(found.regions[0].edges.size(), 4U);
  for (const auto& [edge, other] : found.regions[0].edges) {
    const auto& [i, j] = bar.outline()[static_cast<std::size_t>(edge)];
    EXPECT_EQ(bar.points()[static_cast<std::size_t>(i)][1], 1);
    EXPECT_EQ(bar.points()[static_cast<std::size_t>(j)][1], 1);
    EXPECT_EQ(other, -1);
  }
  expect_segment(contact({box, above}, floor), {0.5, 1}, {8.5, 1}, {0, -1});
}

BodyContact2 contact_of(const Body2& a, const Body2& b) { return contact(a, b); }

TEST(Contact2, FlatPartsAreAllBoundary) {
  const Polygon2 frame =
      Polygon2::from_rings({{{0, 0}, {4, 0}, {4, 4}, {0, 4}}, {{1, 1}, {3, 1}, {3, 3}, {1, 3}}})
          .value();
  const Body2 wall{{frame}};
  const auto bar = [](const Vector2& from, const Vector2& to) {
    return Body2{{Polytope2::from_points({from, to}).value()}};
  };
  // Through the wall and its hole: it crosses four edges, and shares no length.
  const BodyContact2 through = contact_of(wall, bar({-1, 2}, {5, 2}));
  EXPECT_EQ(through.verdict, Verdict::overlapping);
  ASSERT_EQ(through.regions.size(), 4U);
  for (const ContactRegion2& region : through.regions) EXPECT_EQ(region.ends[0][1], 2);
  // Along an edge: the normal leads out of the wall, or into it.
  expect_segment(contact_of(wall, bar({1, 4}, {9, 4})), {4, 4}, {1, 4}, {0, 1});
  expect_segment(contact_of(bar({1, 4}, {9, 4}), wall), {1, 4}, {4, 4}, {0, -1});
  expect_segment(contact_of(wall, bar({1, 1}, {1, 3})), {1, 1}, {1, 3}, {1, 0});
  // Two flat ones have no normal.
  expect_segment(contact_of(bar({0, 0}, {4, 2}), bar({2, 1}, {6, 3})), {2, 1}, {4, 2}, {0, 0});
  const BodyContact2 crossed = contact_of(bar({0, 0}, {3, 3}), bar({0, 1}, {2, 0}));
  ASSERT_EQ(crossed.regions.size(), 1U);
  EXPECT_EQ(crossed.regions[0].dimension, 0);
  EXPECT_EQ(crossed.regions[0].ends[0], (Vector2{2.0 / 3, 2.0 / 3}));
  // A point in the wall meets no boundary; one on it does.
  const auto point = [](const Vector2& at) {
    return Body2{{Polytope2::from_points({at}).value()}};
  };
  EXPECT_TRUE(contact_of(wall, point({0.5, 0.5})).regions.empty());
  EXPECT_EQ(contact_of(wall, point({1, 2})).regions.size(), 1U);
  EXPECT_EQ(contact_of(point({1, 2}), point({1, 2})).regions.size(), 1U);
  // What a pose flattens is segments, joined where they meet: the hole does not show.
  const Pose2 onto_x = matrix({1, 0, 0, 0, 0, 4});
  const Body2 image{{frame, onto_x}}, square{{Polytope2::box({2, 2}), onto_x}};
  expect_segment(contact_of(wall, image), {4, 4}, {0, 4}, {0, 1});
  expect_segment(contact_of(image, square), {0, 4}, {2, 4}, {0, 0});
}

TEST(Contact2, OneInsideTheOtherHasNone) {
  const Body2 large{{Polytope2::box({4, 4})}}, small{{Polytope2::box({1, 1})}};
  const BodyContact2 found = contact_of(large, small);
  EXPECT_EQ(found.verdict, Verdict::overlapping);
  EXPECT_TRUE(found.regions.empty());
  EXPECT_TRUE(contact_of(Body2(std::span<const Part2>{}), small).regions.empty());
  EXPECT_EQ(contact_of(Body2{{Polytope2()}}, small).verdict, Verdict::separated);
}

/// A polytope that keeps points inside its hull and in its edges has the outline of its hull.
TEST(Contact2, PointsThatAreNoCornersDoNotShow) {
  const BuildOptions all{.reduce = false, .tables = false};
  const Polytope2 many =
      Polytope2::from_points(
          std::vector<Vector2>{{0, 0}, {1, 0}, {2, 0}, {2, 0}, {1, 1}, {2, 2}, {0, 2}, {0, 1}}, all)
          .value();
  const Pose2 below = Pose2::translation({1, -1}).value();
  const Body2 a{{many}}, b{{Polytope2::box({3, 1})}};
  expect_segment(contact(a, {b, below}), {0, 0}, {2, 0}, {0, -1});
}

TEST(Contact2, OfTheLargestAndTheSmallestDoubles) {
  const double most = std::numeric_limits<double>::max(),
               least = std::numeric_limits<double>::denorm_min();
  for (const double size : {most, 0x1p1000, 1.0, 0x1p-1000, least}) {
    const auto rectangle = [&](double lower, double upper) {
      return Body2{
          {Polygon2::from_rings({{{-size, lower}, {size, lower}, {size, upper}, {-size, upper}}})
               .value()}};
    };
    const Body2 a = rectangle(-size, 0), b = rectangle(0, size);
    const BodyContact2 found = contact(a, b);
    EXPECT_EQ(found.verdict, Verdict::touching) << size;
    ASSERT_EQ(found.regions.size(), 1U) << size;
    EXPECT_EQ(found.regions[0].normal, (Vector2{0, 1}));
    EXPECT_EQ(found.regions[0].length, 2 * size);  // infinite beyond the doubles
    // In one place, where a pose moves one by its size.
    const Pose2 moved = Pose2::translation({0, size}).value();
    EXPECT_EQ(contact({a, moved}, b).regions.size(), 4U) << size;
  }
}

}  // namespace
}  // namespace sunder::test
