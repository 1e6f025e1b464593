// SPDX-License-Identifier: Apache-2.0
//
// Accepted and refused motions; motions of which only a bound is known, or that a function defines;
// rays and closest points.
#include <cmath>
#include <gtest/gtest.h>
#include <limits>

#include "query/cast_oracle.hpp"
#include "suite/placed.hpp"
#include "suite/random.hpp"
#include "sunder/cast.hpp"
#include "sunder/sunder.hpp"

namespace sunder::test {
namespace {

using suite::Random;

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
constexpr double kInfinity = std::numeric_limits<double>::infinity();

Pose3 at(double x, double y, double z) { return Pose3::translation({x, y, z}).value(); }
Pose2 at(double x, double y) { return Pose2::translation({x, y}).value(); }

const Polytope3& cube() {
  static const Polytope3 body = Polytope3::box({1, 1, 1});
  return body;
}
const Polytope2& square() {
  static const Polytope2 body = Polytope2::box({1, 1});
  return body;
}

// ---- motions -----------------------------------------------------------------------------------

TEST(Motion, RefusesWhatIsNoMotion) {
  EXPECT_EQ(Motion3::linear({0, kNaN, 0}).error().code, ErrorCode::not_finite);
  EXPECT_NE(Motion3::linear({0, kNaN, 0}).error().message.find("translation[1]"),
            std::string::npos);
  EXPECT_EQ(Motion2::linear({kInfinity, 0}).error().code, ErrorCode::not_finite);
  EXPECT_FALSE(Motion3::rigid({0, 0, kNaN}, {0, 0, 0}, {0, 0, 1}, 1));
  EXPECT_FALSE(Motion3::rigid({0, 0, 0}, {0, -kInfinity, 0}, {0, 0, 1}, 1));
  EXPECT_FALSE(Motion3::rigid({0, 0, 0}, {0, 0, 0}, {kNaN, 0, 1}, 1));
  EXPECT_FALSE(Motion3::rigid({0, 0, 0}, {0, 0, 0}, {0, 0, 1}, kInfinity));
  EXPECT_FALSE(Motion2::rigid({0, 0}, {0, 0}, kNaN));
  EXPECT_NE(Motion3::rigid({0, 0, 0}, {0, 0, 0}, {0, -0.0, 0}, 1).error().message.find("axis"),
            std::string::npos);
}

TEST(Motion, TakesAnAxisOfAnyLength) {
  const double least = std::numeric_limits<double>::denorm_min();
  const double most = std::numeric_limits<double>::max();
  const Polytope3 bar = Polytope3::box({1, 0.125, 0.125});
  Cast3 first;
  for (const double length : {1.0, least, 1e-300, most}) {
    const Motion3 turn = Motion3::rigid({0, 0, 0}, {0, 0, 0}, {0, -length, 0}, 1).value();
    EXPECT_TRUE(turn.turns());
    const Cast3 hit = cast({bar}, turn, Placed{cube(), at(0, 0, 1.75)}, Motion3());
    ASSERT_EQ(hit.verdict, CastVerdict::hit);
    if (length == 1) first = hit;
    EXPECT_EQ(hit.time.lower, first.time.lower);
  }
  EXPECT_FALSE(Motion3().turns());
  EXPECT_FALSE(Motion3::linear({1, 2, 3}).value().turns());
}

TEST(Motion, HasWordsForItsVerdicts) {
  EXPECT_EQ(to_string(CastVerdict::free), "free");
  EXPECT_EQ(to_string(CastVerdict::hit), "hit");
  EXPECT_EQ(to_string(CastVerdict::unresolved), "unresolved");
}

// ---- cast_within -------------------------------------------------------------------------------

TEST(CastWithin, IsExactAtTheBound) {
  // The distance is 1, and 3 / 2 + ... along the diagonal it is sqrt(2), which no double is.
  EXPECT_EQ(cast_within(Placed{cube()}, 0.5, Placed{cube(), at(3, 0, 0)}, 0.5).verdict,
            CastVerdict::unresolved);
  EXPECT_EQ(cast_within(Placed{cube()}, 0.5, Placed{cube(), at(3, 0, 0)}, std::nextafter(0.5, 0.0))
                .verdict,
            CastVerdict::free);
  EXPECT_EQ(cast_within(Placed{cube()}, 1, Placed{cube(), at(3, 0, 0)}, 0x1p-80).verdict,
            CastVerdict::unresolved);
  const double root = std::sqrt(2.0);  // above the true one
  const CastRational two(2);
  for (const double bound : {root, std::nextafter(root, 0.0), std::nextafter(root, 2.0)}) {
    const bool free = CastRational(bound) * CastRational(bound) < two;
    EXPECT_EQ(cast_within(Placed{square()}, 0, Placed{square(), at(3, 3)}, bound).verdict,
              free ? CastVerdict::free : CastVerdict::unresolved);
    EXPECT_EQ(cast_within(Placed{square()}, bound, Placed{square(), at(3, 3)}, 0).verdict,
              free ? CastVerdict::free : CastVerdict::unresolved);
  }
}

TEST(CastWithin, AgreesWithExactDistances) {
  Random random(90);
  for (int i = 0; i < 500; ++i) {
    const int dx = random.in(1, 5);
    const int dy = random.in(1, 5);
    const double near = random.unit() * 4;
    const double less = random.unit() * 4;
    const CastRational sum = CastRational(near) + CastRational(less);
    const Cast2 answer =
        cast_within(Placed{square()}, near, Placed{square(), at(2 + dx, -2 - dy)}, less);
    const bool free = sum * sum < dx * dx + dy * dy;
    EXPECT_EQ(answer.verdict, free ? CastVerdict::free : CastVerdict::unresolved);
  }
}

TEST(CastWithin, SaysHitOnlyOfBodiesThatMeetNow) {
  const Cast3 hit = cast_within(Placed{cube()}, kNaN, Placed{cube(), at(2, 2, 2)}, -1);
  EXPECT_EQ(hit.verdict, CastVerdict::hit);
  EXPECT_EQ(hit.start, Verdict::touching);
  EXPECT_EQ(hit.time.upper, 0);
  EXPECT_TRUE(hit.witness.has_value());
  for (const double bound : {-1.0, -std::numeric_limits<double>::denorm_min(), kNaN, kInfinity}) {
    const Cast3 open = cast_within(Placed{cube()}, bound, Placed{cube(), at(9, 0, 0)}, 1);
    EXPECT_EQ(open.verdict, CastVerdict::unresolved);
    EXPECT_EQ(open.time.lower, 0);
    EXPECT_EQ(open.time.upper, 1);
  }
  EXPECT_EQ(cast_within(Placed{cube()}, 5, Placed{Polytope3()}, 5).verdict, CastVerdict::free);
  const double huge = std::numeric_limits<double>::max();
  EXPECT_EQ(cast_within(Placed{cube()}, huge, Placed{cube(), at(9, 0, 0)}, huge).verdict,
            CastVerdict::unresolved);
}

// ---- paths -------------------------------------------------------------------------------------

Path<3> along_x(double from, double speed, double bound) {
  return {[=](double t) { return at(from + speed * t, 0, 0); }, bound};
}
const Path<3>& still() {
  static const Path<3> path{[](double) { return Pose3::identity(); }, 0};
  return path;
}

TEST(CastPath, FindsAKnownTime) {
  const Cast3 hit = cast(cube(), still(), cube(), along_x(6, -8, 8), {1e-9, 0});
  ASSERT_EQ(hit.verdict, CastVerdict::hit);
  EXPECT_LE(hit.time.lower, 0.5);
  EXPECT_GE(hit.time.upper, 0.5);
  EXPECT_LE(hit.time.upper - hit.time.lower, 1e-9);
  EXPECT_EQ(hit.start, Verdict::separated);
  EXPECT_NEAR(hit.witness->normal[0], 1, 1e-12);
  // A bound twice as large as necessary costs steps and nothing else.
  const Cast3 careful = cast(cube(), still(), cube(), along_x(6, -8, 16), {1e-9, 0});
  ASSERT_EQ(careful.verdict, CastVerdict::hit);
  EXPECT_LE(careful.time.lower, 0.5);
  EXPECT_GE(careful.time.upper, 0.5);
  EXPECT_EQ(cast(cube(), still(), cube(), along_x(6, -3, 4), {1e-9, 0}).verdict, CastVerdict::free);
}

TEST(CastPath, APathThatTurnsBackJustBeforeIsFree) {
  const Path<3> visit{[](double t) { return at(2.001 + 4 * (t - 0.5) * (t - 0.5), 0, 0); }, 4};
  EXPECT_EQ(cast(cube(), still(), cube(), visit, {1e-6, 0}).verdict, CastVerdict::free);
  const Path<3> touch{[](double t) { return at(2 + 4 * (t - 0.5) * (t - 0.5), 0, 0); }, 4};
  const Cast3 open = cast(cube(), still(), cube(), touch, {1e-6, 0});
  EXPECT_NE(open.verdict, CastVerdict::free);
  EXPECT_LE(open.time.upper - open.time.lower, 1e-6);
  EXPECT_LE(open.time.lower, 0.5);
}

TEST(CastPath, WorksInThePlaneAndWhereNothingMoves) {
  const Path<2> stands{[](double) { return Pose2::identity(); }, 0};
  const Path<2> beside{[](double) { return at(2.5, 0); }, 0};
  EXPECT_EQ(cast(square(), stands, square(), beside).verdict, CastVerdict::free);
  EXPECT_EQ(cast(square(), stands, Polytope2(), beside).verdict, CastVerdict::free);
  const Path<2> turning{
      [](double t) {
        const double c = std::cos(t);
        const double s = std::sin(t);
        return Pose2::from_matrix(std::array<double, 6>{c, -s, 0, s, c, 0}).value();
      },
      1.5};
  const Cast2 hit = cast(square(), turning, square(), {[](double) { return at(2.25, 0); }, 0});
  ASSERT_EQ(hit.verdict, CastVerdict::hit);
  EXPECT_NEAR(hit.time.lower, std::acos(-1.0) / 4 - std::acos(1.25 / std::sqrt(2.0)), 1e-8);
}

TEST(CastPath, BoundsThatAreNoneProveNothing) {
  for (const double bound : {-1.0, kNaN, kInfinity}) {
    const Cast3 open = cast(cube(), still(), cube(), along_x(6, -8, bound));
    EXPECT_EQ(open.verdict, CastVerdict::unresolved);
    EXPECT_EQ(open.time.lower, 0);
    EXPECT_EQ(open.time.upper, 1);
    EXPECT_EQ(open.start, Verdict::separated);
  }
  EXPECT_EQ(cast(cube(), still(), cube(), along_x(1, -8, kNaN)).verdict, CastVerdict::hit);
  EXPECT_EQ(cast(cube(), still(), cube(), Path<3>{}).verdict, CastVerdict::unresolved);
  const Cast3 cut = cast(cube(), still(), cube(), along_x(6, -8, 16), {1e-9, 3});
  EXPECT_EQ(cut.verdict, CastVerdict::unresolved);
  EXPECT_GT(cut.time.lower, 0);
  EXPECT_EQ(cut.time.upper, 1);
  EXPECT_LE(cut.steps, 4);
}

// ---- rays and points ---------------------------------------------------------------------------

TEST(RayCast, MeetsABoxWhereItShould) {
  const Cast3 hit = ray_cast({-3, 0.5, 0.25}, {8, 0, 0}, Placed{cube()}).value();
  ASSERT_EQ(hit.verdict, CastVerdict::hit);
  EXPECT_EQ(hit.time.lower, 0.25);
  EXPECT_EQ(hit.time.upper, 0.25);
  EXPECT_EQ(hit.witness->normal, (Vector3{1, 0, 0}));
  EXPECT_EQ(hit.witness->point_a, (Vector3{-1, 0.5, 0.25}));
  EXPECT_EQ(ray_cast({-3, 0.5, 0}, {1.5, 0, 0}, Placed{cube()}).value().verdict, CastVerdict::free);
  EXPECT_EQ(ray_cast({-3, 0.5, 0}, {-8, 0, 0}, Placed{cube()}).value().verdict, CastVerdict::free);
  // Rays along a face, along an edge, through a corner, and past them by one ulp.
  EXPECT_EQ(ray_cast({-3, 1, 0}, {8, 0, 0}, Placed{cube()}).value().time.lower, 0.25);
  EXPECT_EQ(ray_cast({-3, 1, 1}, {8, 0, 0}, Placed{cube()}).value().time.lower, 0.25);
  EXPECT_EQ(ray_cast({-3, 1, 5}, {4, 0, -8}, Placed{cube()}).value().time.lower, 0.5);
  const double above = std::nextafter(1.0, 2.0);
  EXPECT_EQ(ray_cast({-3, above, 0}, {8, 0, 0}, Placed{cube()}).value().verdict, CastVerdict::free);
  // A rotated box: a quarter turn about z, then 2 along x.
  const Pose3 pose = Pose3::from_wxyz({1, 0, 0, 1}, {2, 0, 0}).value();
  const Polytope3 plank = Polytope3::box({4, 0.5, 1});
  EXPECT_EQ(ray_cast({0, 3, 0}, {2, 0, 0}, {plank, pose}).value().time.lower, 0.75);
}

TEST(RayCast, FromWithinIsAHitAtZero) {
  const Cast2 inside = ray_cast({0.5, 0.5}, {8, 0}, Placed{square()}).value();
  EXPECT_EQ(inside.verdict, CastVerdict::hit);
  EXPECT_EQ(inside.start, Verdict::overlapping);
  EXPECT_EQ(inside.time.upper, 0);
  EXPECT_EQ(inside.witness->point_a, (Vector2{0.5, 0.5}));
  const Cast2 rim = ray_cast({1, 0.5}, {8, 0}, Placed{square()}).value();
  EXPECT_EQ(rim.start, Verdict::touching);
  EXPECT_EQ(rim.time.upper, 0);
  EXPECT_EQ(rim.witness->normal, (Vector2{-1, 0}));  // into the body
}

TEST(RayCast, RefusesWhatIsNoRay) {
  EXPECT_NE(ray_cast({kNaN, 0}, {1, 0}, Placed{square()}).error().message.find("origin[0]"),
            std::string::npos);
  EXPECT_NE(ray_cast({0, kNaN}, {1, 0}, Placed{square()}).error().message.find("origin[1]"),
            std::string::npos);
  EXPECT_NE(
      ray_cast({0, 0, 0}, {1, 0, kInfinity}, Placed{cube()}).error().message.find("direction[2]"),
      std::string::npos);
  // Without a direction it is a question about a point.
  EXPECT_EQ(ray_cast({3, 0}, {0, 0}, Placed{square()}).value().verdict, CastVerdict::free);
  EXPECT_EQ(ray_cast({1, 0}, {0, 0}, Placed{square()}).value().verdict, CastVerdict::hit);
}

TEST(ClosestPoint, OfABox) {
  const Distance3 corner = closest_point({2, 3, 3}, Placed{cube()}).value();
  EXPECT_LE(corner.distance.lower, 3);
  EXPECT_GE(corner.distance.upper, 3);
  EXPECT_EQ(corner.witness->point_a, (Vector3{2, 3, 3}));
  EXPECT_EQ(corner.witness->point_b, (Vector3{1, 1, 1}));
  const Distance3 face = closest_point({0.5, 0.25, -4}, Placed{cube()}, 1e-15).value();
  EXPECT_EQ(face.distance.lower, 3);
  EXPECT_EQ(face.distance.upper, 3);
  EXPECT_EQ(face.witness->point_b, (Vector3{0.5, 0.25, -1}));
  const Distance2 inside = closest_point({0.5, 0.25}, Placed{square()}).value();
  EXPECT_EQ(inside.distance.upper, 0);
  EXPECT_EQ(inside.verdict, Verdict::overlapping);
  EXPECT_EQ(inside.witness->point_b, (Vector2{0.5, 0.25}));
  EXPECT_TRUE(inside.witness.has_value());
  const Distance2 rim = closest_point({1, 1}, Placed{square()}).value();
  EXPECT_EQ(rim.verdict, Verdict::touching);
  EXPECT_EQ(rim.witness->point_b, (Vector2{1, 1}));
  EXPECT_NE(closest_point({0, kNaN}, Placed{square()}).error().message.find("point[1]"),
            std::string::npos);
}

}  // namespace
}  // namespace sunder::test
