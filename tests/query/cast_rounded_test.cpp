// SPDX-License-Identifier: Apache-2.0
//
// Tests casts of translating bodies with radii. Balls are compared with their quadratic equation,
// other bodies with complete enumeration, both in fractions. Grazing contacts are exact, or off by
// one ulp.
#include <cmath>
#include <gtest/gtest.h>
#include <limits>
#include <utility>
#include <vector>

#include "oracle/brute_force.hpp"
#include "suite/random.hpp"
#include "sunder/cast.hpp"
#include "sunder/sunder.hpp"

namespace sunder::test {
namespace {

using oracle::Points;
using suite::Random;
using suite::Rational;

/// Two bodies of integer coordinates, translated by integer vectors.
template <int D>
struct Case {
  std::vector<Vector<D>> a, b;
  Vector<D> translation_a{}, translation_b{};
  double radius_a = 0, radius_b = 0;

  Cast<D> ask(const Vector<D>& offset_a = {}, const Vector<D>& offset_b = {}) const {
    const auto body_a = Polytope<D>::from_points(a).value();
    const auto body_b = Polytope<D>::from_points(b).value();
    const auto pose_a = Pose<D>::translation(offset_a).value();
    const auto pose_b = Pose<D>::translation(offset_b).value();
    return cast(Posed<D>(body_a, pose_a, radius_a), Motion<D>::linear(translation_a).value(),
                Posed<D>(body_b, pose_b, radius_b), Motion<D>::linear(translation_b).value());
  }

