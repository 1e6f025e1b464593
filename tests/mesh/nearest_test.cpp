// SPDX-License-Identifier: Apache-2.0
//
// Distances of meshes against all pairs of their triangles, which are convex bodies, and of sheets that are equally far
// apart everywhere. Verdicts that come with distances against verdicts alone. SUNDER_MESH_RANGE="first count" chooses pairs;
// the long tests set it.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <gtest/gtest.h>
#include <limits>
#include <vector>

#include "mesh/polycubes.hpp"
#include "mesh/soup.hpp"
#include "oracle/range.hpp"
#include "suite/effort.hpp"
#include "sunder/sunder.hpp"

namespace sunder::test {
namespace {

using suite::Random;

/// Triangles at random, of sizes from a hundredth to 1, or of a small grid, where many are equally close.
Soup draw_triangles(Random& random, bool on_grid) {
  Soup soup;
  const int count = random.in(1, 40);
  for (int i = 0; i < count; ++i) {
    std::array<std::int32_t, 3> corners{};
    Vector3 middle{};
    for (double& x : middle) x = random.in(-100, 100) / 32.0;
    const double size = random.chance(1, 2) ? 1 : 0.01;
    for (std::int32_t& corner : corners) {
      Vector3 p{};
      for (std::size_t k = 0; k < 3; ++k)
        p[k] = on_grid ? random.in(-2, 2) : middle[k] + size * random.in(-1000, 1000) / 1000.0;
      corner = soup.add(p);
    }
    soup.triangles.push_back(corners);
  }
  return soup;
}

/// A sample, or what a long test chose.
oracle::Range chosen_pairs() {
  return oracle::chosen_range(static_cast<std::uint64_t>(suite::cases(400)), "SUNDER_MESH_RANGE");
}

/// The verdict that comes with a distance may be found by the search for it, or before.
void expect_verdict_of_distance(const PosedBody3& a, const PosedBody3& b, std::uint64_t round) {
  Counters counters;
  const BodyDistance found = distance(a, b, {.counters = &counters});
  const BodyDecision decision = intersects(a, b);
  EXPECT_EQ(found.verdict, decision.verdict) << round;
  EXPECT_EQ(found.part_a, decision ? decision.part_a : 0) << round;
  EXPECT_TRUE(found.proven);
  std::int64_t questions = 0;
  for (const auto stage : counters.by_stage) questions += static_cast<std::int64_t>(stage);
  EXPECT_EQ(questions, 1) << round;
  if (decision) {
    EXPECT_EQ(found.distance.upper, 0) << round;
    EXPECT_EQ(found.triangle_a, decision.triangle_a) << round;
    EXPECT_EQ(found.triangle_b, decision.triangle_b) << round;
  } else {
    EXPECT_GT(found.distance.lower, 0) << round;
    EXPECT_GE(found.triangle_a, 0) << round;
    EXPECT_GE(found.triangle_b, 0) << round;
  }
}

TEST(Nearest, VerdictsOfDistances) {
  const oracle::Range range = chosen_pairs();
  std::array<int, 3> verdicts{};
  for (std::uint64_t round = range.first; round < range.first + range.count; ++round) {
    Random random(11 + round);
    const Cells cells = draw_cells(random);
    const Cells other = random.chance(1, 2) ? draw_map(random, 4, false).of(draw_cells(random))
                                            : draw_fit(random)[1];
    const Body3 a{{solid_of(draw_mesh(cells, random))}}, b{{solid_of(draw_mesh(other, random))}};
    expect_verdict_of_distance(a, b, round);
    ++verdicts[static_cast<std::size_t>(count_cells(cells, other, {}))];
    // A surface, a little apart, and turned.
    const Body3 sheet{{surface_of(draw_mesh(other, random))}};
    const Pose3 pose =
        Pose3::from_wxyz({5, 1, random.in(-4, 4) / 3.0, 0}, {random.in(0, 9) / 4.0, 0.1, 0})
            .value();
    expect_verdict_of_distance(a, {sheet, pose}, round);
  }
  for (const Verdict verdict : {Verdict::separated, Verdict::touching, Verdict::overlapping})
    EXPECT_GT(verdicts[static_cast<std::size_t>(verdict)], 0);
}

/// Triangles are apart, and a component of the one lies inside the other.
TEST(Nearest, WhatLiesInside) {
  Soup two = box_soup({-0.5, -0.5, -0.5}, {0.5, 0.5, 0.5});
  two.add(box_soup({30, 0, 0}, {31, 1, 1}));
  Soup hollow = box_soup({-0.9, -0.9, -0.9}, {0.9, 0.9, 0.9});
  hollow.turn_inside_out();
  hollow.add(box_soup({-2, -2, -2}, {2, 2, 2}));
  Random random(6);
  for (Soup* const soup : {&two, &hollow}) split(*soup, random, 40);
  const Body3 large{{solid_of(box_soup({-2, -2, -2}, {2, 2, 2}))}}, pair{{solid_of(two)}},
      room{{solid_of(hollow)}};
  expect_verdict_of_distance(large, pair, 0);
  expect_verdict_of_distance(pair, large, 1);
  EXPECT_EQ(distance(large, pair).verdict, Verdict::overlapping);
  EXPECT_EQ(distance(large, pair).distance.upper, 0);
  expect_verdict_of_distance(room, pair, 2);
  EXPECT_EQ(distance(room, pair).verdict, Verdict::separated);
  // From 0.5 to 0.9, in doubles.
  const Interval gap = distance(room, pair).distance;
  EXPECT_LE(gap.lower, 0.9 - 0.5);
  EXPECT_GE(gap.upper, 0.9 - 0.5);
  EXPECT_LE(gap.upper - gap.lower, 1e-12);
}

TEST(Nearest, AllPairsOfTriangles) {
  const oracle::Range range = chosen_pairs();
  std::uint64_t apart = 0;
  for (std::uint64_t round = range.first; round < range.first + range.count; ++round) {
    Random random(5 + round);
    const bool on_grid = random.chance(1, 3);
    const Soup p = draw_triangles(random, on_grid), q = draw_triangles(random, on_grid);
    std::array<double, 4> turn{1, 0, 0, 0};
    if (!on_grid) {
      for (double& x : turn) x = random.in(-100, 100) / 64.0;
      turn[0] += 4;
    }
    const Pose3 pose =
        Pose3::from_wxyz(turn, {5 + random.in(0, 20) / 8.0, random.in(-8, 8) / 8.0, 0}).value();
    const Body3 a{{surface_of(p)}}, b{{surface_of(q)}};
    const BodyDistance found = distance(a, {b, pose});
    Interval all{std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()};
    const auto hulls_of = [](const Soup& soup) {
      std::vector<Polytope3> hulls;
      for (const auto& t : soup.triangles) {
        std::array<Vector3, 3> corners;
        for (std::size_t i = 0; i < 3; ++i)
          corners[i] = soup.points[static_cast<std::size_t>(t[i])];
        hulls.push_back(Polytope3::from_points(corners).value());
      }
      return hulls;
    };
    const std::vector<Polytope3> hulls_a = hulls_of(p), hulls_b = hulls_of(q);
    for (const Polytope3& s : hulls_a) {
      for (const Polytope3& t : hulls_b) {
        const Interval one = distance(s, {t, pose}).distance;
        all = {std::min(all.lower, one.lower), std::min(all.upper, one.upper)};
      }
    }
    EXPECT_LE(found.distance.lower, all.upper) << round;
    EXPECT_GE(found.distance.upper, all.lower) << round;
    EXPECT_LE(found.distance.upper - found.distance.lower,
              std::max(1e-12 * found.distance.upper, 1e-12))
        << round;
    apart += all.lower > 0 ? 1 : 0;
  }
  EXPECT_GT(apart, range.count / 4);
}

/// Everything is equally close: more pairs of boxes are open than are kept in order.
TEST(Nearest, ParallelSheets) {
  constexpr std::int32_t kSize = 150;
  Soup soup;
  for (std::int32_t i = 0; i <= kSize; ++i) {
    for (std::int32_t j = 0; j <= kSize; ++j)
      soup.add({static_cast<double>(i), static_cast<double>(j), 0});
  }
  for (std::int32_t i = 0; i < kSize; ++i) {
    for (std::int32_t j = 0; j < kSize; ++j) {
      const std::int32_t p = i * (kSize + 1) + j, q = p + kSize + 1;
      soup.triangles.push_back({p, q, q + 1});
      soup.triangles.push_back({p, q + 1, p + 1});
    }
  }
  const Body3 sheet{{surface_of(soup)}};
  for (const double height : {1.0, 0.01, 3.0}) {
    for (const double turn : {0.0, 0.3}) {
      const Pose3 pose = Pose3::from_wxyz({1, 0, 0, turn}, {0.25, 0.5, height}).value();
      const Interval found = distance(sheet, {sheet, pose}).distance;
      EXPECT_LE(found.lower, height);
      EXPECT_GE(found.upper, height);
      EXPECT_LE(found.upper - found.lower, 1e-11);
    }
  }
}

}  // namespace
}  // namespace sunder::test
