// SPDX-License-Identifier: Apache-2.0
//
// Tests casts of bodies that rotate: times that trigonometry gives, and random motions against
// dense sampling of poses, which the test computes in long doubles.
#include <cmath>
#include <cstdlib>
#include <gtest/gtest.h>
#include <limits>
#include <numbers>
#include <string>

#include "geometry/float_environment.hpp"
#include "query/cast/sine_cosine.hpp"
#include "suite/placed.hpp"
#include "suite/random.hpp"
#include "sunder/cast.hpp"
#include "sunder/sunder.hpp"

namespace sunder::test {
namespace {

using std::numbers::pi;
using suite::Random;

Pose3 at(double x, double y, double z) { return Pose3::translation({x, y, z}).value(); }
Pose2 at(double x, double y) { return Pose2::translation({x, y}).value(); }

template <int D>
void expect_hit_at(const Cast<D>& answer, double time, double tolerance = 1e-9) {
  ASSERT_EQ(answer.verdict, CastVerdict::hit) << answer.time.lower << ' ' << answer.time.upper;
  EXPECT_LE(answer.time.lower, time + 1e-15);
  EXPECT_GE(answer.time.upper, time - 1e-15);
  EXPECT_LE(answer.time.upper - answer.time.lower, tolerance);
  EXPECT_EQ(answer.start, Verdict::separated);
}

// ---- sine and cosine ---------------------------------------------------------------------------

TEST(SineCosine, IsWithinItsBoundForAnglesOfAnySize) {
  Random random(80);
  for (int i = 0; i < 20000; ++i) {
    const int size = random.in(-40, 20);
    const double angle = std::ldexp(2 * random.unit() - 1, size);
    const double time = random.unit();
    detail::SineCosine found;
    ASSERT_TRUE(found.set(angle, time));
    // A product of 64 bits leaves 2^-44 of an angle of 2^20: that is the oracle's error, not the
    // library's.
    const long double product = static_cast<long double>(angle) * time;
    const double error = detail::kSineError + std::ldexp(std::fabs(angle), -63);
    EXPECT_LE(std::fabs(static_cast<double>(std::sin(product) - found.sine)), error);
    EXPECT_LE(std::fabs(static_cast<double>(std::cos(product) - found.cosine)), error);
  }
}

TEST(SineCosine, KnowsZeroAndItsLimits) {
  detail::SineCosine found;
  ASSERT_TRUE(found.set(0, 1));
  EXPECT_EQ(found.sine, 0);
  EXPECT_EQ(found.cosine, 1);
  ASSERT_TRUE(found.set(std::numeric_limits<double>::denorm_min(), 0.5));
  EXPECT_EQ(found.cosine, 1);
  ASSERT_TRUE(found.set(1e17, 1));
  EXPECT_NEAR(found.sine, -0.46453010483537269, 0x1p-52);  // from 60 decimals of pi
  EXPECT_FALSE(found.set(0x1p60, 1));
  EXPECT_FALSE(found.set(std::numeric_limits<double>::max(), 1));
}

// ---- known times -------------------------------------------------------------------------------

TEST(CastTurning, ABarTurnsIntoAWallInThePlane) {
  const auto bar = Polytope2::from_points({{0, 0}, {1, 0}}).value();
  const Polytope2 wall = Polytope2::box({2, 0.5});
  const Motion2 turn = Motion2::rigid({0, 0}, {0, 0}, pi / 2).value();
  const Cast2 hit = cast({bar}, turn, Placed{wall, at(0, 1)}, Motion2());
  expect_hit_at<2>(hit, (pi / 6) / (pi / 2));
  EXPECT_NEAR(hit.witness->normal[1], 1, 1e-9);
  ASSERT_TRUE(hit.witness.has_value());
  EXPECT_NEAR(hit.witness->point_a[0], std::cos(pi / 6), 1e-8);
  EXPECT_NEAR(hit.witness->point_a[1], 0.5, 1e-8);
  EXPECT_LE(hit.steps, 20);
  // In the other sense it never arrives.
  const Motion2 away = Motion2::rigid({0, 0}, {0, 0}, -pi / 2).value();
  EXPECT_EQ(cast({bar}, away, Placed{wall, at(0, 1)}, Motion2()).verdict, CastVerdict::free);
}

TEST(CastTurning, ABarTurnsIntoAWallInSpace) {
  const Polytope3 bar = Polytope3::box({1, 0.125, 0.125});
  const Polytope3 wall = Polytope3::box({4, 4, 0.5});
  // About the bar's own middle; the axis has length 5. The corner (1, 0, 1/8) reaches height 3/4.
  const double corner = std::hypot(1.0, 0.125);
  const double angle = std::asin(0.75 / corner) - std::atan2(0.125, 1.0);
  const Motion3 turn = Motion3::rigid({0, 0, 0}, {0, 0, 0}, {0, -5, 0}, 1).value();
  const Cast3 hit = cast({bar}, turn, Placed{wall, at(0, 0, 1.25)}, Motion3());
  expect_hit_at<3>(hit, angle);
  // The cast from the wall's view, which meets the bar from the other side.
  const Cast3 swapped = cast(Placed{wall, at(0, 0, 1.25)}, Motion3(), {bar}, turn);
  expect_hit_at<3>(swapped, angle);
  EXPECT_NEAR(swapped.witness->normal[2], -hit.witness->normal[2], 1e-12);
}

TEST(CastTurning, ASquareTurnsAboutItsCentre) {
  const Polytope2 square = Polytope2::box({1, 1});
  const Motion2 turn = Motion2::rigid({0, 0}, {0, 0}, pi / 4).value();
  const double angle = pi / 4 - std::acos(1.25 / std::sqrt(2.0));
  expect_hit_at<2>(cast({square}, turn, Placed{square, at(2.25, 0)}, Motion2()), angle / (pi / 4));
  // Out of reach of the corners, for any number of turns.
  const Motion2 many = Motion2::rigid({0, 0}, {0, 0}, 1e6).value();
  const Cast2 free = cast({square}, many, Placed{square, at(2.5, 0)}, Motion2());
  EXPECT_EQ(free.verdict, CastVerdict::free);
  EXPECT_LE(free.steps, 2);
}

TEST(CastTurning, LargeAnglesDoNotTunnel) {
  const auto bar = Polytope2::from_points({{0, 0}, {1, 0}}).value();
  const auto pin = Polytope2::box({0.001, 0.001});
  // A million radians: the bar sweeps over the pin within the first turn, at its upper left corner.
  const Motion2 spin = Motion2::rigid({0, 0}, {0, 0}, 1e6).value();
  const double angle = std::atan2(0.499, 0.001);
  const CastOptions options{1e-12, 0};
  expect_hit_at<2>(cast({bar}, spin, Placed{pin, at(0, 0.5)}, Motion2(), options), angle / 1e6,
                   1e-12);
}

TEST(CastTurning, TranslationAndTurnTogether) {
  // A disc of 64 corners rolls; a point of it is on the ground only if it does not slip.
  const Polytope3 box = Polytope3::box({1, 1, 1});
  const Motion3 screw = Motion3::rigid({4, 0, 0}, {-4, 0, 0}, {1, 0, 0}, 3).value();
  const Cast3 hit = cast(Placed{box, at(-4, 0, 0)}, screw, {box}, Motion3());
  expect_hit_at<3>(hit, 0.5);
  EXPECT_NEAR(hit.witness->normal[0], 1, 1e-12);
  // Both have the same motion: nothing happens.
  const Motion3 other = Motion3::rigid({4, 0, 0}, {0, 0, 0}, {1, 0, 0}, 3).value();
  EXPECT_EQ(cast(Placed{box, at(-4, 0, 0)}, screw, {box}, other).verdict, CastVerdict::free);
}

TEST(CastTurning, ContactAtTheStartIsExact) {
  const Polytope3 box = Polytope3::box({1, 1, 1});
  const Motion3 turn = Motion3::rigid({5, 0, 0}, {0, 0, 0}, {0, 0, 1}, 3).value();
  const Cast3 hit = cast({box}, Motion3(), Placed{box, at(2, 0, 0)}, turn);
  EXPECT_EQ(hit.verdict, CastVerdict::hit);
  EXPECT_EQ(hit.start, Verdict::touching);
  EXPECT_EQ(hit.time.lower, 0);
  EXPECT_EQ(hit.time.upper, 0);
}

TEST(CastTurning, AGrazeIsLeftOpenInANarrowInterval) {
  // The corner reaches the wall exactly, at 45 degrees, and moves away again.
  const Polytope2 square = Polytope2::box({1, 1});
  const Polytope2 wall = Polytope2::box({1, 4});
  const Motion2 turn = Motion2::rigid({0, 0}, {0, 0}, pi / 2).value();
  const Cast2 graze = cast({square}, turn, Placed{wall, at(1 + std::sqrt(2.0), 0)}, Motion2());
  ASSERT_NE(graze.verdict, CastVerdict::free);
  EXPECT_LE(graze.time.upper - graze.time.lower, 1e-9);
  EXPECT_NEAR(graze.time.lower, 0.5, 1e-6);
  // Slightly farther away it is free, and slightly nearer it is a hit.
  EXPECT_EQ(
      cast({square}, turn, Placed{wall, at(1 + std::sqrt(2.0) + 1e-12, 0)}, Motion2()).verdict,
      CastVerdict::free);
  EXPECT_EQ(
      cast({square}, turn, Placed{wall, at(1 + std::sqrt(2.0) - 1e-12, 0)}, Motion2()).verdict,
      CastVerdict::hit);
}

TEST(CastTurning, StepsAndTolerancesAreKept) {
  const Polytope3 box = Polytope3::box({1, 1, 1});
  const Motion3 turn = Motion3::rigid({-6, 0, 0}, {6, 0, 0}, {1, 2, 3}, 5).value();
  for (const double tolerance : {1e-3, 1e-6, 1e-9, 1e-12}) {
    const Cast3 hit = cast({box}, Motion3(), Placed{box, at(6, 0, 0)}, turn, {tolerance, 0});
    EXPECT_EQ(hit.verdict, CastVerdict::hit);
    EXPECT_LE(hit.time.upper - hit.time.lower, tolerance);
  }
  const Cast3 cut = cast({box}, Motion3(), Placed{box, at(6, 0, 0)}, turn, {1e-9, 2});
  EXPECT_EQ(cut.verdict, CastVerdict::unresolved);
  EXPECT_EQ(cut.time.upper, 1);
  EXPECT_LE(cut.steps, 2);
  // Invalid values mean the narrowest interval.
  for (const double tolerance : {-1.0, 0.0, std::nan("")}) {
    const Cast3 hit = cast({box}, Motion3(), Placed{box, at(6, 0, 0)}, turn, {tolerance, 0});
    EXPECT_EQ(hit.verdict, CastVerdict::hit);
    EXPECT_LE(hit.time.upper - hit.time.lower, 1e-10);
  }
}

TEST(CastTurning, NumbersBeyondTheBoundsAreLeftOpen) {
  const Polytope3 box = Polytope3::box({1, 1, 1});
  const double huge = std::numeric_limits<double>::max();
  const Motion3 turn = Motion3::rigid({huge, 0, 0}, {-huge, 0, 0}, {huge, huge, 0}, huge).value();
  const Cast3 open = cast({box}, Motion3(), Placed{box, at(6, 0, 0)}, turn);
  EXPECT_EQ(open.verdict, CastVerdict::unresolved);
  EXPECT_EQ(open.time.lower, 0);
  // One of them suffices.
  const Motion3 spin = Motion3::rigid({0, 0, 0}, {0, 0, 0}, {0, 0, 1}, 0x1p60).value();
  for (const auto& [of_a, of_b] : {std::pair{Motion3(), spin}, {spin, Motion3()}}) {
    const Cast3 fast = cast({box}, of_a, Placed{box, at(6, 0, 0)}, of_b);
    EXPECT_EQ(fast.verdict, CastVerdict::unresolved);
    EXPECT_EQ(fast.time.lower, 0);
  }
}

TEST(CastTurning, EveryHostRoundingModeKeepsTheInterval) {
  const auto bar = Polytope2::from_points({{0, 0}, {1, 0}}).value();
  const Polytope2 wall = Polytope2::box({2, 0.5});
  const Motion2 turn = Motion2::rigid({0, 0}, {0, 0}, pi / 2).value();
  for (const FloatMode& mode : float_modes()) {
    SCOPED_TRACE(mode.name);
    expect_hit_at<2>(in_mode(mode,
                             [&] {
                               return cast({bar}, turn, Placed{wall, at(0, 1)}, Motion2());
                             }),
                     (pi / 6) / (pi / 2));
  }
}

// ---- random motions ----------------------------------------------------------------------------

/// The pose of a body after `time`, in long doubles; each entry is rounded once.
Pose3 sampled_pose(const Pose3& pose, const Motion3& motion, double time) {
  using Real = long double;
  std::array<Real, 3> n{};
  Real length = 0;
  for (const double entry : motion.axis()) length += Real{entry} * entry;
  for (std::size_t l = 0; l < 3; ++l) n[l] = motion.axis()[l] / std::sqrt(length);
  const Real angle = Real{time} * motion.angle();
  const Real sine = std::sin(angle);
  const Real cosine = std::cos(angle);
  const auto turned = [&](const std::array<Real, 3>& y) {
    const Real along = n[0] * y[0] + n[1] * y[1] + n[2] * y[2];
    const std::array<Real, 3> side{n[1] * y[2] - n[2] * y[1], n[2] * y[0] - n[0] * y[2],
                                   n[0] * y[1] - n[1] * y[0]};
    std::array<Real, 3> x;
    for (std::size_t l = 0; l < 3; ++l) {
      x[l] = cosine * y[l] + sine * side[l] + (1 - cosine) * along * n[l];
    }
    return x;
  };
  std::array<double, 12> rows{};
  for (int k = 0; k < 4; ++k) {
    std::array<Real, 3> column;
    for (int l = 0; l < 3; ++l) {
      column[static_cast<std::size_t>(l)] =
          k < 3 ? Real{pose.linear(l, k)}
                : Real{pose.offset(l)} - motion.centre()[static_cast<std::size_t>(l)];
    }
    const auto image = turned(column);
    for (std::size_t l = 0; l < 3; ++l) {
      Real entry = image[l];
      if (k == 3) entry += motion.centre()[l] + Real{time} * motion.translation()[l];
      rows[l * 4 + static_cast<std::size_t>(k)] = static_cast<double>(entry);
    }
  }
  return Pose3::from_matrix(rows).value();
}

Vector3 random_vector(Random& random, double size) {
  Vector3 x;
  for (double& entry : x) entry = size * (2 * random.unit() - 1);
  return x;
}

Polytope3 random_body(Random& random) {
  const int kind = random.in(0, 3);
  if (kind == 0) return Polytope3::box({1, 0.5, 0.25});
  if (kind == 1) return Polytope3::box({1, 0.01, 0.01});
  std::vector<Vector3> points;
  const int count = kind == 2 ? 4 : 20;
  for (int i = 0; i < count; ++i) points.push_back(random_vector(random, 1));
  return Polytope3::from_points(points).value();
}

/// Every other motion passes near the other body.
Motion3 random_motion(Random& random, const Vector3& place, const Vector3& other) {
  Vector3 along = random_vector(random, 4);
  if (random.chance(1, 2)) {
    for (std::size_t l = 0; l < 3; ++l) along[l] = along[l] / 4 + (other[l] - place[l]);
  }
  Vector3 centre = random_vector(random, 1);
  for (std::size_t l = 0; l < 3; ++l) centre[l] += place[l];
  const Vector3 axis = random_vector(random, 1);
  const double angle = random.chance(1, 4) ? 0 : 8 * (2 * random.unit() - 1);
  return Motion3::rigid(along, centre, axis, angle).value();
}

struct Scene {
  Polytope3 a, b;
  Pose3 pose_a, pose_b;
  Motion3 motion_a, motion_b;
};

/// The approximate depth of the overlap at that time; 0 if the bodies are separated.
double sampled_depth(const Scene& scene, double time) {
  const Pose3 pose_a = sampled_pose(scene.pose_a, scene.motion_a, time);
  const Pose3 pose_b = sampled_pose(scene.pose_b, scene.motion_b, time);
  const Posed3 a{scene.a, pose_a};
  const Posed3 b{scene.b, pose_b};
  if (intersects(a, b).verdict != Verdict::overlapping) return 0;
  return penetration(a, b).depth.upper;
}

double sampled_distance(const Scene& scene, double time) {
  const Pose3 pose_a = sampled_pose(scene.pose_a, scene.motion_a, time);
  const Pose3 pose_b = sampled_pose(scene.pose_b, scene.motion_b, time);
  return distance({scene.a, pose_a}, {scene.b, pose_b}).distance.upper;
}

Scene random_scene(Random& random, double far) {
  Scene scene{random_body(random), random_body(random), at(0, 0, 0),
              at(0, 0, 0),         Motion3(),           Motion3()};
  Vector3 place_a = random_vector(random, 2);
  Vector3 place_b = random_vector(random, 2);
  for (std::size_t l = 0; l < 3; ++l) {
    place_a[l] += far;
    place_b[l] += far;
  }
  const Vector3 q = random_vector(random, 1);
  scene.pose_a = Pose3::translation(place_a).value();
  scene.pose_b = Pose3::from_wxyz({0.7, q[0], q[1], q[2]}, place_b).value();
  scene.motion_a = random_motion(random, place_a, place_b);
  scene.motion_b = random_motion(random, place_b, place_a);
  return scene;
}

TEST(CastTurning, RandomMotionsAgreeWithDenseSampling) {
  const char* const asked = std::getenv("SUNDER_CAST_MOTIONS");
  const int motions = asked == nullptr ? 300 : std::atoi(asked);
  Random random(81);
  int hits = 0;
  int free = 0;
  int open = 0;
  std::int64_t steps = 0;
  for (int i = 0; i < motions; ++i) {
    SCOPED_TRACE(i);
    const double far = random.chance(1, 4) ? 1e6 : 0;
    const double slack = far > 0 ? 2e-9 : 1e-13;  // the sampled poses are rounded in the world
    const Scene scene = random_scene(random, far);
    const Posed3 a{scene.a, scene.pose_a};
    const Posed3 b{scene.b, scene.pose_b};
    const Cast3 answer = cast(a, scene.motion_a, b, scene.motion_b);
    EXPECT_EQ(answer.start, intersects(a, b).verdict);
    if (answer.start != Verdict::separated) {
      EXPECT_EQ(answer.verdict, CastVerdict::hit);
      EXPECT_EQ(answer.time.upper, 0);
      continue;
    }
    steps += answer.steps;
    EXPECT_LE(answer.time.upper - answer.time.lower, 1e-9);
    constexpr int kSamples = 200;
    for (int k = 0; k <= kSamples; ++k) {
      EXPECT_LE(sampled_depth(scene, answer.time.lower * k / kSamples), slack) << k;
    }
    (answer.verdict == CastVerdict::hit    ? hits
     : answer.verdict == CastVerdict::free ? free
                                           : open)++;
    if (answer.verdict != CastVerdict::hit) continue;
    EXPECT_LE(sampled_distance(scene, answer.time.upper), slack);
    EXPECT_LE(sampled_distance(scene, answer.time.lower), 1e-7 + slack);
  }
  EXPECT_GT(hits, motions / 8);
  EXPECT_GT(free, motions / 8);
  EXPECT_LE(open, motions / 200);
  RecordProperty("hits", hits);
  RecordProperty("free", free);
  RecordProperty("open", open);
  RecordProperty("steps", std::to_string(steps));
}

}  // namespace
}  // namespace sunder::test
