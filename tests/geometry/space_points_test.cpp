// SPDX-License-Identifier: Apache-2.0
//
// The bound of the side-of-plane filter and the exact distances, against rational numbers.
#include "geometry/space_points.hpp"

#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>
#include <random>

#include "geometry/double_bits.hpp"
#include "geometry/exact_plane.hpp"
#include "geometry/float_environment.hpp"
#include "geometry/rational.hpp"

namespace sunder::detail {
namespace {

using test::Rational;
using test::RationalPoint;

/// 2^power, also beyond the range of doubles.
Rational power_of_two(int power) {
  const Rational result(boost::multiprecision::cpp_int(1) << std::abs(power));
  return power < 0 ? Rational(1 / result) : result;
}

/// Sets of points that strain the bound. They are far away, tiny compared with their extent, at
/// both ends of the exponents, or long along one axis.
std::vector<double> points_of_kind(int kind, std::mt19937_64& random) {
  std::normal_distribution<double> normal;
  std::vector<double> points(30);
  for (std::size_t i = 0; i < points.size(); ++i) {
    double x = normal(random);
    if (kind == 1) x += 1e9;
    if (kind == 2) x = std::ldexp(x, -1060);
    if (kind == 3) x = std::ldexp(x, 1020);
    if (kind == 4 && i < 9) x *= 1e-9;
    if (kind == 5 && i % 3 == 2) x *= 1e-200;
    if (kind == 6) x = std::ldexp(x, static_cast<int>(random() % 400) - 200);
    points[i] = x;
  }
  return points;
}

RationalPoint exact_point(const SpacePoints& points, std::int32_t i) {
  const double* x = points.exact(i);
  return test::rational({x[0], x[1], x[2]});
}

TEST(SpacePoints, HeightsAreWithinTheirBoundInEveryFloatMode) {
  std::mt19937_64 random(1);
  int certain = 0;
  for (int round = 0; round < 84; ++round) {
    const std::vector<double> given = points_of_kind(round % 7, random);
    for (const test::FloatMode& mode : test::float_modes()) {
      const SpacePoints points = test::in_mode(mode, [&] { return SpacePoints(given.data(), 10); });
      const PlaneFilter plane = test::in_mode(mode, [&] { return points.plane({0, 1, 2}); });
      const Rational unit = power_of_two(-3 * points.scale());
      for (std::int32_t i = 0; i < 10; ++i) {
        const double height = test::in_mode(mode, [&] { return plane.height(points.local(i)); });
        const Rational exact = unit * test::volume(exact_point(points, 0), exact_point(points, 1),
                                                   exact_point(points, 2), exact_point(points, i));
        const Rational error = Rational(height) - exact;
        ASSERT_LE(error, Rational(plane.bound)) << mode.name << ", kind " << round % 7;
        ASSERT_GE(error, -Rational(plane.bound)) << mode.name << ", kind " << round % 7;
        certain += std::fabs(height) > plane.bound ? 1 : 0;
        const int side = test::in_mode(mode, [&] { return points.side(plane, {0, 1, 2}, i); });
        ASSERT_EQ(side, test::sign(exact));
      }
    }
  }
  EXPECT_GT(certain, 2000);
}

TEST(ExactPlane, DepthsAreRoundedDownAndClose) {
  std::mt19937_64 random(2);
  for (int round = 0; round < 210; ++round) {
    const std::vector<double> given = points_of_kind(round % 7, random);
    const SpacePoints points(given.data(), 10);
    const RationalPoint a = exact_point(points, 0);
    const RationalPoint normal =
        test::cross(test::minus(exact_point(points, 1), a), test::minus(exact_point(points, 2), a));
    for (std::int32_t i = 3; i < 10; ++i) {
      const double depth =
          exact_depth_below(points.exact(0), points.exact(1), points.exact(2), points.exact(i));
      const Rational below = test::dot(normal, test::minus(a, exact_point(points, i)));
      if (below <= 0) {
        ASSERT_EQ(depth, 0);
        continue;
      }
      const Rational square = below * below;
      const Rational length = test::dot(normal, normal);
      ASSERT_LE(Rational(depth) * Rational(depth) * length, square);
      const Rational more(std::nextafter(std::nextafter(depth, INFINITY), INFINITY));
      ASSERT_GE(more * more * length, square);
    }
  }
}

TEST(ExactPlane, NormalOfAThinTriangleIsTheExactDirection) {
  const double a[3] = {1e9, 0, 0};
  const double b[3] = {1e9 + 1, 0x1p-1074, 0};
  const double c[3] = {1e9 + 2, 0x1p-1072, 0};
  EXPECT_EQ(exact_normal(a, b, c), (std::array<double, 3>{0, 0, 1}));
}

TEST(DoubleBits, PowersOfTwoAreExactOrTruncated) {
  EXPECT_EQ(times_power_of_two(1.5, 10), 1536);
  EXPECT_EQ(times_power_of_two(-0x1p-1074, 1074), -1);
  EXPECT_EQ(times_power_of_two(0x1.8p-1073, 0), 0x1p-1073 * 1.5);
  EXPECT_EQ(times_power_of_two(3, -1075), 0x1p-1074);
  EXPECT_EQ(times_power_of_two(-3, -1077), 0);
  EXPECT_EQ(times_power_of_two(1, 1024), INFINITY);
  EXPECT_EQ(times_power_of_two_up(3, -1075), 0x1p-1073);
  EXPECT_EQ(times_power_of_two_up(1, -3000), 0x1p-1074);
  EXPECT_EQ(times_power_of_two_up(1, -1074), 0x1p-1074);
  EXPECT_EQ(exponent_above(1), 1);
  EXPECT_EQ(exponent_above(0x1p-1074), -1073);
}

TEST(DoubleBits, OrderIsThatOfValues) {
  const std::vector<double> ascending{-INFINITY, -1e300, -1, -0x1p-1074, 0, 0x1p-1074, 1, INFINITY};
  for (std::size_t i = 0; i < ascending.size(); ++i) {
    for (std::size_t j = 0; j < ascending.size(); ++j) {
      EXPECT_EQ(less(ascending[i], ascending[j]), i < j);
    }
  }
  EXPECT_TRUE(equal(0.0, -0.0));
}

}  // namespace
}  // namespace sunder::detail
