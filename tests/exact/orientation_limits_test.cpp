// SPDX-License-Identifier: Apache-2.0
//
// Signs at the limits of their filters. Differences of collinear or coplanar points round as badly
// as possible, large factors magnify subnormals, and integers are widest.
#include <algorithm>
#include <array>
#include <cmath>
#include <gtest/gtest.h>
#include <random>
#include <vector>

#include "exact/orientation.hpp"
#include "exact/residue_basis.hpp"
#include "geometry/float_environment.hpp"
#include "geometry/rational.hpp"

namespace sunder::detail {
namespace {

using test::Rational;
using Point2 = std::array<double, 2>;
using Point3 = std::array<double, 3>;

int exact2d(const std::array<Point2, 3>& p) {
  const auto difference = [&p](std::size_t i, std::size_t k) {
    return Rational(Rational(p[i][k]) - Rational(p[0][k]));
  };
  return test::sign(difference(1, 0) * difference(2, 1) - difference(1, 1) * difference(2, 0));
}
int exact3d(const std::array<Point3, 4>& p) {
  return test::sign(test::volume(test::rational(p[0]), test::rational(p[1]), test::rational(p[2]),
                                 test::rational(p[3])));
}

void expect_in_all_modes(const std::array<Point2, 3>& p, int expected) {
  for (const test::FloatMode& mode : test::float_modes()) {
    const int sign =
        test::in_mode(mode, [&] { return orient2d(p[0].data(), p[1].data(), p[2].data()); });
    ASSERT_EQ(sign, expected) << mode.name;
  }
}
void expect_in_all_modes(const std::array<Point3, 4>& p, int expected) {
  for (const test::FloatMode& mode : test::float_modes()) {
    const int sign = test::in_mode(
        mode, [&] { return orient3d(p[0].data(), p[1].data(), p[2].data(), p[3].data()); });
    ASSERT_EQ(sign, expected) << mode.name;
  }
}

/// A number beside a power of two, where roundings are large; of either sign, with the residue
/// modulo 8.
std::int64_t beside_power(std::mt19937_64& random, int bits, std::int64_t residue) {
  const auto more = static_cast<std::int64_t>(random() % 8);
  const std::int64_t whole = (std::int64_t{1} << bits) + 8 * more;
  return (random() % 2 == 0 ? whole : -whole) + residue;
}

// The differences are multiples of one vector, and three bits too long for a double. The first
// point compensates: the others are doubles. Every nonzero sign comes from rounding.
TEST(OrientationLimits, RoundedDifferencesOnOneLine) {
  std::mt19937_64 random(31);
  for (int round = 0; round < 4000; ++round) {
    const double scale = std::ldexp(1.0, round % 3 * 70 - 70);
    const std::int64_t times[] = {beside_power(random, 29, 1), beside_power(random, 29, 1)};
    std::array<Point2, 3> p;
    for (std::size_t k = 0; k < 2; ++k) {
      const auto residue = static_cast<std::int64_t>(random() % 8);
      const std::int64_t direction = beside_power(random, 26, residue);
      p[0][k] = scale * static_cast<double>(-residue);
      for (std::size_t i = 0; i < 2; ++i) {
        p[i + 1][k] = scale * static_cast<double>(times[i] * direction - residue);
      }
    }
    ASSERT_EQ(exact2d(p), 0);
    expect_in_all_modes(p, 0);
    if (HasFailure()) return;
  }
}

// In a plane, the third difference is a sum of multiples of the other two vectors.
TEST(OrientationLimits, RoundedDifferencesInOnePlane) {
  std::mt19937_64 random(32);
  for (int round = 0; round < 4000; ++round) {
    const double scale = std::ldexp(1.0, round % 3 * 70 - 70);
    const std::int64_t times[] = {beside_power(random, 29, 1), beside_power(random, 29, 1)};
    const std::int64_t sums[] = {beside_power(random, 28, 3), beside_power(random, 28, 6)};
    std::array<Point3, 4> p;
    for (std::size_t k = 0; k < 3; ++k) {
      const auto residue = static_cast<std::int64_t>(random() % 8);
      const std::int64_t u = beside_power(random, 26, residue);
      const std::int64_t v = beside_power(random, 26, residue);
      const std::int64_t differences[] = {0, times[0] * u, times[1] * v, sums[0] * u + sums[1] * v};
      for (std::size_t i = 0; i < 4; ++i) {
        p[i][k] = scale * static_cast<double>(differences[i] - residue);
      }
    }
    ASSERT_EQ(exact3d(p), 0);
    expect_in_all_modes(p, 0);
    if (HasFailure()) return;
  }
}

/// b = (long, aside), c = (aside', subnormal). The product of the long and the subnormal entry is
/// the larger one, but a host that flushes only sees the other.
constexpr double kLong = 0x1p1000;
constexpr double kSubnormal = 0x1p-1070;
constexpr double kAside = 0x1p-40;

TEST(OrientationLimits, SubnormalsLiftedInThePlane) {
  for (const double sign : {1.0, -1.0}) {
    const Point2 b{sign * kLong, sign * kAside};
    const Point2 c{kAside, kSubnormal};
    const std::array<Point2, 3> cases[] = {
        {Point2{0, 0}, b, c},
        {Point2{0, 0}, c, b},
        {Point2{0, 0}, Point2{b[1], b[0]}, Point2{c[1], c[0]}},
        {Point2{0, 0}, Point2{c[1], c[0]}, Point2{b[1], b[0]}},
    };
    for (const auto& p : cases) expect_in_all_modes(p, exact2d(p));
  }
}

TEST(OrientationLimits, SubnormalsLiftedInSpace) {
  for (const double sign : {1.0, -1.0}) {
    for (const bool all_long : {false, true}) {
      // If all of the first row is long, the second compensates.
      const Point3 rows[] = {
          {sign * kLong, sign * (all_long ? 0x1p210 : kAside), all_long ? sign * 0x1p300 : 0.0},
          {all_long ? 0x1p-290 : kAside, kSubnormal, 0},
          {0, 0, 1}};
      std::array<std::size_t, 3> order = {0, 1, 2};
      do {
        for (std::size_t axis = 0; axis < 3; ++axis) {
          std::array<Point3, 4> p{};
          for (std::size_t i = 0; i < 3; ++i) {
            for (std::size_t k = 0; k < 3; ++k) p[i + 1][(k + axis) % 3] = rows[order[i]][k];
          }
          const int expected = exact3d(p);
          EXPECT_NE(expected, 0);
          expect_in_all_modes(p, expected);
        }
      } while (std::next_permutation(order.begin(), order.end()));
    }
  }
}

/// Coordinates of exactly `width` bits, too large for the filter, with the largest determinant.
TEST(OrientationLimits, TheWidestIntegersOfEachKind) {
  for (const int width : {39,  40,  41,  42,  61,  62,  63,  64,  65,  82,  83,  84,  85,
                          125, 126, 127, 128, 167, 168, 169, 170, 338, 339, 340, 341, 400}) {
    const double unit = 0x1p300;
    const double most = std::ldexp(1.0 - 0x1p-30, width) * unit;
    const std::array<Point2, 3> plane = {Point2{-most, -most}, {most, unit}, {-most, most}};
    const std::array<Point2, 3> turned = {plane[0], plane[2], plane[1]};
    expect_in_all_modes(plane, 1);
    expect_in_all_modes(turned, -1);
    // Differences (0, 1, 1), (1, 0, 1), (1, 1, 0), each times 2 most: determinant 2.
    const std::array<Point3, 4> space = {
        Point3{-most, -most, -most}, {unit, most, most}, {most, -most, most}, {most, most, -most}};
    const std::array<Point3, 4> mirrored = {space[0], space[2], space[1], space[3]};
    const int expected = exact3d(space);
    EXPECT_NE(expected, 0);
    expect_in_all_modes(space, expected);
    expect_in_all_modes(mirrored, -expected);
    if (HasFailure()) return;
  }
}

TEST(AffineBasisLimits, OnALineEveryPlaceButOneIsDependent) {
  const double line[] = {5, 5, 6, 8, 1, 9, -3};
  EXPECT_EQ(affine_basis(line, 7, 1), (std::vector<std::int32_t>{0, 2}));
}

// Residues find less than full rank, so that integers decide.
TEST(AffineBasisLimits, ByElimination) {
  // Only the first coordinate is no integer.
  const double half[] = {0.5, 3, 3, 3, 3, 3, 3, 3, 6, 3, 3, 3, -7, 3, 3, 3};
  EXPECT_EQ(affine_basis(half, 4, 4), (std::vector<std::int32_t>{0, 1}));
  const double zeros[] = {0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 0, 0};
  EXPECT_EQ(affine_basis(zeros, 3, 4), (std::vector<std::int32_t>{0, 2}));
  std::vector<double> primes(6 * 5);
  for (std::size_t k = 0; k < 5; ++k) primes[(k + 1) * 5 + k] = 0x7fffffff;
  EXPECT_EQ(affine_basis(primes.data(), 6, 5), (std::vector<std::int32_t>{0, 1, 2, 3, 4, 5}));
}

// Entries stay minors: if they grew with each step, they would triple in length.
TEST(AffineBasisLimits, EliminationStaysShortInManyDimensions) {
  constexpr std::size_t kDimension = 20;
  std::mt19937_64 random(33);
  std::vector<double> points;
  for (int i = 0; i < 22; ++i) {
    for (std::size_t k = 0; k + 1 < kDimension; ++k) {
      points.push_back(static_cast<double>(random() >> 12) * 0x1p-52);
    }
    points.push_back(7);
  }
  EXPECT_EQ(affine_basis(points.data(), 22, kDimension).size(), kDimension);
}

// A row, and a multiple of it by a power of two, of either sign: one residue is the other, rotated.
TEST(AffineBasisLimits, ResiduesOfEveryExponentAndSign) {
  for (int exponent = -300; exponent <= 300; ++exponent) {
    for (const double sign : {1.0, -1.0}) {
      std::vector<double> points = {0, 0, 0, 0, -1, 0.75, -0x1p40, 1};
      for (std::size_t k = 4; k < 8; ++k) {
        points.push_back(sign * std::ldexp(points[k], exponent));
      }
      ASSERT_EQ(basis_by_residues(points.data(), 3, 4).size(), 2U) << exponent << ' ' << sign;
    }
  }
}

}  // namespace
}  // namespace sunder::detail
