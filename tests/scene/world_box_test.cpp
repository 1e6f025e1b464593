// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <gtest/gtest.h>

#include "geometry/float_environment.hpp"
#include "geometry/rational.hpp"
#include "scene/random_scene.hpp"
#include "suite/placed.hpp"
#include "sunder/scene.hpp"

namespace sunder {
namespace {

using test::Placed;

using test::Rational;
using test::RationalPoint;

using RationalMatrix = std::array<RationalPoint, 3>;

/// R, exactly: a quaternion's rotation is a matrix of rationals.
RationalMatrix exact_linear(const Pose3& pose) {
  RationalMatrix r;
  if (!pose.is_quaternion()) {
    for (int row = 0; row < 3; ++row) {
      for (int k = 0; k < 3; ++k) {
        r[static_cast<std::size_t>(row)][static_cast<std::size_t>(k)] =
            Rational(pose.linear(row, k));
      }
    }
    return r;
  }
  const auto& q = pose.wxyz();
  const Rational w(q[0]), x(q[1]), y(q[2]), z(q[3]);
  const Rational n = w * w + x * x + y * y + z * z;
  r[0] = {(w * w + x * x - y * y - z * z) / n, 2 * (x * y - w * z) / n, 2 * (x * z + w * y) / n};
  r[1] = {2 * (x * y + w * z) / n, (w * w - x * x + y * y - z * z) / n, 2 * (y * z - w * x) / n};
  r[2] = {2 * (x * z - w * y) / n, 2 * (y * z + w * x) / n, (w * w - x * x - y * y + z * z) / n};
  return r;
}

std::vector<RationalPoint> exact_vertices(const Posed3& body) {
  const RationalMatrix r = exact_linear(body.pose());
  std::vector<RationalPoint> result;
  for (std::int32_t i = 0; i < body.polytope().vertex_count(); ++i) {
    const RationalPoint vertex = test::rational(body.polytope().vertex(i));
    RationalPoint world;
    for (std::size_t k = 0; k < 3; ++k) {
      world[k] = test::dot(r[k], vertex) + Rational(body.pose().offset(static_cast<int>(k)));
    }
    result.push_back(world);
  }
  return result;
}

bool holds(const Bounds<3>& box, const std::vector<RationalPoint>& vertices) {
  for (const RationalPoint& vertex : vertices) {
    for (std::size_t k = 0; k < 3; ++k) {
      if (std::isfinite(box.lower[k]) && vertex[k] < Rational(box.lower[k])) return false;
      if (std::isfinite(box.upper[k]) && vertex[k] > Rational(box.upper[k])) return false;
    }
  }
  return true;
}

void expect_sound(const Posed3& body) {
  const std::vector<RationalPoint> vertices = exact_vertices(body);
  for (const test::FloatMode& mode : test::float_modes()) {
    const Bounds<3> box = test::in_mode(mode, [&] { return world_box(body); });
    EXPECT_TRUE(holds(box, vertices)) << mode.name;
  }
}

/// The box without its margin: the result of a naive version.
Bounds<3> naive_box(const Posed3& body) {
  Bounds<3> box{{1e308, 1e308, 1e308}, {-1e308, -1e308, -1e308}};
  for (std::int32_t i = 0; i < body.polytope().vertex_count(); ++i) {
    const Vector3 v = body.polytope().vertex(i);
    for (int k = 0; k < 3; ++k) {
      const double x = body.pose().linear(k, 0) * v[0] + body.pose().linear(k, 1) * v[1] +
                       body.pose().linear(k, 2) * v[2] + body.pose().offset(k);
      const auto axis = static_cast<std::size_t>(k);
      box.lower[axis] = std::min(box.lower[axis], x);
      box.upper[axis] = std::max(box.upper[axis], x);
    }
  }
  return box;
}

TEST(WorldBox, HoldsTheExactBodyInEveryMode) {
  test::RandomScene random(1);
  int naive_failures = 0;
  for (const double size : {1.0, 1e-6, 1e9, 1e-200}) {
    for (const double centre : {0.0, 1.0, 1e9, -1e300}) {
      for (int i = 0; i < 12; ++i) {
        const Polytope3 polytope = random.polytope(size);
        const Pose3 pose = random.pose(centre, size);
        expect_sound({polytope, pose});
        if (!holds(naive_box({polytope, pose}), exact_vertices({polytope, pose}))) ++naive_failures;
      }
    }
  }
  EXPECT_GT(naive_failures, 50) << "these bodies do not tell a rounded box from a sound one";
}

TEST(WorldBox, SurvivesFlushedSubnormals) {
  const double least = 0x1p-1074;
  const Polytope3 polytope =
      Polytope3::from_points({{least, 0, 0}, {0x1p-1030, least, 0}, {0x1p150, 0x1p-1023, 1}})
          .value();
  const std::array<double, 12> rows{0x1p150, least, 0, least, 0x1p-1040, 0x1p150,
                                    0,       0,     0, 0,     0x1p-1074, -0x1p-1050};
  const Pose3 pose = Pose3::from_matrix(rows).value();
  expect_sound({polytope, pose});
}

/// If only one product rounds, its axis alone must widen the box.
TEST(WorldBox, HoldsARodAlongEachAxis) {
  for (std::size_t k = 0; k < 3; ++k) {
    for (int i = 1; i < 20; ++i) {
      Vector3 begin{};
      Vector3 end{};
      begin[k] = 0.1 * i;
      end[k] = 0.7 * i;
      const Polytope3 rod = Polytope3::from_points({begin, end}).value();
      std::array<double, 12> rows{};
      for (std::size_t row = 0; row < 3; ++row) rows[4 * row + k] = 1.0 / (3 * i + 1);
      expect_sound(Placed{rod, Pose3::from_matrix(rows).value()});
    }
  }
}

/// Without size or offset the margin is still positive.
TEST(WorldBox, HoldsTheSmallestBodies) {
  for (const double size : {0.0, 0x1p-1074, 0x1p-1000, 0x1p-801}) {
    const auto tiny = Polytope3::from_points({{0, 0, 0}, {size, -size, size}}).value();
    expect_sound({tiny});
  }
}

TEST(WorldBox, IsFiniteUpToTheLargestOffset) {
  const Polytope3 unit = Polytope3::box({1, 1, 1});
  const Pose3 away = Pose3::translation({0x1p1000, -0x1p1000, 0}).value();
  const Bounds<3> box = world_box({unit, away});
  EXPECT_LT(box.upper[0], 0x1.1p1000);
  EXPECT_GT(box.lower[1], -0x1.1p1000);
  expect_sound({unit, away});
}

TEST(WorldBox, IsTightToAFewUnitsInTheLastPlace) {
  const Polytope3 box = Polytope3::box({1, 2, 3});
  const Pose3 pose = Pose3::translation({10, 20, 30}).value();
  const Bounds<3> bounds = world_box({box, pose});
  for (std::size_t k = 0; k < 3; ++k) {
    const double centre = 10.0 * static_cast<double>(k + 1);
    const double half = static_cast<double>(k + 1);
    EXPECT_NEAR(bounds.lower[k], centre - half, 1e-13);
    EXPECT_NEAR(bounds.upper[k], centre + half, 1e-13);
    EXPECT_LT(bounds.lower[k], centre - half);
    EXPECT_GT(bounds.upper[k], centre + half);
  }
}

/// By its derivation: eight units of the size, twice the error of the pose, and 2^-800.
TEST(WorldBox, IsWiderByItsBound) {
  const Polytope3 origin = Polytope3::from_points({{0, 0, 0}}).value();
  EXPECT_EQ(world_box({origin}).upper[0], 0x1p-800);
  EXPECT_EQ(world_box({origin}).lower[2], -0x1p-800);
  const Polytope3 unit = Polytope3::box({1, 1, 1});
  EXPECT_EQ(world_box({unit}).upper[1], 1 + 0x1p-49);
  // A rod rotated away from the axis: the error of the rotation is nearly everything.
  const Pose3 turned = Pose3::from_wxyz({1, 0, 0, 1}, {}).value();
  for (std::size_t along = 0; along < 3; ++along) {
    Vector3 half{0x1p-20, 0x1p-20, 0x1p-20};
    half[along] = 1024;
    const double error = 2 * turned.linear_error() * (half[0] + half[1] + half[2]);
    ASSERT_GT(error, 0x1p-49);
    const std::size_t across = along == 1 ? 1 : 0;
    const Polytope3 bar = Polytope3::box(half);
    const double wider = world_box({bar, turned}).upper[across] - 0x1p-20;
    EXPECT_NEAR(wider, error, 0x1p-8 * error);
  }
}

TEST(WorldBox, IsAllOfSpaceBeyondTheRangeAndNothingForTheEmptyBody) {
  const Polytope3 huge = Polytope3::box({0x1p151, 1, 1});
  EXPECT_EQ(world_box({huge}).lower[0], -std::numeric_limits<double>::infinity());
  const Polytope3 unit = Polytope3::box({1, 1, 1});
  for (const double offset : {0x1p1001, -0x1p1001}) {
    const Pose3 away = Pose3::translation({offset, 0, 0}).value();
    EXPECT_EQ(world_box({unit, away}).lower[0], -std::numeric_limits<double>::infinity());
    EXPECT_EQ(world_box({unit, away}).upper[0], std::numeric_limits<double>::infinity());
  }
  const Polytope3 empty;
  EXPECT_GT(world_box({empty}).lower[0], world_box({empty}).upper[0]);
}

}  // namespace
}  // namespace sunder
