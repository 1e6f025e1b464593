// SPDX-License-Identifier: Apache-2.0
//
// The bounds of a moving body against their derivation, written out again. A smaller bound would
// not be proven, and a larger one would widen intervals. The cost of a path of known speed is
// tested too.
#include <cmath>
#include <gtest/gtest.h>
#include <limits>

#include "machine/strict_arithmetic.hpp"
#include "query/cast/end_gap.hpp"
#include "query/cast/limits.hpp"
#include "query/cast/moving_body.hpp"
#include "query/cast/sine_cosine.hpp"
#include "suite/random.hpp"
#include "sunder/cast.hpp"
#include "sunder/polytope.hpp"

namespace sunder::detail {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

MovingBody<2> moving(const Polytope2& polytope, const Motion2& motion,
                     const Vector2& translation = {}, const Vector2& origin = {}) {
  return {make_body(Posed2{polytope, Pose2::identity()}), motion, origin, translation};
}
MovingBody<3> moving(const Polytope3& polytope, const Motion3& motion,
                     const Vector3& translation = {}) {
  return {make_body(Posed3{polytope, Pose3::identity()}), motion, {}, translation};
}

/// The bound for a point of a body with the pose identity. Sine and cosine are off by `turn`. It
/// counts D products and sums of both the rotation and the pose, and four roundings on the path.
/// Differences of two points count twice.
double derived(int dimension, double turn, double size, double path) {
  return 2 * (turn * size + (dimension + 4) * kUnit * size + 4 * kUnit * path + 0x1p-600);
}
void expect_just_above(double bound, double least) {
  EXPECT_GE(bound, least);
  EXPECT_LE(bound, least * (1 + 0x1p-28));
}

TEST(MovingBodyBounds, HaveEachRoundingOnce) {
  const Polytope2 oblong = Polytope2::box({1, 2});
  const Polytope3 brick = Polytope3::box({1, 2, 3});
  const Motion2 turn2 = Motion2::rigid({0, 0}, {0, 0}, 1).value();
  const Motion3 turn3 = Motion3::rigid({0, 0, 0}, {0, 0, 0}, {0, 0, 1}, 1).value();
  expect_just_above(moving(oblong, turn2).error(), derived(2, kSineError, 3, 0));
  expect_just_above(moving(brick, turn3).error(), derived(3, 0x1p-47, 6, 0));
  expect_just_above(moving(oblong, Motion2()).error(), derived(2, 0, 3, 0));
  expect_just_above(moving(oblong, Motion2(), {1e6, -1e6}).error(), derived(2, 0, 3, 2e6));
  expect_just_above(moving(brick, turn3, {0, 0, 1e6}).error(), derived(3, 0x1p-47, 6, 1e6));
  const Polytope2 origin = Polytope2::from_points({{0, 0}}).value();
  expect_just_above(moving(origin, Motion2()).error(), derived(2, 0, 0, 0));
  // A body away from its centre of rotation is as large as its arm is long.
  const Motion2 about = Motion2::rigid({0, 0}, {100, 0}, 1).value();
  expect_just_above(moving(oblong, about).error(), derived(2, kSineError, 103, 100));
}

TEST(MovingBodyBounds, AreNoneBeyondTheirRange) {
  const Polytope2 origin = Polytope2::from_points({{0, 0}}).value();
  // It is as large as its arm is long, and not far from the origin of the frame.
  const auto with_arm = [&](double length) {
    const Motion2 about = Motion2::rigid({0, 0}, {length, 0}, 1).value();
    return moving(origin, about, {}, {length, 0}).error();
  };
  EXPECT_EQ(with_arm(0x1p300), kInfinity);
  EXPECT_LT(with_arm(0x1.8p299), kInfinity);
  EXPECT_EQ(moving(Polytope2::box({1, 1}), Motion2(), {0x1p300, 0}).error(), kInfinity);
  EXPECT_LT(moving(Polytope2::box({1, 1}), Motion2(), {0x1p299, 0}).error(), kInfinity);
  const Motion2 beyond = Motion2::rigid({0, 0}, {0, 0}, 0x1p60).value();
  EXPECT_EQ(moving(Polytope2::box({1, 1}), beyond).error(), kInfinity);
}

TEST(MovingBodyBounds, TheRadiusIsThatAboutTheAxis) {
  const Motion3 turn = Motion3::rigid({0, 0, 0}, {0, 0, 0}, {0, 0, 2}, 1).value();
  EXPECT_NEAR(moving(Polytope3::box({1, 1, 7}), turn).radius(), std::sqrt(2), 1e-8);
  const Polytope3 axis = Polytope3::from_points({{0, 0, 5}, {0, 0, -3}}).value();
  const MovingBody<3> on_axis = moving(axis, turn, {1e6, 0, 0});
  EXPECT_EQ(on_axis.radius(), 2 * on_axis.error());
}

// The nearer limit: the distance by the rate, or the reach at any angle.
TEST(MovingBodyBounds, AnExtremeStaysWithinItsRateAndItsCircle) {
  const Polytope3 point = Polytope3::from_points({{1, 0, 4}}).value();
  const Motion3 turn = Motion3::rigid({0, 0, 0}, {0, 0, 0}, {0, 0, 1}, 100).value();
  const MovingBody<3> body = moving(point, turn);
  const Vector3 x{1, 0, 0};
  const double slack = 1e-7;
  EXPECT_NEAR(body.extreme_within(1, 0, x, 1e-3, -1), 1 - 0.1, slack);
  EXPECT_NEAR(body.extreme_within(1, 0, x, 1, -1), -1, slack);
  EXPECT_NEAR(body.extreme_within(0.5, 0, x, 1e-3, 1), 0.5 + 0.1, slack);
  EXPECT_NEAR(body.extreme_within(0.5, 0, x, 1, 1), 1, slack);
  const Vector3 z{0, 0, 1};
  EXPECT_NEAR(body.extreme_within(4, 0, z, 1, 1), 4, slack);
  EXPECT_NEAR(body.extreme_within(4, 0, z, 1, -1), 4, slack);
}

/// D products, sums and roundings of the velocity, the sum with the gap, and 2^-600.
TEST(EndGapBounds, HaveEachRoundingOnce) {
  DirectionalGap gap;
  gap.value = 3;
  gap.error = 0;
  const EndGap far = gap_at_end<2>(gap, {0.5, -1}, {8, 4});
  ASSERT_TRUE(far.usable);
  EXPECT_EQ(far.value, 3);
  expect_just_above(far.error, 6 * kUnit * (8 + 3) * (1 + 4 * kUnit));
  gap.value = 0;
  expect_just_above(gap_at_end<3>(gap, {1, 0, 0}, {0, 1, 0}).error, 0x1p-600);
  EXPECT_FALSE((gap_at_end<2>(gap, {1, 0}, {0x1p400, 0}).usable));
}

TEST(CastLimits, AreWhatTheHeaderSays) {
  EXPECT_EQ(tolerance_of({}), 1e-9);
  EXPECT_EQ(tolerance_of({0x1p-48, 0}), 0x1p-48);
  EXPECT_EQ(tolerance_of({0x1.8p-48, 0}), 0x1.8p-48);
  EXPECT_EQ(tolerance_of({1e-300, 0}), 0x1p-48);
  EXPECT_EQ(tolerance_of({std::numeric_limits<double>::quiet_NaN(), 0}), 0x1p-48);
  EXPECT_EQ(most_steps({}), 1 << 20);
  EXPECT_EQ(most_steps({1e-9, std::numeric_limits<int>::max()}), 1 << 20);
  EXPECT_EQ(most_steps({1e-9, 7}), 7);
}

// Both squares rotate about a centre so far away that each of their poses is known to 2e-7 only.
// One slides along the other, a tenth of a millionth too low.
TEST(CastTurningErrors, AnOverlapThatRoundingHidesIsLeftOpen) {
  const Polytope2 square = Polytope2::box({1, 1});
  const Motion2 slides = Motion2::rigid({0, 0}, {0, -1e8}, 6e-8).value();
  const Motion2 stays = Motion2::rigid({0, 0}, {0, -1e8}, 1e-30).value();
  const auto above = [&](double height) {
    const Pose2 pose = Pose2::translation({-4, height}).value();
    return cast({square}, slides, {square, pose}, stays, {1e-6, 1000}).verdict;
  };
  EXPECT_EQ(above(2 + 1e-3), CastVerdict::free);
  EXPECT_EQ(above(2 - 1e-7), CastVerdict::unresolved);
  EXPECT_EQ(above(2 - 1e-3), CastVerdict::hit);
  // The two errors add up, whichever is larger.
  const Motion2 nearer = Motion2::rigid({0, 0}, {0, -1e7}, 1e-30).value();
  const Motion2 farther = Motion2::rigid({0, 0}, {0, -1e8}, 6e-8).value();
  for (const double depth : {1e-4, 1e-7, 1e-8, 1e-9}) {
    const Pose2 low = Pose2::translation({-4, 2 - depth}).value();
    const auto expected = depth > 1e-6 ? CastVerdict::hit : CastVerdict::unresolved;
    EXPECT_EQ(cast({square}, farther, {square, low}, nearer, {1e-6, 1000}).verdict, expected);
    EXPECT_EQ(cast({square, low}, nearer, {square}, farther, {1e-6, 1000}).verdict, expected);
  }
}

// The overlap hidden by rounding, 6 units of length a unit of time, is passed within the last of
// the five widths.
TEST(CastTurningErrors, FiveWidthsAreTriedEachEightTimesTheOneBefore) {
  const Polytope2 square = Polytope2::box({1, 1});
  const Motion2 slides = Motion2::rigid({0, 0}, {0, -1e8}, 6e-8).value();
  const Motion2 stays = Motion2::rigid({0, 0}, {0, -1e8}, 1e-30).value();
  const Pose2 pose = Pose2::translation({-4, 0.5}).value();
  const double error =
      moving(square, slides, {}, {0, -1e8}).error() + moving(square, stays, {}, {0, -1e8}).error();
  const auto tried = [&](double way) {
    const double tolerance = way * error / (0.9 * 6 * 4096);
    return cast({square}, slides, {square, pose}, stays, {tolerance, 1000});
  };
  // At the end the bodies are up to twice the errors apart. A proven hit needs an overlap of that
  // depth.
  EXPECT_EQ(tried(4).verdict, CastVerdict::unresolved);
  EXPECT_EQ(tried(6).verdict, CastVerdict::hit);
}

// The cost of a rotation: the search for each step ends near the largest step that its bound
// allows.
TEST(CastTurningCost, StepsAreAboutAsLongAsTheirBound) {
  suite::Random random(4711);
  const Polytope3 brick = Polytope3::box({0.25, 0.5, 1.5});
  int steps = 0;
  int met = 0;
  for (int i = 0; i < 200; ++i) {
    const auto entry = [&] { return random.in(-100, 100) / 50.0; };
    // In separate statements: compilers differ in the order of evaluation of arguments.
    const Vector3 way{entry(), entry(), entry()};
    const Vector3 axis{entry(), entry(), 1};
    const double angle = 2 * entry();
    const Vector3 other_way{entry(), 0, 0};
    const Vector3 other_axis{1, entry(), entry()};
    const double other_angle = entry();
    const Vector3 place{2 * entry(), 2 * entry(), 2 * entry()};
    const Motion3 turn = Motion3::rigid(way, {0, 0, 0}, axis, angle).value();
    const Motion3 other = Motion3::rigid(other_way, {0, 0, 0}, other_axis, other_angle).value();
    const Pose3 pose = Pose3::translation(place).value();
    const Cast3 found = cast({brick}, turn, {brick, pose}, other, {1e-6, 0});
    steps += found.steps;
    met += found.verdict == CastVerdict::hit;
  }
  EXPECT_EQ(met, 25);
  EXPECT_LE(steps, 1085);  // 1070 here; other instruction sets may need a few more
}

// ---- paths -------------------------------------------------------------------------------------

Path<3> along_x(double from, double velocity, double bound) {
  return {[=](double t) { return Pose3::translation({from + velocity * t, 0, 0}).value(); }, bound};
}
Path<3> still() { return along_x(0, 0, 0); }

// If the bound is the speed itself, the first step covers the whole path, and the second detects
// that.
TEST(CastPathCost, TakesNoMoreStepsThanItsBoundMakesItTake) {
  const Polytope3 cube = Polytope3::box({1, 1, 1});
  const Cast3 hit = cast(cube, still(), cube, along_x(8, -8, 8), {1e-9, 0});
  ASSERT_EQ(hit.verdict, CastVerdict::hit);
  EXPECT_LE(hit.time.lower, 0.75);
  EXPECT_GE(hit.time.upper, 0.75);
  EXPECT_LE(hit.steps, 4);
  EXPECT_GE(hit.steps, 3);
  // Far away throughout: the start, most of the path by the bound, and the rest; no search for a
  // hit is needed.
  const Cast3 free = cast(cube, still(), cube, along_x(12, 0, 16), {1e-9, 0});
  EXPECT_EQ(free.verdict, CastVerdict::free);
  EXPECT_EQ(free.steps, 3);
}

// A bound that is far too large makes steps short. One sample in half a tolerance suffices; no step
// goes beyond a hit that a sample finds.
TEST(CastPathCost, LooksAheadNowAndThen) {
  const Polytope3 cube = Polytope3::box({1, 1, 1});
  const auto found = [&](double bound) {
    return cast(cube, still(), cube, along_x(3, -1.5, bound), {1e-3, 0});
  };
  // A step covers a hundredth of the rest. It takes ln(1 / 0.00135) * 100 of them until a sample
  // finds the hit, and ln(1 / 0.00015) * 100 until nothing moves.
  const Cast3 hit = found(150);
  EXPECT_EQ(hit.verdict, CastVerdict::hit);
  EXPECT_LE(hit.time.lower, 1 / 1.5);
  EXPECT_GE(hit.time.upper, 1 / 1.5);
  EXPECT_GE(hit.steps, 660);
  EXPECT_LE(hit.steps, 850);
  // A ten-thousandth: ln(1 / 0.0147) * 10000 until nothing moves, and about 1,300 samples.
  EXPECT_LE(found(1.5e4).steps, 46'000);
}

TEST(CastPathCost, AGrazeLateOnIsLeftOpenWhereItIs) {
  const Polytope3 cube = Polytope3::box({1, 1, 1});
  const Path<3> graze{[](double t) {
                        return Pose3::translation({2 + 4 * (t - 0.75) * (t - 0.75), 0, 0}).value();
                      },
                      6};
  const Cast3 open = cast(cube, still(), cube, graze, {1e-6, 0});
  EXPECT_NE(open.verdict, CastVerdict::free);
  EXPECT_LE(open.time.lower, 0.75);
  EXPECT_GE(open.time.upper, open.time.lower);
  EXPECT_LE(open.time.upper - open.time.lower, 1e-6);
}

}  // namespace
}  // namespace sunder::detail
