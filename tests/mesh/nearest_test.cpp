// SPDX-License-Identifier: Apache-2.0
//
// Distances of meshes against all pairs of their triangles, which are convex bodies, and of sheets that are equally far
// apart everywhere.
#include <algorithm>
#include <array>
#include <cmath>
#include <gtest/gtest.h>
#include <limits>
#include <vector>

#include "mesh/soup.hpp"
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

TEST(Nearest, AllPairsOfTriangles) {
  Random random(5);
  int apart = 0;
  for (int round = 0; round < suite::cases(400); ++round) {
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
  EXPECT_GT(apart, suite::cases(400) / 4);
}

/// Everything is equally close: more pairs of boxes are open than a heap keeps.
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
