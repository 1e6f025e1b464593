// SPDX-License-Identifier: Apache-2.0
//
// A pair with kept outlines gives the answers of intersects() for any translation, by the same
// steps as the algorithm that keeps nothing.
#include "sunder/translated.hpp"

#include <cmath>
#include <gtest/gtest.h>

#include "suite/random.hpp"
#include "sunder/sunder.hpp"

namespace sunder::suite {
namespace {

/// Integers: contact is frequent.
Polytope3 lattice_hull(Random& random, int count) {
  std::vector<Vector3> points;
  for (int i = 0; i < count; ++i) {
    Vector3& point = points.emplace_back();
    for (double& entry : point) entry = random.in(-2, 2);
  }
  return Polytope3::from_points(points).value();
}

Polytope3 ball(Random& random, int count) {
  std::vector<Vector3> points;
  while (static_cast<int>(points.size()) < count) {
    Vector3 x{};
    double squared = 0;
    for (double& entry : x) {
      entry = 2 * random.unit() - 1;
      squared += entry * entry;
    }
    if (squared > 1 || squared < 0.01) continue;
    for (double& entry : x) entry *= 2 / std::sqrt(squared);
    points.push_back(x);
  }
  return Polytope3::from_points(points).value();
}

Vector3 whole_offset(Random& random) {
  Vector3 t{};
  for (double& entry : t) entry = random.in(-4, 4);
  return t;
}

std::array<double, 4> any_turn(Random& random) {
  std::array<double, 4> q{1, 0, 0, 0};
  // Without a rotation, and with some others, corners stay on the lattice.
  if (random.chance(1, 2)) return q;
  for (double& entry : q) entry = random.in(-1, 1);
  if (q == std::array<double, 4>{}) q[0] = 1;
  return q;
}

void expect_same_steps(const Trace& kept, const Trace& anew) {
  ASSERT_EQ(kept.size(), anew.size());
  for (std::size_t i = 0; i < kept.size(); ++i) {
    EXPECT_EQ(kept[i].direction, anew[i].direction);
    EXPECT_EQ(kept[i].value, anew[i].value);
    EXPECT_EQ(kept[i].outline_a, anew[i].outline_a);
    EXPECT_EQ(kept[i].outline_b, anew[i].outline_b);
  }
}

TEST(TranslatedPair, AnswersAsTheAlgorithmThatKeepsNothing) {
  Random random(61);
  int counts[3] = {};
  for (int i = 0; i < 100; ++i) {
    // One or two points, flat sets and solids.
    const int count_a = random.in(1, 9);
    const Polytope3 a = lattice_hull(random, count_a);
    const int count_b = random.in(1, 9);
    const Polytope3 b = i % 3 == 0 ? ball(random, 20) : lattice_hull(random, count_b);
    const std::array<double, 4> turn_a = any_turn(random);
    const std::array<double, 4> turn_b = any_turn(random);
    TranslatedPair3 pair(a, b);
    for (int step = 0; step < 25; ++step) {
      const Vector3 to_a = whole_offset(random);
      const Vector3 to_b = whole_offset(random);
      const Pose3 pose_a = Pose3::from_wxyz(turn_a, to_a).value();
      const Pose3 pose_b = Pose3::from_wxyz(turn_b, to_b).value();
      Search3 options;
      options.max_faces = step % 3 == 0 ? 5 : 0;
      Trace kept_trace;
      options.trace = &kept_trace;
      const Decision kept = pair.intersects(pose_a, pose_b, options);
      Trace anew_trace;
      options.trace = &anew_trace;
      options.algorithm = Algorithm::edge_projection;
      const Decision anew = intersects(Posed3{a, pose_a}, Posed3{b, pose_b}, options);
      const Verdict truth = intersects(Posed3{a, pose_a}, Posed3{b, pose_b}).verdict;
      EXPECT_EQ(kept.verdict, truth) << i << ", step " << step;
      EXPECT_EQ(kept.verdict, anew.verdict);
      EXPECT_EQ(kept.stage, anew.stage);
      EXPECT_EQ(kept.decided_by, anew.decided_by);
      EXPECT_TRUE(kept.proven);
      expect_same_steps(kept_trace, anew_trace);
      ++counts[static_cast<int>(truth)];
    }
  }
  for (const int count : counts) EXPECT_GT(count, 20);
}

TEST(TranslatedPair, ProjectsNoEdgeTwiceUntilABodyTurns) {
  const Polytope3 box = Polytope3::box({4, 4, 1});
  TranslatedPair3 pair(box, box);
  const Pose3 here = Pose3::identity();
  const Pose3 there = Pose3::translation({3.75, 0, 2.5}).value();
  EXPECT_EQ(pair.projections(), 0);
  EXPECT_EQ(pair.intersects(here, there).verdict, Verdict::separated);
  // The plates of the algorithm's own example: one projection, along y.
  EXPECT_EQ(pair.projections(), 1);
  const Pose3 beside = Pose3::translation({3.5, 0.25, 2.25}).value();
  EXPECT_EQ(pair.intersects(here, beside).verdict, Verdict::separated);
  EXPECT_EQ(pair.projections(), 1);
  const Pose3 touching = Pose3::translation({3.75, 0.25, 2}).value();
  EXPECT_EQ(pair.intersects(here, touching).verdict, Verdict::touching);
  const std::int64_t before = pair.projections();
  const Pose3 turned = Pose3::from_wxyz({1, 0, 0, 1}, {3.75, 0, 2.5}).value();
  EXPECT_EQ(pair.intersects(here, turned).verdict, Verdict::separated);
  EXPECT_EQ(pair.projections(), before + 1);
}

TEST(TranslatedPair, TriesTheHintFirstAndWritesIt) {
  const Polytope3 box = Polytope3::box({4, 4, 1});
  TranslatedPair3 pair(box, box);
  const Pose3 there = Pose3::translation({3.75, 0, 2.5}).value();
  Hint3 hint;
  Counters counters;
  Search3 options;
  options.hint = &hint;
  options.counters = &counters;
  EXPECT_EQ(pair.intersects(Pose3::identity(), there, options).verdict, Verdict::separated);
  EXPECT_EQ(hint.verdict, Verdict::separated);
  EXPECT_EQ(hint.direction, (Vector3{0, 0, 0.5}));
  Trace trace;
  options.trace = &trace;
  EXPECT_EQ(pair.intersects(Pose3::identity(), there, options).verdict, Verdict::separated);
  EXPECT_EQ(trace.size(), 1u);
  EXPECT_EQ(counters.by_algorithm[static_cast<std::size_t>(Algorithm::edge_projection)], 2u);
}

TEST(TranslatedPair, BodiesThatAreEmptyFarOrMovedFromAnotherPair) {
  const Polytope3 box = Polytope3::box({1, 1, 1});
  TranslatedPair3 empty(Polytope3(), box);
  EXPECT_EQ(empty.intersects(Pose3::identity(), Pose3::identity()).verdict, Verdict::separated);
  TranslatedPair3 pair(box, box);
  for (const double far : {0x1p80, 0x1p300, 0x1p1000}) {
    const Pose3 there = Pose3::translation({far, far, -far}).value();
    EXPECT_EQ(pair.intersects(Pose3::identity(), there).verdict, Verdict::separated);
    EXPECT_EQ(pair.intersects(there, there).verdict, Verdict::overlapping);
  }
  TranslatedPair3 moved = std::move(pair);
  EXPECT_EQ(moved.intersects(Pose3::identity(), Pose3::identity()).verdict, Verdict::overlapping);
}

}  // namespace
}  // namespace sunder::suite
