// SPDX-License-Identifier: Apache-2.0
#include "exact/orientation.hpp"

#include <cmath>
#include <gtest/gtest.h>
#include <limits>
#include <random>

#include "geometry/float_environment.hpp"
#include "geometry/rational.hpp"

namespace sunder::detail {
namespace {

using test::Rational;

using Point2 = std::array<double, 2>;
using Point3 = std::array<double, 3>;

int expected2d(const Point2& a, const Point2& b, const Point2& c) {
  const Rational ax(a[0]);
  const Rational ay(a[1]);
  return test::sign((Rational(b[0]) - ax) * (Rational(c[1]) - ay) -
                    (Rational(b[1]) - ay) * (Rational(c[0]) - ax));
}

int expected3d(const std::array<Point3, 4>& p) {
  return test::sign(test::volume(test::rational(p[0]), test::rational(p[1]), test::rational(p[2]),
                                 test::rational(p[3])));
}

/// Coordinates of every kind: small integers that tie, neighbours of them, all exponents.
class Coordinates {
 public:
  explicit Coordinates(std::uint64_t seed) : random_(seed) {}

  double next() {
    const double integer = static_cast<double>(static_cast<int>(random_() % 7)) - 3;
    switch (kind_) {
      case 0:
        return integer;
      case 1:
        return random_() % 4 == 0 ? std::nextafter(integer, 9.0) : integer;
      case 2:
        return integer * 0x1p-1074;
      case 3:
        return integer * 0x1.8p+1020;
      case 4:
        return std::ldexp(integer, static_cast<int>(random_() % 2000) - 1050);
      case 5:
        return 1e9 + integer * 0x1p-22;
      default:
        return std::ldexp(uniform_(random_), static_cast<int>(random_() % 60) - 30);
    }
  }
  void choose_kind() { kind_ = static_cast<int>(random_() % 7); }

 private:
  std::mt19937_64 random_;
  std::uniform_real_distribution<double> uniform_{-1, 1};
  int kind_ = 0;
};

TEST(Orientation, PlaneAgreesWithRationalsInEveryFloatMode) {
  Coordinates coordinates(1);
  int zeros = 0;
  for (int round = 0; round < 1500; ++round) {
    coordinates.choose_kind();
    std::array<Point2, 3> p;
    for (Point2& point : p) point = {coordinates.next(), coordinates.next()};
    const int expected = expected2d(p[0], p[1], p[2]);
    zeros += expected == 0 ? 1 : 0;
    for (const test::FloatMode& mode : test::float_modes()) {
      const int sign =
          test::in_mode(mode, [&] { return orient2d(p[0].data(), p[1].data(), p[2].data()); });
      ASSERT_EQ(sign, expected) << mode.name << ", round " << round;
    }
  }
  EXPECT_GT(zeros, 40);
}

TEST(Orientation, SpaceAgreesWithRationalsInEveryFloatMode) {
  Coordinates coordinates(2);
  int zeros = 0;
  for (int round = 0; round < 1500; ++round) {
    coordinates.choose_kind();
    std::array<Point3, 4> p;
    for (Point3& point : p) point = {coordinates.next(), coordinates.next(), coordinates.next()};
    const int expected = expected3d(p);
    zeros += expected == 0 ? 1 : 0;
    for (const test::FloatMode& mode : test::float_modes()) {
      const int sign = test::in_mode(
          mode, [&] { return orient3d(p[0].data(), p[1].data(), p[2].data(), p[3].data()); });
      ASSERT_EQ(sign, expected) << mode.name << ", round " << round;
    }
  }
  EXPECT_GT(zeros, 40);
}

// The plane through points of an affine image is hit to the last bit: all four points are roundings
// of coplanar points. Doubles alone cannot decide the sign.
TEST(Orientation, SpaceIsExactOnRoundedCoplanarPoints) {
  std::mt19937_64 random(3);
  std::uniform_real_distribution<double> uniform(-1, 1);
  for (int round = 0; round < 1000; ++round) {
    std::array<Point3, 4> p;
    for (Point3& point : p) {
      const double x = uniform(random);
      const double y = uniform(random);
      point = {x, y, 0.3 * x + 0.7 * y + 5};
    }
    ASSERT_EQ(orient3d(p[0].data(), p[1].data(), p[2].data(), p[3].data()), expected3d(p));
  }
}

TEST(Orientation, CollinearPointsInSpace) {
  const Point3 a{0, 0, 0};
  const Point3 b{1, 2, 3};
  const Point3 c{3, 6, 9};
  const Point3 off{3, 6, std::nextafter(9.0, 10.0)};
  EXPECT_TRUE(collinear3d(a.data(), b.data(), c.data()));
  EXPECT_FALSE(collinear3d(a.data(), b.data(), off.data()));
  EXPECT_TRUE(collinear3d(a.data(), a.data(), off.data()));
}

int rank(const std::vector<double>& points, int dimension) {
  const auto count = static_cast<std::int32_t>(points.size() / static_cast<std::size_t>(dimension));
  return static_cast<int>(affine_basis(points.data(), count, dimension).size()) - 1;
}

TEST(AffineBasis, RanksOfPlainSets) {
  EXPECT_EQ(rank({}, 3), -1);
  EXPECT_EQ(rank({1, 2, 3}, 3), 0);
  EXPECT_EQ(rank({0.0, 1, 2, -0.0, 1, 2}, 3), 0);
  EXPECT_EQ(rank({0, 0, 0, 1, 1, 1, 2, 2, 2}, 3), 1);
  EXPECT_EQ(rank({0, 0, 0, 1, 1, 1, 2, 2, 3}, 3), 2);
  EXPECT_EQ(rank({0, 0, 0, 0x1p-1074, 0, 0, 0, 1e300, 0, 0, 0, 1}, 3), 3);
  EXPECT_EQ(rank({5, 5}, 1), 0);
  EXPECT_EQ(rank({5, 6}, 1), 1);
  EXPECT_EQ(rank({0, 0, 1, 1, 2, 2}, 2), 1);
}

// Points in a k-dimensional image of an integer lattice have rank k; rounding one entry raises it.
TEST(AffineBasis, RanksOfRandomFlatsInHigherDimensions) {
  std::mt19937_64 random(4);
  for (int d = 4; d <= 8; ++d) {
    for (int k = 0; k <= d; ++k) {
      std::vector<std::vector<double>> directions;
      for (int i = 0; i < k; ++i) {
        std::vector<double> direction(static_cast<std::size_t>(d));
        direction[static_cast<std::size_t>(i)] = 1;
        for (int j = k; j < d; ++j) {
          direction[static_cast<std::size_t>(j)] = static_cast<double>(random() % 9);
        }
        directions.push_back(direction);
      }
      std::vector<double> points;
      for (int i = 0; i < 40; ++i) {
        std::vector<double> point(static_cast<std::size_t>(d), 1e6);
        for (const std::vector<double>& direction : directions) {
          const auto weight = static_cast<double>(random() % 100);
          for (std::size_t j = 0; j < point.size(); ++j) point[j] += weight * direction[j];
        }
        points.insert(points.end(), point.begin(), point.end());
      }
      ASSERT_EQ(rank(points, d), k) << "dimension " << d;
      if (k == d) continue;
      points.back() = std::nextafter(points.back(), 1e9);
      ASSERT_EQ(rank(points, d), k + 1) << "dimension " << d;
    }
  }
}

}  // namespace
}  // namespace sunder::detail
