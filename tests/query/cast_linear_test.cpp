// SPDX-License-Identifier: Apache-2.0
//
// Casts of bodies that only translate: known times to the last bit, and random pairs against
// complete enumeration in integers.
#include <cmath>
#include <cstdlib>
#include <gtest/gtest.h>
#include <limits>

#include "geometry/float_environment.hpp"
#include "narrow/vectors.hpp"
#include "query/cast_oracle.hpp"
#include "suite/placed.hpp"
#include "suite/random.hpp"
#include "sunder/cast.hpp"
#include "sunder/sunder.hpp"

namespace sunder::test {
namespace {

using suite::Random;

Pose3 at(double x, double y, double z) { return Pose3::translation({x, y, z}).value(); }
Pose2 at(double x, double y) { return Pose2::translation({x, y}).value(); }
Motion3 by(double x, double y, double z) { return Motion3::linear({x, y, z}).value(); }
Motion2 by(double x, double y) { return Motion2::linear({x, y}).value(); }

const Polytope3& cube() {
  static const Polytope3 body = Polytope3::box({1, 1, 1});
  return body;
}
const Polytope2& square() {
  static const Polytope2 body = Polytope2::box({1, 1});
  return body;
}

template <int D>
void expect_time(const Cast<D>& answer, const CastRational& time) {
  ASSERT_EQ(answer.verdict, CastVerdict::hit);
  const CastRational lower(answer.time.lower);
  const CastRational upper(answer.time.upper);
  EXPECT_LE(lower, time);
  EXPECT_GE(upper, time);
  if (answer.time.lower < answer.time.upper) {
    EXPECT_EQ(answer.time.upper, std::nextafter(answer.time.lower, 2.0));
    EXPECT_NE(lower, time);
    EXPECT_NE(upper, time);
  }
}

TEST(CastLinear, BoxesMeetAtKnownTimes) {
  const Cast3 half = cast(Placed{cube()}, by(0, 0, 0), Placed{cube(), at(4, 0, 0)}, by(-4, 0, 0));
  expect_time<3>(half, CastRational(1, 2));
  EXPECT_EQ(half.time.lower, half.time.upper);
  EXPECT_EQ(half.start, Verdict::separated);
  EXPECT_EQ(half.witness->normal, (Vector3{1, 0, 0}));
  ASSERT_TRUE(half.witness.has_value());
  EXPECT_NEAR(half.witness->point_a[0], 1, 1e-15);

  const Cast3 third = cast(Placed{cube()}, by(1, 0, 0), Placed{cube(), at(4, 1, 0)}, by(-5, 0, 0));
  expect_time<3>(third, CastRational(1, 3));
  EXPECT_LT(third.time.lower, third.time.upper);
  expect_time<3>(cast(Placed{cube()}, by(0, 0, 0), Placed{cube(), at(4, 0, 0)}, by(-7, 1, 1)),
                 CastRational(2, 7));
}

TEST(CastLinear, ExactlyAtTheEndIsAHitAndOneUlpLaterIsNot) {
  const Cast3 end = cast(Placed{cube()}, by(0, 0, 0), Placed{cube(), at(4, 0, 0)}, by(-2, 0, 0));
  expect_time<3>(end, 1);
  const double less = std::nextafter(2.0, 0.0);
  EXPECT_EQ(cast(Placed{cube()}, by(0, 0, 0), Placed{cube(), at(4, 0, 0)}, by(-less, 0, 0)).verdict,
            CastVerdict::free);
  const Cast3 free = cast(Placed{cube()}, by(0, 0, 0), Placed{cube(), at(4, 0, 0)}, by(-1, 0, 0));
  EXPECT_EQ(free.verdict, CastVerdict::free);
  EXPECT_EQ(free.time.lower, 1);
  EXPECT_EQ(free.time.upper, 1);
}

TEST(CastLinear, ContactAtTheStartIsAHitAtZero) {
  const Cast3 touching =
      cast(Placed{cube()}, by(0, 0, 0), Placed{cube(), at(2, 0, 0)}, by(5, 0, 0));
  expect_time<3>(touching, 0);
  EXPECT_EQ(touching.start, Verdict::touching);
  EXPECT_EQ(touching.witness->normal, (Vector3{1, 0, 0}));
  EXPECT_TRUE(touching.witness.has_value());
  const Cast3 inside = cast(Placed{cube()}, by(0, 0, 0), Placed{cube(), at(1, 0, 0)}, by(5, 0, 0));
  expect_time<3>(inside, 0);
  EXPECT_EQ(inside.start, Verdict::overlapping);
}

TEST(CastLinear, GrazingAlongAFaceByAnEdgeAndByACorner) {
  // Faces slide in one plane: they touch from the arrival of the edge on.
  expect_time<3>(cast(Placed{cube()}, by(0, 0, 0), Placed{cube(), at(4, 2, 0)}, by(-8, 0, 0)),
                 CastRational(1, 4));
  // Edge against edge, corner against corner: one common line or point in the whole sweep.
  expect_time<3>(cast(Placed{cube()}, by(0, 0, 0), Placed{cube(), at(4, 2, 2)}, by(-8, 0, 0)),
                 CastRational(1, 4));
  expect_time<3>(cast(Placed{cube()}, by(0, 0, 0), Placed{cube(), at(4, 0, -2)}, by(-4, 4, 0)),
                 CastRational(1, 2));
  // Diagonally past the corner: at t = 1/2 the corners (1, 1) and (-1, -1) + (2, 2) coincide.
  expect_time<2>(cast(Placed{square()}, by(0, 0), Placed{square(), at(4, 0)}, by(-4, 4)),
                 CastRational(1, 2));
}

TEST(CastLinear, MissingByOneUlpIsFree) {
  const double above = std::nextafter(2.0, 3.0);
  EXPECT_EQ(
      cast(Placed{cube()}, by(0, 0, 0), Placed{cube(), at(4, above, 0)}, by(-8, 0, 0)).verdict,
      CastVerdict::free);
  EXPECT_EQ(
      cast(Placed{square()}, by(0, 0), Placed{square(), at(4, 0)}, by(-4, std::nextafter(4.0, 5.0)))
          .verdict,
      CastVerdict::free);
  EXPECT_EQ(
      cast(Placed{square()}, by(0, 0), Placed{square(), at(4, 0)}, by(-4, std::nextafter(4.0, 3.0)))
          .verdict,
      CastVerdict::hit);
}

TEST(CastLinear, TheRelativeVelocityIsNotRounded) {
  // -4 - 2^-60 + 2^-60: in doubles the difference of the translations would be 4 in either case.
  const double tiny = 0x1p-60;
  EXPECT_EQ(cast(Placed{square()}, by(0, tiny), Placed{square(), at(4, 0)}, by(-4, 4)).verdict,
            CastVerdict::hit);
  EXPECT_EQ(cast(Placed{square()}, by(0, -tiny), Placed{square(), at(4, 0)}, by(-4, 4)).verdict,
            CastVerdict::free);
  EXPECT_EQ(cast(Placed{square()}, by(tiny, 0), Placed{square(), at(4, 0)}, by(-4, 4)).verdict,
            CastVerdict::hit);
  EXPECT_EQ(cast(Placed{square()}, by(-tiny, 0), Placed{square(), at(4, 0)}, by(-4, 4)).verdict,
            CastVerdict::free);
}

TEST(CastLinear, NothingTunnels) {
  const Polytope3 pane = Polytope3::box({0, 1, 1});
  const Polytope3 bullet = Polytope3::from_points({{0, 0, 0}}).value();
  const Cast3 hit = cast({pane}, by(0, 0, 0), Placed{bullet, at(-1, 0, 0)}, by(1e12, 0, 0));
  expect_time<3>(hit, CastRational(1) / CastRational(1e12));
  const Cast3 far = cast({pane}, by(0, 0, 0), Placed{bullet, at(-1e300, 0, 0)}, by(1.5e300, 0, 0));
  expect_time<3>(far, CastRational(1e300) / CastRational(1.5e300));
  const double least = std::numeric_limits<double>::denorm_min();
  const Cast3 slow =
      cast({pane}, by(0, 0, 0), Placed{bullet, at(-least, 0, 0)}, by(3 * least, 0, 0));
  expect_time<3>(slow, CastRational(1, 3));
  // Past the rim by the smallest double.
  EXPECT_EQ(
      cast({pane}, by(0, 0, 0), Placed{bullet, at(-1, std::nextafter(1.0, 2.0), 0)}, by(1e12, 0, 0))
          .verdict,
      CastVerdict::free);
}

/// A flat body through the origin, with one corner far away and one that may be as near as 2^-60. A
/// point stops 2^-k of its path short of the origin: doubles cannot distinguish that from a miss.
template <int D>
void check_close_starts(std::uint64_t seed) {
  Random random(seed);
  const auto drawn = [&] {
    Vector<D> x{};
    for (double& entry : x) entry = random.in(-3, 3);
    return x;
  };
  const auto times = [](Vector<D> x, double factor) {
    for (double& entry : x) entry *= factor;
    return x;
  };
  int asked = 0;
  while (asked < 4000) {
    const Vector<D> d = drawn();
    const Vector<D> v = drawn();
    const double near = std::ldexp(1.0, -random.in(0, 60));
    std::vector<Vector<D>> corners{d};
    bool crossed = false;
    if constexpr (D == 2) {
      corners.push_back(times(d, -near));
      crossed = d[0] * v[1] != d[1] * v[0];
    } else {
      const Vector<D> e = drawn();
      corners.push_back(times(e, near));
      corners.push_back({-d[0] - e[0], -d[1] - e[1], -d[2] - e[2]});
      crossed = detail::dot<D>(detail::cross(d, e), v) != 0;
    }
    if (!crossed) continue;
    ++asked;
    const double time = std::ldexp(1.0, -random.in(0, 80));
    const auto a = Polytope<D>::from_points(corners).value();
    const auto b = Polytope<D>::from_points(std::vector<Vector<D>>{times(v, -time)}).value();
    SCOPED_TRACE(asked);
    expect_time<D>(cast({a}, Motion<D>(), {b}, Motion<D>::linear(v).value()), CastRational(time));
    // In the opposite direction the same point is free.
    EXPECT_EQ(cast({a}, Motion<D>::linear(v).value(), {b}, Motion<D>()).verdict, CastVerdict::free);
  }
}

TEST(CastLinear, HoweverCloseTheyBeginInThePlane) { check_close_starts<2>(81); }

TEST(CastLinear, HoweverCloseTheyBeginInSpace) { check_close_starts<3>(82); }

/// A point just behind the tip of a wedge, above it by the width of the wedge there, moves on and
/// down. It must pass into the wedge before the tip, by less than doubles can distinguish from
/// beyond it.
TEST(CastLinear, JustBehindATip) {
  Random random(83);
  for (int i = 0; i < 4000; ++i) {
    const double slope = random.in(1, 8);
    const double steep = random.in(1, 8);
    const double behind = std::ldexp(1.0, -random.in(44, 60));
    const double along = random.in(1, 8);
    const double side = random.in(0, 1) == 0 ? 1 : -1;
    std::vector<Vector2> corners{{0, 0}, {-side, -slope}, {-side, -slope - steep}};
    std::rotate(corners.begin(), corners.begin() + random.in(0, 2), corners.end());
    const auto wedge = Polytope2::from_points(corners).value();
    const auto point = Polytope2::from_points({{-side * behind, 0}}).value();
    // At time t the point is behind the tip by behind - along * t, and deep by fall * t.
    const double fall = random.in(1, 8);
    const Motion2 on = by(side * along, -fall);
    const CastRational far = CastRational(slope) * CastRational(behind);
    const CastRational closing = CastRational(fall) + CastRational(slope) * CastRational(along);
    SCOPED_TRACE(i);
    expect_time<2>(cast({wedge}, Motion2(), {point}, on), far / closing);
  }
}

TEST(CastLinear, PointsSegmentsAndPolygons) {
  const Polytope3 point = Polytope3::from_points({{0, 0, 0}}).value();
  expect_time<3>(cast({point}, by(0, 0, 0), Placed{point, at(3, 6, 9)}, by(-4, -8, -12)),
                 CastRational(3, 4));
  EXPECT_EQ(cast({point}, by(0, 0, 0), Placed{point, at(3, 6, 9)}, by(-4, -8, -12.000000000000002))
                .verdict,
            CastVerdict::free);
  const Polytope3 rod = Polytope3::from_points({{0, -1, 0}, {0, 1, 0}}).value();
  const Polytope3 other = Polytope3::from_points({{0, 0, -1}, {0, 0, 1}}).value();
  expect_time<3>(cast({rod}, by(0, 0, 0), Placed{other, at(3, 1, 1)}, by(-9, 0, 0)),
                 CastRational(1, 3));
  // Two collinear rods along their line.
  expect_time<3>(cast({rod}, by(0, 0, 0), Placed{rod, at(0, 5, 0)}, by(0, -4, 0)),
                 CastRational(3, 4));
  // No motion at all, and equal motions.
  EXPECT_EQ(cast({rod}, by(1, 2, 3), Placed{rod, at(0, 5, 0)}, by(1, 2, 3)).verdict,
            CastVerdict::free);
}

TEST(CastLinear, EmptyBodiesMeetNothing) {
  const Cast3 free = cast(Placed{Polytope3()}, by(0, 0, 0), Placed{cube()}, by(1, 0, 0));
  EXPECT_EQ(free.verdict, CastVerdict::free);
  EXPECT_EQ(free.start, Verdict::separated);
}

TEST(CastLinear, SlenderBodiesFarFromTheOrigin) {
  const Polytope3 needle = Polytope3::box({1, 1e-6, 1e-6});
  const double far = 1e6;
  const Cast3 hit = cast(Placed{needle, at(far, far, far)}, by(0, 0, 0),
                         Placed{cube(), at(far, far + 3, far)}, by(0, -3, 0));
  expect_time<3>(hit, (CastRational(2) - CastRational(1e-6)) / 3);
}

/// Integer coordinates, clustered so that ties are frequent; a point, flat sets and solids.
template <int D>
std::vector<Whole> random_points(Random& random, int count, int most) {
  std::vector<Whole> points;
  for (int i = 0; i < count; ++i) {
    Whole& x = points.emplace_back();
    for (std::size_t l = 0; l < D; ++l) x[l] = random.in(-most, most);
  }
  return points;
}

template <int D>
Polytope<D> body_of(const std::vector<Whole>& points) {
  std::vector<Vector<D>> doubles;
  for (const Whole& x : points) {
    Vector<D>& point = doubles.emplace_back();
    for (std::size_t l = 0; l < D; ++l) point[l] = static_cast<double>(x[l]);
  }
  return Polytope<D>::from_points(doubles).value();
}

template <int D>
Vector<D> doubles_of(const Whole& x) {
  Vector<D> point;
  for (std::size_t l = 0; l < D; ++l) point[l] = static_cast<double>(x[l]);
  return point;
}

/// At time t the gap along the normal is zero: the normal is that of a supporting plane.
template <int D>
void expect_support(const std::vector<Whole>& a, const std::vector<Whole>& b, const Whole& v,
                    const Cast<D>& answer, double unit) {
  ASSERT_TRUE(answer.witness.has_value());
  double most_a = -1e300;
  double least_b = 1e300;
  double closing = 0;
  const auto along = [&](const Whole& x) {
    double sum = 0;
    for (std::size_t l = 0; l < D; ++l)
      sum += answer.witness->normal[l] * static_cast<double>(x[l]);
    return sum * unit;
  };
  for (const Whole& x : a) most_a = std::max(most_a, along(x));
  for (const Whole& y : b) least_b = std::min(least_b, along(y));
  closing = along(v);
  EXPECT_LT(closing, 0);
  EXPECT_NEAR(least_b - most_a + answer.time.lower * closing, 0, 1e-11);
}

/// A pose, and the denominator of the world coordinates that it gives to integers.
template <int D>
struct Turned {
  Pose<D> pose;
  std::int64_t denominator;
};

/// Rotates the points by a quaternion of small integers (in space, every other time), then
/// translates them. The result is the denominator times the world coordinates.
template <int D>
Turned<D> turn_some(Random& random, const Whole& offset, std::vector<Whole>& points) {
  Whole q{};  // x, y, z; w is 1
  if (D == 3 && random.chance(1, 2)) q = random_points<3>(random, 1, 1).front();
  const std::int64_t n = 1 + dot(q, q);
  for (Whole& point : points) {
    // (w^2 - q.q) x + 2 (q.x) q + 2 w q x x
    const Whole side = cross(q, point);
    const std::int64_t along = dot(q, point);
    for (std::size_t l = 0; l < 3; ++l) {
      point[l] = (2 - n) * point[l] + 2 * along * q[l] + 2 * side[l] + n * offset[l];
    }
  }
  if constexpr (D == 3) {
    const Vector3 axis = doubles_of<3>(q);
    return {Pose3::from_wxyz({1, axis[0], axis[1], axis[2]}, doubles_of<3>(offset)).value(), n};
  } else {
    return {Pose2::translation(doubles_of<2>(offset)).value(), 1};
  }
}

struct Tally {
  int hits = 0;
  int free = 0;
  int at_start = 0;
};

template <int D>
void check_random_casts(std::uint64_t seed, int count, int corners, Tally& tally) {
  using PosedD = std::conditional_t<D == 2, Posed2, Posed3>;
  if (const char* const asked = std::getenv("SUNDER_CAST_PAIRS")) count = std::atoi(asked);
  Random random(seed);
  for (int i = 0; i < count; ++i) {
    SCOPED_TRACE(i);
    const int most = random.in(1, 3);
    const int count_a = random.in(1, corners);
    const int count_b = random.in(1, corners);
    std::vector<Whole> a = random_points<D>(random, count_a, most);
    std::vector<Whole> b = random_points<D>(random, count_b, most);
    const Whole offset = random_points<D>(random, 1, 6).front();
    const int shift_a = random.in(-3, 3);
    Whole motion_b = random_points<D>(random, 1, 9).front();
    if (random.chance(2, 3)) {  // aimed at a
      const Whole spread = random_points<D>(random, 1, 2).front();
      const int share = random.in(1, 2);
      for (std::size_t l = 0; l < D; ++l) motion_b[l] = spread[l] - share * offset[l];
    }
    const Polytope<D> body_a = body_of<D>(a);
    const Polytope<D> body_b = body_of<D>(b);
    Whole velocity = motion_b;
    velocity[0] -= shift_a;
    Vector<D> motion_a{};
    motion_a[0] = shift_a;
    const Turned<D> turned = turn_some<D>(random, offset, b);
    for (Whole& x : a) {
      for (std::int64_t& entry : x) entry *= turned.denominator;
    }
    for (std::int64_t& entry : velocity) entry *= turned.denominator;

    const auto pose = turned.pose;
    const auto moves_a = Motion<D>::linear(motion_a).value();
    const auto moves_b = Motion<D>::linear(doubles_of<D>(motion_b)).value();
    const Cast<D> answer = cast(PosedD{body_a}, moves_a, PosedD{body_b, pose}, moves_b);
    const Cast<D> swapped = cast(PosedD{body_b, pose}, moves_b, PosedD{body_a}, moves_a);
    EXPECT_EQ(answer.verdict, swapped.verdict);
    EXPECT_EQ(answer.time.lower, swapped.time.lower);
    EXPECT_EQ(answer.time.upper, swapped.time.upper);

    const auto time = CastOracle(a, b).first_meeting(velocity);
    if (!time || *time > 1) {
      EXPECT_EQ(answer.verdict, CastVerdict::free);
      ++tally.free;
      continue;
    }
    expect_time<D>(answer, *time);
    EXPECT_EQ(answer.start == Verdict::separated, *time > 0);
    if (*time == 0) {
      ++tally.at_start;
      continue;
    }
    ++tally.hits;
    expect_support<D>(a, b, velocity, answer, 1.0 / static_cast<double>(turned.denominator));
    if (testing::Test::HasFailure()) return;
  }
}

TEST(CastLinear, RandomPairsInThePlaneAgreeWithEnumeration) {
  Tally tally;
  check_random_casts<2>(71, 3000, 6, tally);
  EXPECT_GT(tally.hits, 300);
  EXPECT_GT(tally.free, 300);
  EXPECT_GT(tally.at_start, 100);
}

TEST(CastLinear, RandomPairsInSpaceAgreeWithEnumeration) {
  Tally tally;
  check_random_casts<3>(72, 3000, 5, tally);
  EXPECT_GT(tally.hits, 200);
  EXPECT_GT(tally.free, 200);
  EXPECT_GT(tally.at_start, 50);
}

/// Points anywhere on a sphere, in any rotation: the widest integers, and no ties.
TEST(CastLinear, RocksAtAnyPoseMeetWhereTheDistanceVanishes) {
  Random random(73);
  const auto vector = [&](double size) {
    Vector3 x;
    for (double& entry : x) entry = size * (2 * random.unit() - 1);
    return x;
  };
  const auto rock = [&] {
    std::vector<Vector3> points;
    for (int i = 0; i < 30; ++i) points.push_back(vector(1));
    return Polytope3::from_points(points).value();
  };
  int hits = 0;
  for (int i = 0; i < 200; ++i) {
    SCOPED_TRACE(i);
    const Polytope3 a = rock();
    const Polytope3 b = rock();
    const Vector3 turn = vector(1);
    const Vector3 place = vector(4);
    Vector3 motion = vector(1);
    for (std::size_t l = 0; l < 3; ++l) motion[l] -= 1.25 * place[l];
    const auto pose_at = [&](double time) {
      Vector3 moved;
      for (std::size_t l = 0; l < 3; ++l) moved[l] = place[l] + time * motion[l];
      return Pose3::from_wxyz({1, turn[0], turn[1], turn[2]}, moved).value();
    };
    const Pose3 pose_a = Pose3::from_wxyz({1, turn[2], turn[0], turn[1]}).value();
    const Pose3 start = pose_at(0);
    const Cast3 answer = cast({a, pose_a}, Motion3(), {b, start}, Motion3::linear(motion).value());
    if (answer.start != Verdict::separated) continue;
    const double end = answer.verdict == CastVerdict::hit ? answer.time.lower : 1.0;
    for (int k = 0; k < 20; ++k) {
      const Pose3 earlier = pose_at(end * k / 20);
      EXPECT_EQ(intersects({a, pose_a}, {b, earlier}).verdict, Verdict::separated) << k;
    }
    if (answer.verdict != CastVerdict::hit) continue;
    ++hits;
    EXPECT_LE(answer.time.upper, std::nextafter(answer.time.lower, 2.0));
    const Pose3 then = pose_at(end);
    const Distance3 gap = distance({a, pose_a}, {b, then});
    EXPECT_LE(gap.distance.upper, 1e-14);
    const Pose3 later = pose_at(end + 1e-9);
    EXPECT_EQ(intersects({a, pose_a}, {b, later}).verdict, Verdict::overlapping);
    const Distance3 to_point = closest_point(answer.witness->point_a, {b, then}).value();
    EXPECT_LE(to_point.distance.lower, 1e-13);
    EXPECT_LE(closest_point(answer.witness->point_a, {a, pose_a}).value().distance.lower, 1e-13);
  }
  EXPECT_GT(hits, 100);
}

/// The face x = 1 of the cube meets a point at half of the path, and every axis contributes.
TEST(CastLinear, WhereTheyMeetMovesAlongWithTheFirst) {
  const Polytope3 dot = Polytope3::from_points({{0, 0, 0}}).value();
  const Vector3 place{5, 2.25, 1.5};
  const Cast3 hit = cast(Placed{cube()}, by(8, 4, 2), Placed{dot, at(5, 2.25, 1.5)}, by(0, 0, 0));
  ASSERT_EQ(hit.verdict, CastVerdict::hit);
  EXPECT_EQ(hit.time.lower, 0.5);
  EXPECT_EQ(hit.witness->normal, (Vector3{1, 0, 0}));
  ASSERT_TRUE(hit.witness.has_value());
  for (std::size_t l = 0; l < 3; ++l) EXPECT_NEAR(hit.witness->point_a[l], place[l], 1e-14) << l;
}

TEST(CastLinear, EveryHostRoundingModeGivesTheSameAnswer) {
  const Polytope3 ball = Polytope3::icosahedron(1.0);
  const auto turned = Pose3::from_wxyz({3, 1, 2, -1}, {3, 0.3, -0.2}).value();
  const auto ask = [&] {
    return cast({ball}, by(0.1, 0.2, 0.3), Placed{cube(), turned}, by(-3, 0.1, 0.7));
  };
  const Cast3 expected = ask();
  ASSERT_EQ(expected.verdict, CastVerdict::hit);
  for (const FloatMode& mode : float_modes()) {
    const Cast3 answer = in_mode(mode, ask);
    EXPECT_EQ(answer.time.lower, expected.time.lower) << mode.name;
    EXPECT_EQ(answer.time.upper, expected.time.upper) << mode.name;
  }
}

}  // namespace
}  // namespace sunder::test