  Rational radius_squared() const {
    const Rational radius = Rational(radius_a) + Rational(radius_b);
    return radius * radius;
  }
  Points<Rational> moved(const std::vector<Vector<D>>& body, const Vector<D>& translation,
                         const Rational& time) const {
    Points<Rational> points;
    for (const Vector<D>& x : body) {
      auto& y = points.emplace_back();
      for (std::size_t l = 0; l < D; ++l)
        y.push_back(Rational(x[l]) + time * Rational(translation[l]));
    }
    return points;
  }
  Rational distance_squared(const Rational& time) const {
    return oracle::brute_force_distance_squared(moved(a, translation_a, time),
                                                moved(b, translation_b, time));
  }
  /// The least over all times: b sweeps along its velocity relative to a.
  Rational least_distance_squared() const {
    Vector<D> relative{};
    for (std::size_t l = 0; l < D; ++l) relative[l] = translation_b[l] - translation_a[l];
    Points<Rational> sweep = moved(b, relative, 0);
    for (const auto& end : moved(b, relative, 1)) sweep.push_back(end);
    return oracle::brute_force_distance_squared(moved(a, relative, 0), sweep);
  }
};

/// The answer is right: separated before, in contact at the end, and as narrow as doubles allow.
template <int D>
void expect_right(const Case<D>& pair, const Cast<D>& answer) {
  const Rational least = pair.radius_squared();
  if (answer.verdict == CastVerdict::free) {
    EXPECT_GT(pair.least_distance_squared(), least);
    return;
  }
  ASSERT_EQ(answer.verdict, CastVerdict::hit);
  if (answer.start != Verdict::separated) {
    EXPECT_EQ(answer.time.upper, 0);
    EXPECT_LE(pair.distance_squared(0), least);
    return;
  }
  if (answer.time.lower < answer.time.upper) {
    EXPECT_GT(pair.distance_squared(Rational(answer.time.lower)), least);
    EXPECT_EQ(answer.time.upper, std::nextafter(answer.time.lower, 2.0));
    // A grazing contact may be over at the end of the interval.
    const bool met = pair.distance_squared(Rational(answer.time.upper)) <= least;
    EXPECT_TRUE(met || pair.least_distance_squared() <= least);
  } else {
    EXPECT_EQ(pair.distance_squared(Rational(answer.time.lower)), least);
    EXPECT_GT(pair.distance_squared(Rational(std::nextafter(answer.time.lower, 0.0))), least);
  }
}

template <int D>
Vector<D> whole_vector(Random& random, int most) {
  Vector<D> v{};
  for (double& entry : v) entry = random.in(-most, most);
  return v;
}

/// Two balls by the roots of |c + t v|^2 = r^2, with integers c, v and 4 r.
template <int D>
void expect_balls_right(Random& random) {
  Case<D> pair;
  const Vector<D> c = whole_vector<D>(random, 20);
  const Vector<D> v = whole_vector<D>(random, 30);
  pair.a = {Vector<D>{}};
  pair.b = {c};
  pair.translation_b = v;
  pair.radius_a = random.in(0, 20) * 0.25;
  pair.radius_b = random.in(1, 20) * 0.25;
  const Cast<D> answer = pair.ask();
  std::int64_t cc = 0, cv = 0, vv = 0;
  for (std::size_t l = 0; l < D; ++l) {
    const auto x = static_cast<std::int64_t>(c[l]);
    const auto y = static_cast<std::int64_t>(v[l]);
    cc += x * x;
    cv += x * y;
    vv += y * y;
  }
  const auto r = static_cast<std::int64_t>(4 * (pair.radius_a + pair.radius_b));
  const std::int64_t excess = 16 * cc - r * r;  // 16 (|c|^2 - r^2)
  if (excess <= 0) {
    ASSERT_EQ(answer.verdict, CastVerdict::hit);
    ASSERT_EQ(answer.time.upper, 0);
    ASSERT_EQ(answer.start, excess == 0 ? Verdict::touching : Verdict::overlapping);
    return;
  }
  // The roots are (-cv -+ sqrt(cv^2 - vv excess / 16)) / vv.
  const std::int64_t discriminant = 16 * cv * cv - vv * excess;
  const bool hits = cv < 0 && discriminant >= 0 &&
                    // Not after time 1: the value at 1 is 0 or less, or the minimum lies before 1.
                    (excess + 32 * cv + 16 * vv <= 0 || -cv <= vv);
  ASSERT_EQ(answer.verdict, hits ? CastVerdict::hit : CastVerdict::free);
  if (!hits) return;
  const auto value = [&](double time) {
    const Rational t(time);
    return Rational(excess) + 32 * cv * t + 16 * vv * t * t;
  };
  if (discriminant == 0) {
    ASSERT_LE(Rational(answer.time.lower), Rational(-cv, vv));
    ASSERT_GE(Rational(answer.time.upper), Rational(-cv, vv));
    return;
  }
  if (answer.time.lower < answer.time.upper) {
    ASSERT_GT(value(answer.time.lower), 0);
    ASSERT_LT(value(answer.time.upper), 0);
    ASSERT_EQ(answer.time.upper, std::nextafter(answer.time.lower, 2.0));
  } else {
    ASSERT_EQ(value(answer.time.lower), 0);
  }
}

TEST(CastRounded, BallsMeetWhereTheirEquationSays) {
  Random random(11);
  for (int i = 0; i < 5000 && !HasFailure(); ++i) {
    expect_balls_right<3>(random);
    expect_balls_right<2>(random);
  }
}

template <int D>
void expect_random_bodies_right(std::uint64_t seed, int rounds) {
  Random random(seed);
  int hits = 0;
  int frees = 0;
  for (int i = 0; i < rounds && !testing::Test::HasFailure(); ++i) {
    Case<D> pair;
    const int corners_a = random.in(1, 4);
    const int corners_b = random.in(1, 4);
    const Vector<D> apart = whole_vector<D>(random, 12);
    for (int k = 0; k < corners_a; ++k) pair.a.push_back(whole_vector<D>(random, 3));
    for (int k = 0; k < corners_b; ++k) {
      pair.b.push_back(whole_vector<D>(random, 3));
      for (std::size_t l = 0; l < D; ++l) pair.b.back()[l] += apart[l];
    }
    pair.translation_a = whole_vector<D>(random, 4);
    for (std::size_t l = 0; l < D; ++l) pair.translation_b[l] = random.in(-3, 3) - apart[l];
    pair.radius_a = random.in(0, 8) * 0.25;
    pair.radius_b = random.in(1, 8) * 0.125;
    const Cast<D> answer = pair.ask();
    expect_right<D>(pair, answer);
    (answer.verdict == CastVerdict::hit ? hits : frees) += 1;
    // Exchanged bodies have the same time.
    std::swap(pair.a, pair.b);
    std::swap(pair.translation_a, pair.translation_b);
    std::swap(pair.radius_a, pair.radius_b);
    const Cast<D> swapped = pair.ask();
    EXPECT_EQ(swapped.verdict, answer.verdict);
    EXPECT_EQ(swapped.time.lower, answer.time.lower);
    EXPECT_EQ(swapped.time.upper, answer.time.upper);
  }
  EXPECT_GT(hits, rounds / 10);
  EXPECT_GT(frees, rounds / 20);
}

TEST(CastRounded, SmallBodiesMeetWhereEnumerationSays) {
  expect_random_bodies_right<3>(21, 400);
  expect_random_bodies_right<2>(22, 400);
}

TEST(CastRounded, AGrazeIsAHitAndOneUlpFartherIsFree) {
  Case<3> pair;
  pair.a = {{0, 0, 0}};
  pair.b = {{4, 3, 0}};
  pair.translation_b = {-8, 0, 0};
  pair.radius_a = 2;
  pair.radius_b = 1;
  const Cast3 graze = pair.ask();
  ASSERT_EQ(graze.verdict, CastVerdict::hit);
  EXPECT_LE(graze.time.lower, 0.5);
  EXPECT_GE(graze.time.upper, 0.5);
  EXPECT_LE(graze.time.upper - graze.time.lower, 0x1p-53);
  pair.radius_b = std::nextafter(1.0, 0.0);
  EXPECT_EQ(pair.ask().verdict, CastVerdict::free);
  // The minimum at t = 1/3 is between two doubles, and exactly r.
  pair.radius_b = 1;
  pair.b = {{4, 3, 0}};
  pair.translation_b = {-12, 0, 0};
  const Cast3 third = pair.ask();
  ASSERT_EQ(third.verdict, CastVerdict::hit);
  EXPECT_LE(Rational(third.time.lower), Rational(1, 3));
  EXPECT_GE(Rational(third.time.upper), Rational(1, 3));
  EXPECT_EQ(third.time.upper, std::nextafter(third.time.lower, 1.0));
  pair.radius_a = std::nextafter(2.0, 0.0);
  EXPECT_EQ(pair.ask().verdict, CastVerdict::free);
}

TEST(CastRounded, AnArrivalThatIsADoubleIsThatDouble) {
  Case<3> pair;
  pair.a = {{-1, -1, -1}, {-1, 1, 1}, {-1, -1, 1}, {-1, 1, -1}};
  pair.b = {{-5, 0, 0}};
  pair.translation_b = {8, 0, 0};
  pair.radius_b = 2;
  const Cast3 face = pair.ask();
  ASSERT_EQ(face.verdict, CastVerdict::hit);
  EXPECT_EQ(face.time.lower, 0.25);
  EXPECT_EQ(face.time.upper, 0.25);
  ASSERT_TRUE(face.witness.has_value());
  EXPECT_EQ(face.witness->normal, (Vector3{-1, 0, 0}));
  EXPECT_EQ(face.witness->point_a, (Vector3{-1, 0, 0}));
  // From there on it slides at the distance r.
  pair.b = {{-9, 0, 0}};
  pair.translation_b = {0, 1, 0};
  pair.b = {{-3, -3, 0}};
  const Cast3 slide = pair.ask();
  EXPECT_EQ(slide.verdict, CastVerdict::free);  // at the time 1 it is beside y = -2
  pair.translation_b = {0, 4, 0};
  const Cast3 arrival = pair.ask();
  ASSERT_EQ(arrival.verdict, CastVerdict::hit);
  // It arrives along a tangent, where the distance has no slope.
  EXPECT_EQ(arrival.time.lower, std::nextafter(0.5, 0.0));
  EXPECT_EQ(arrival.time.upper, 0.5);
}

TEST(CastRounded, OnTimeAtTheEndAndTouchingAtTheStart) {
  Case<2> pair;
  pair.a = {{0, 0}};
  pair.b = {{5, 0}};
  pair.translation_b = {-2, 0};
  pair.radius_a = 1;
  pair.radius_b = 2;
  const Cast2 end = pair.ask();
  ASSERT_EQ(end.verdict, CastVerdict::hit);
  EXPECT_EQ(end.time.lower, 1);
  pair.translation_b = {-std::nextafter(2.0, 0.0), 0};
  EXPECT_EQ(pair.ask().verdict, CastVerdict::free);
  pair.translation_b = {2, 0};
  EXPECT_EQ(pair.ask().verdict, CastVerdict::free);
  pair.b = {{3, 0}};
  const Cast2 touching = pair.ask();
  EXPECT_EQ(touching.start, Verdict::touching);
  EXPECT_EQ(touching.time.upper, 0);
}

TEST(CastRounded, FarAwayTinyAndHuge) {
  Case<3> pair;
  pair.a = {{1e6, 1e6, 1e6}};
  pair.b = {{1e6 + 4, 1e6, 1e6}};
  pair.translation_b = {-3, 0, 0};
  pair.radius_a = 1;
  pair.radius_b = 0x1p-1074;
  expect_right<3>(pair, pair.ask());
  pair.radius_b = 1e-9;
  expect_right<3>(pair, pair.ask());
  pair.a = {{0, 0, 0}};
  pair.b = {{1e300, 0, 0}};
  pair.translation_b = {-1e300, 1e280, 0};
  pair.radius_a = 3e299;
  pair.radius_b = 1e250;
  expect_right<3>(pair, pair.ask());
  pair.translation_b = {-1e300, 5e299, 0};
  expect_right<3>(pair, pair.ask());
  pair.radius_a = pair.radius_b = std::numeric_limits<double>::max();
  EXPECT_EQ(pair.ask().start, Verdict::overlapping);
}

TEST(CastRounded, ARayMeetsABall) {
  const Polytope3 point = Polytope3::from_points({{0, 0, 0}}).value();
  const Pose3 pose = Pose3::from_wxyz({1, 2, 3, 4}, {10, 0, 0}).value();
  const Posed3 ball(point, pose, 2);
  const Cast3 hit = ray_cast({0, 0, 0}, {16, 0, 0}, ball).value();
  ASSERT_EQ(hit.verdict, CastVerdict::hit);
  EXPECT_EQ(hit.time.lower, 0.5);
  EXPECT_EQ(hit.time.upper, 0.5);
  EXPECT_EQ(hit.witness->normal, (Vector3{1, 0, 0}));
  EXPECT_EQ(hit.witness->point_b, (Vector3{8, 0, 0}));
  EXPECT_EQ(ray_cast({0, 2, 0}, {16, 0, 0}, ball).value().verdict, CastVerdict::hit);
  EXPECT_EQ(ray_cast({0, std::nextafter(2, 3), 0}, {16, 0, 0}, ball).value().verdict,
            CastVerdict::free);
}

/// A rod from the origin turns onto a ball at distance 1: they meet where sin(phi - theta) = r.
TEST(CastRounded, ACapsuleTurnsOntoABall) {
  Random random(31);
  const Polytope3 rod = Polytope3::from_points({{0, 0, 0}, {2, 0, 0}}).value();
  const Polytope3 point = Polytope3::from_points({{0, 0, 0}}).value();
  const Pose3& still = Pose3::identity();
  const Motion3 rest = Motion3::linear({0, 0, 0}).value();
  for (int i = 0; i < 200; ++i) {
    const double phi = 0.5 + random.unit();
    const Pose3 at = Pose3::translation({std::cos(phi), std::sin(phi), 0}).value();
    const double radius_a = 0.2 * random.unit();
    const double radius_b = 0.01 + 0.2 * random.unit();
    const double angle = phi + 1;
    const Motion3 turn = Motion3::rigid({0, 0, 0}, {0, 0, 0}, {0, 0, 1}, angle).value();
    const Cast3 hit = cast(Posed3(rod, still, radius_a), turn, Posed3(point, at, radius_b), rest);
    const double expected = (phi - std::asin(radius_a + radius_b)) / angle;
    ASSERT_EQ(hit.verdict, CastVerdict::hit);
    EXPECT_LE(hit.time.lower, expected + 1e-15);
    EXPECT_GE(hit.time.upper, expected - 1e-15);
    EXPECT_LE(hit.time.upper - hit.time.lower, 1e-9);
    // Out of the rod's reach it is free; a hair within reach of it the ball is hit.
    const double far = 2 + radius_a + radius_b;
    const Pose3 outside =
        Pose3::translation({far * 1.000001 * std::cos(phi), far * 1.000001 * std::sin(phi), 0})
            .value();
    EXPECT_EQ(
        cast(Posed3(rod, still, radius_a), turn, Posed3(point, outside, radius_b), rest).verdict,
        CastVerdict::free);
    const Pose3 inside =
        Pose3::translation({far * 0.999 * std::cos(phi), far * 0.999 * std::sin(phi), 0}).value();
    EXPECT_EQ(
        cast(Posed3(rod, still, radius_a), turn, Posed3(point, inside, radius_b), rest).verdict,
        CastVerdict::hit);
  }
}

TEST(CastRounded, PathsAndUnknownMotionsKeepTheRadii) {
  const Polytope2 point = Polytope2::from_points({{0, 0}}).value();
  const auto along = [](double from, double speed) {
    return [=](double t) { return Pose2::translation({from + speed * t, 0}).value(); };
  };
  const Path<2> a{along(0, 0), 0, 0.5};
  const Cast2 hit = cast(point, a, point, Path<2>{along(4, -4), 4, 1.5});
  ASSERT_EQ(hit.verdict, CastVerdict::hit);
  EXPECT_LE(hit.time.lower, 0.5);
  EXPECT_GE(hit.time.upper, 0.5);
  EXPECT_LE(hit.time.upper - hit.time.lower, 1e-9);
  EXPECT_EQ(cast(point, a, point, Path<2>{along(4, -1.9), 1.9, 1.5}).verdict, CastVerdict::free);
  EXPECT_EQ(cast(point, a, point, Path<2>{along(2, 5), 5, 1.5}).start, Verdict::touching);

  const Pose2 away = Pose2::translation({4, 0}).value();
  const Posed2 still(point, Pose2::identity(), 0.5);
  EXPECT_EQ(cast_within(still, 1, Posed2(point, away, 1.5), 0.5).verdict, CastVerdict::free);
  EXPECT_EQ(cast_within(still, 1, Posed2(point, away, 1.5), 1).verdict, CastVerdict::unresolved);
  EXPECT_EQ(cast_within(still, 1, Posed2(point, away, 3.5), 1).start, Verdict::touching);
}

#ifdef NDEBUG
TEST(CastRounded, ARadiusThatIsNoLengthLeavesAllOpen) {
  const Polytope3 point = Polytope3::from_points({{0, 0, 0}}).value();
  const Pose3 away = Pose3::translation({4, 0, 0}).value();
  const Motion3 motion = Motion3::linear({8, 0, 0}).value();
  for (const double radius :
       {-1.0, std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity()}) {
    const Posed3 wrong(point, Pose3::identity(), radius);
    const Cast3 answer =
        cast(wrong, motion, Posed3(point, away), Motion3::linear({0, 0, 0}).value());
    EXPECT_EQ(answer.verdict, CastVerdict::unresolved) << radius;
    EXPECT_EQ(answer.start, Verdict::undecided) << radius;
  }
}
#endif

TEST(CastRounded, EmptyBodiesMeetNothing) {
  const Polytope3 nothing;
  const Pose3& still = Pose3::identity();
  const Polytope3 point = Polytope3::from_points({{0, 0, 0}}).value();
  const Motion3 motion = Motion3::linear({1, 0, 0}).value();
  EXPECT_EQ(cast(Posed3(nothing, still, 5), motion, Posed3(point, still, 5), motion).verdict,
            CastVerdict::free);
}

}  // namespace
}  // namespace sunder::test
