// SPDX-License-Identifier: Apache-2.0
//
// On random pairs the cheap stages must decide: exact ones cost microseconds.
#include <cmath>
#include <gtest/gtest.h>

#include "suite/random.hpp"
#include "sunder/sunder.hpp"

namespace sunder::suite {
namespace {

std::uint64_t decided_by(const Counters& counters, Stage stage) {
  return counters.by_stage[static_cast<std::size_t>(stage)];
}

Vector3 random_point(Random& random, double reach) {
  Vector3 x{};
  for (double& entry : x) entry = reach * (2 * random.unit() - 1);
  return x;
}

Polytope3 random_hull(Random& random) {
  std::vector<Vector3> points;
  for (int i = random.in(4, 40); i > 0; --i) points.push_back(random_point(random, 1));
  return Polytope3::from_points(points).value();
}

Pose3 random_pose(Random& random) {
  const std::array<double, 4> q{random.unit() + 0.01, random.unit() - 0.5, random.unit() - 0.5,
                                random.unit() - 0.5};
  return Pose3::from_wxyz(q, random_point(random, 1.5)).value();
}

void expect_cheap(const Counters& counters, std::uint64_t asked, const char* what) {
  const std::uint64_t cheap =
      decided_by(counters, Stage::bounds) + decided_by(counters, Stage::filter);
  EXPECT_GE(cheap * 1000, asked * 999)
      << what << ": " << asked - cheap << " of " << asked << " needed more than bounds and filter";
  std::uint64_t all = 0;
  for (const std::uint64_t count : counters.by_stage) all += count;
  EXPECT_EQ(all, asked) << what;
  EXPECT_EQ(decided_by(counters, Stage::none), 0u) << what;
}

TEST(StageCounters, RandomHulls) {
  Random random(5);
  std::vector<Polytope3> hulls;
  for (int i = 0; i < 50; ++i) hulls.push_back(random_hull(random));
  Counters counters;
  int meeting = 0;
  constexpr int kAsked = 10000;
  for (int i = 0; i < kAsked; ++i) {
    const Polytope3& a = random.pick(hulls);
    const Polytope3& b = random.pick(hulls);
    const Pose3 pose_a = random_pose(random);
    const Pose3 pose_b = random_pose(random);
    if (intersects(Posed3{a, pose_a}, Posed3{b, pose_b}, {.counters = &counters})) ++meeting;
  }
  expect_cheap(counters, kAsked, "hulls");
  EXPECT_GT(meeting, kAsked / 5);
  EXPECT_LT(meeting, kAsked * 4 / 5);
}

TEST(StageCounters, RandomBoxes) {
  Random random(6);
  Counters counters;
  constexpr int kAsked = 10000;
  for (int i = 0; i < kAsked; ++i) {
    const auto half = [&] { return 0.2 + random.unit(); };
    const double ax = half(), ay = half(), az = half(), bx = half(), by = half(), bz = half();
    const Polytope3 a = Polytope3::box({ax, ay, az});
    const Polytope3 b = Polytope3::box({bx, by, bz});
    const Pose3 pose_a = random_pose(random);
    const Pose3 pose_b = random_pose(random);
    intersects(Posed3{a, pose_a}, Posed3{b, pose_b}, {.counters = &counters});
  }
  expect_cheap(counters, kAsked, "boxes");
}

TEST(StageCounters, RandomPolygons) {
  Random random(7);
  Counters counters;
  constexpr int kAsked = 10000;
  for (int i = 0; i < kAsked; ++i) {
    const auto polygon = [&] {
      std::vector<Vector2> points;
      for (int k = random.in(3, 12); k > 0; --k) {
        const double x = random.unit();
        points.push_back({x, random.unit()});
      }
      return Polytope2::from_points(points).value();
    };
    const Polytope2 a = polygon();
    const Polytope2 b = polygon();
    const double x = 2 * random.unit() - 1;
    const Pose2 pose = Pose2::translation({x, 2 * random.unit() - 1}).value();
    intersects(Posed2{a}, Posed2{b, pose}, {.counters = &counters});
  }
  expect_cheap(counters, kAsked, "polygons");
}

}  // namespace
}  // namespace sunder::suite
