// SPDX-License-Identifier: Apache-2.0
//
// A host that rounds in another mode, or flushes subnormals, before a call, between two, or in one
// thread and not in the next. Every interval still contains the truth, and every verdict is equal.
#include <bit>
#include <gtest/gtest.h>
#include <limits>
#include <thread>
#include <utility>
#include <vector>

#include "geometry/float_environment.hpp"
#include "suite/random.hpp"
#include "sunder/sunder.hpp"

namespace sunder::test {
namespace {

using suite::Random;

constexpr Margin kMargin{.distance = 0.25};

/// A pair, and its narrowest answers in the default environment.
struct Asked {
  Polytope3 hull_a, hull_b;
  Pose3 pose_a = Pose3::identity(), pose_b = Pose3::identity();
  Motion3 motion;
  Distance3 distance;
  Penetration3 penetration;
  Cast3 cast;
  Verdict margin = Verdict::overlapping;

  Posed3 a() const { return {hull_a, pose_a}; }
  Posed3 b() const { return {hull_b, pose_b}; }
};

/// Sizes down to 2^-1060, where all computed values of a body are subnormal.
Polytope3 random_hull(Random& random, double size) {
  if (random.chance(1, 4)) return Polytope3::box({size, size * 0.75, size * 0.625});
  std::vector<Vector3> points(static_cast<std::size_t>(random.in(4, 24)));
  for (Vector3& point : points) {
    for (double& entry : point) entry = size * (2 * random.unit() - 1);
  }
  return Polytope3::from_points(points).value();
}

Pose3 random_pose(Random& random, double reach) {
  std::array<double, 4> wxyz{};
  for (double& entry : wxyz) entry = 2 * random.unit() - 1;
  Vector3 offset{};
  for (double& entry : offset) entry = reach * random.unit();
  return Pose3::from_wxyz(wxyz, offset).value();
}

std::vector<Asked> asked_pairs(int count) {
  Random random(61);
  std::vector<Asked> all(static_cast<std::size_t>(count));
  int number = 0;
  for (Asked& pair : all) {
    const double size = number++ % 5 == 4 ? 0x1p-1060 : 1;
    pair.hull_a = random_hull(random, size);
    pair.hull_b = random_hull(random, size);
    pair.pose_a = random_pose(random, 2 * size);
    pair.pose_b = random_pose(random, 2 * size);
    pair.motion = Motion3::linear({size, -2 * size, size / 3}).value();
    MeasureOptions3 narrow;
    narrow.width = 1e-14;
    pair.distance = distance(pair.a(), pair.b(), narrow);
    pair.penetration = penetration(pair.a(), pair.b(), narrow);
    pair.cast = cast(pair.a(), Motion3(), pair.b(), pair.motion);
    pair.margin = compare_to_margin(pair.a(), pair.b(), kMargin).value().verdict;
  }
  return all;
}

bool share_a_number(const Interval& found, const Interval& truth) {
  return found.lower <= truth.upper && truth.lower <= found.upper;
}

/// The answers about one pair in this mode of the host; they are compared later, in the default
/// mode.
struct Told {
  Distance3 distance;
  Penetration3 penetration;
  Contact3 contact;
  Cast3 cast;
  Verdict margin = Verdict::overlapping;
  Verdict batch = Verdict::undecided;
  Interval batch_distance;
};

Told ask_in(const FloatMode& mode, const Asked& pair) {
  const FloatEnvironment environment(mode);
  Told told;
  told.distance = distance(pair.a(), pair.b());
  told.penetration = penetration(pair.a(), pair.b());
  told.contact = contact(pair.a(), pair.b());
  told.cast = cast(pair.a(), Motion3(), pair.b(), pair.motion);
  told.margin = compare_to_margin(pair.a(), pair.b(), kMargin).value().verdict;
  const std::array<Polytope3, 2> hulls{pair.hull_a, pair.hull_b};
  const std::array<Pose3, 2> poses{pair.pose_a, pair.pose_b};
  const std::array<std::int32_t, 1> first{0}, second{1};
  PairBatch<3> batch;
  batch.bodies = std::span<const Polytope3>(hulls);
  batch.poses = Column<Pose3>(std::span<const Pose3>(poses));
  batch.body_a = batch.pose_a = std::span<const std::int32_t>(first);
  batch.body_b = batch.pose_b = std::span<const std::int32_t>(second);
  batch.count = 1;
  BatchOutput<3> output;
  output.verdicts = {&told.batch, 1};
  output.distances = {&told.batch_distance, 1};
  static_cast<void>(distances(batch, output));
  return told;
}

/// In the default environment: certificates are exact, and the rest is compared with the narrow
/// answers.
int failures_of(const Asked& pair, const Told& told) {
  int failures = 0;
  const auto expect = [&failures](bool holds) { failures += holds ? 0 : 1; };
  expect(told.distance.verdict == pair.distance.verdict);
  expect(told.batch == pair.distance.verdict);
  expect(told.margin == pair.margin);
  expect(bool(verify(pair.a(), pair.b(), certify(pair.a(), pair.b(), told.distance))));
  expect(bool(verify(pair.a(), pair.b(), certify(pair.a(), pair.b(), told.penetration))));
  expect(share_a_number(told.distance.distance, pair.distance.distance));
  expect(share_a_number(told.penetration.depth, pair.penetration.depth));
  expect(told.contact.depth.lower <= pair.penetration.depth.upper &&
         pair.penetration.depth.lower <= told.contact.depth.upper);
  expect(told.cast.verdict == pair.cast.verdict && share_a_number(told.cast.time, pair.cast.time));
  expect(share_a_number(told.batch_distance, pair.distance.distance));
  return failures;
}

TEST(Host, AModeThatChangesBetweenCallsChangesNoTruth) {
  int number = 0;
  for (const Asked& pair : asked_pairs(30)) {
    for (const FloatMode& mode : float_modes()) {
      EXPECT_EQ(failures_of(pair, ask_in(mode, pair)), 0) << mode.name << ", pair " << number;
    }
    ++number;
  }
}

// Bodies as thin as the smallest double overlap by it: subtracted from 0, it would be flushed to 0.
TEST(Host, ADepthOfTheSmallestDoubleKeepsItsSign) {
  constexpr double kLeast = std::numeric_limits<double>::denorm_min();
  const Polytope3 thin =
      Polytope3::from_points({{0, 0, 0}, {4, 0, 0}, {0, 4, 0}, {1, 1, 2 * kLeast}}).value();
  const Pose3 above = Pose3::translation({0, 0, kLeast}).value();
  const Posed3 a{thin}, b{thin, above};
  for (const FloatMode& mode : float_modes()) {
    const auto [now, slope] =
        in_mode(mode, [&] { return std::pair(signed_distance(a, b), derivative(a, b)); });
    for (const SignedDistance3& told : {now, static_cast<const SignedDistance3&>(slope)}) {
      EXPECT_EQ(told.verdict, Verdict::overlapping) << mode.name;
      EXPECT_EQ(std::bit_cast<std::uint64_t>(told.distance.lower),
                std::bit_cast<std::uint64_t>(-kLeast))
          << mode.name;
    }
  }
}

TEST(Host, EachThreadMayHaveAModeOfItsOwn) {
  const std::vector<Asked> pairs = asked_pairs(20);
  const std::vector<FloatMode>& modes = float_modes();
  std::vector<std::vector<Told>> told(modes.size());
  std::vector<std::thread> threads;
  for (std::size_t i = 0; i < modes.size(); ++i) {
    threads.emplace_back([&, i] {
      for (const Asked& pair : pairs) told[i].push_back(ask_in(modes[i], pair));
    });
  }
  for (std::thread& thread : threads) thread.join();
  for (std::size_t i = 0; i < modes.size(); ++i) {
    for (std::size_t k = 0; k < pairs.size(); ++k) {
      EXPECT_EQ(failures_of(pairs[k], told[i][k]), 0) << modes[i].name << ", pair " << k;
    }
  }
}

}  // namespace
}  // namespace sunder::test
