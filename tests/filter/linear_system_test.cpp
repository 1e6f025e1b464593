// SPDX-License-Identifier: Apache-2.0
//
// Lemma 3's linear system step by step: its scale, its inverse, and its decision, each at its
// limit.
#include "filter/linear_system.hpp"

#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>
#include <limits>
#include <vector>

#include "filter/linear_system_bounds.hpp"

namespace sunder::detail {
namespace {

using Doubles = std::vector<double>;

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

double above(double x) { return std::nextafter(x, kInfinity); }
double below(double x) { return std::nextafter(x, -kInfinity); }

constexpr std::size_t kSizes[] = {1, 2, 3, 4, 7};

/// The largest entry of |I - Y M|.
double off_inverse(const SquareMatrix& m, const SquareMatrix& y) {
  double most = 0;
  for (std::size_t i = 0; i < m.n; ++i) {
    for (std::size_t c = 0; c < m.n; ++c) {
      double entry = i == c ? -1 : 0;
      for (std::size_t k = 0; k < m.n; ++k) entry += y(i, k) * m(k, c);
      most = std::max(most, std::fabs(entry));
    }
  }
  return most;
}

// A pivot of 2^-60 loses entries of size 1 completely.
TEST(LinearSystem, InverseByTheLargestPivots) {
  for (const double small : {0x1p-60, -0x1p-60}) {
    for (const double large : {1.0, -1.0}) {
      for (const bool below_diagonal : {false, true}) {
        // The critical block comes first or last.
        for (const std::size_t first : {std::size_t{0}, std::size_t{1}}) {
          SquareMatrix m(3), y(3);
          m(first == 0 ? 2 : 0, first == 0 ? 2 : 0) = 0.5;
          m(first, first) = below_diagonal ? small : large;
          m(first + 1, first) = below_diagonal ? large : small;
          m(first, first + 1) = 1;
          m(first + 1, first + 1) = 1;
          ASSERT_TRUE(invert(m, y));
          EXPECT_LT(off_inverse(m, y), 0x1p-48) << small << ' ' << large << ' ' << first;
        }
      }
    }
  }
}

TEST(LinearSystem, PivotsAreMoreThanTwoToTheMinus500) {
  const auto has_inverse = [](double pivot) {
    SquareMatrix m(2), y(2);
    m(0, 0) = 1;
    m(1, 1) = pivot;
    return invert(m, y);
  };
  for (const double sign : {1.0, -1.0}) {
    EXPECT_TRUE(has_inverse(sign * above(0x1p-500)));
    EXPECT_FALSE(has_inverse(sign * 0x1p-500));
  }
  EXPECT_FALSE(has_inverse(0));
  EXPECT_FALSE(has_inverse(kNaN));
}

TEST(LinearSystem, ScaleOfTheLargest) {
  EXPECT_EQ(unit_scale_of(Doubles{0.25, -0.125}), 2);
  EXPECT_EQ(unit_scale_of(Doubles{0.25, -3}), 0.25);
  EXPECT_EQ(unit_scale_of(Doubles{0, 0x1p-800}), 0);
  EXPECT_EQ(unit_scale_of(Doubles{0, 0x1p-700}), 0);
  EXPECT_EQ(unit_scale_of(Doubles{0, -above(0x1p-700)}), 0x1p699);
  EXPECT_EQ(unit_scale_of(Doubles{0, below(0x1p500)}), 0x1p-500);
  EXPECT_EQ(unit_scale_of(Doubles{0, 0x1p500}), 0);
  EXPECT_EQ(unit_scale_of(Doubles{0, -kInfinity}), 0);
}

TEST(LinearSystem, PointsAreColumnsOverOnes) {
  SquareMatrix m(3), error(3);
  const Doubles points{4, -8, 1, 2, 3, -5};
  ASSERT_TRUE(fill_system(points, Doubles{0, 0x1p-20}, m, error));
  EXPECT_EQ(m.entries, (Doubles{0.25, 0.0625, 0.1875, -0.5, 0.125, -0.3125, 1, 1, 1}));
  const double none = 0x1p-1000;
  EXPECT_EQ(error.entries, (Doubles{none, none, none, 0x1p-24, 0x1p-24, 0x1p-24, 0, 0, 0}));
  EXPECT_FALSE(fill_system(Doubles(6), Doubles{0, 0}, m, error));
  EXPECT_FALSE(fill_system(points, Doubles{0, kInfinity}, m, error));
  EXPECT_FALSE(fill_system(points, Doubles{kNaN, 0}, m, error));
}

TEST(LinearSystem, RowsOfWhichOneIsNotBelowOneProveNothing) {
  SystemBounds largest;
  EXPECT_TRUE(include_row(largest, {0.5, 0.125}));
  EXPECT_TRUE(include_row(largest, {0.25, 0.375}));
  EXPECT_TRUE(include_row(largest, {0.375, 0.25}));
  EXPECT_EQ(largest.alpha, 0.5);
  EXPECT_EQ(largest.rho, 0.375);
  EXPECT_TRUE(include_row(largest, {below(1), below(1)}));
  for (const double bound : {1.0, 1.5, 2.5, kInfinity, kNaN}) {
    EXPECT_FALSE(include_row(largest, {bound, 0}));
    EXPECT_FALSE(include_row(largest, {0, bound}));
  }
}

// With alpha 0 or 1/2, the bound is known to its last bits.
TEST(LinearSystem, WeightsAreMoreThanTheirError) {
  for (const std::size_t n : kSizes) {
    const double roundings = 1 + static_cast<double>(8 * n + 8) * 0x1p-52;
    const double edge = 0.5 * roundings * (1 + 0x1p-40);
    EXPECT_FALSE(exceeds_error(edge, {0, 0.5}, n)) << n;
    EXPECT_TRUE(exceeds_error(above(edge), {0, 0.5}, n)) << n;
    const double doubled = roundings / (2 - roundings) * (1 + 0x1p-40);
    EXPECT_FALSE(exceeds_error(doubled * (1 - 0x1p-50), {0.5, 0.5}, n)) << n;
    EXPECT_TRUE(exceeds_error(doubled * (1 + 0x1p-50), {0.5, 0.5}, n)) << n;
  }
  EXPECT_TRUE(exceeds_error(0.5, {0.5, 0}, 3));
  EXPECT_TRUE(exceeds_error(0.5, {1 - 0x1p-40, 0}, 3));
  EXPECT_FALSE(exceeds_error(0.5, {1 - 0x1p-50, 0}, 3));  // its roundings bring it to 1
  EXPECT_FALSE(exceeds_error(0.5, {kNaN, 0}, 3));
  EXPECT_FALSE(exceeds_error(0.5, {0, kNaN}, 3));
  EXPECT_FALSE(exceeds_error(0, {0, 0}, 3));
}

// Simplices of a size that needs no scale, and of others.
TEST(LinearSystem, ASimplexAboutZero) {
  for (const double scale : {1.0, 0x1p-699, 0x1p-3, 0x1p499}) {
    Doubles points{0.75, -0.25, -0.25, 0.75, -0.5, -0.625};
    for (double& entry : points) entry *= scale;
    EXPECT_TRUE(proves_interior(points, Doubles(2))) << scale;
    EXPECT_FALSE(proves_interior(points, Doubles(2, scale))) << scale;
    points[5] = 0.625 * scale;
    EXPECT_FALSE(proves_interior(points, Doubles(2))) << scale;
  }
}

TEST(LinearSystem, AFlatSimplexProvesNothing) {
  EXPECT_FALSE(proves_interior(Doubles{1, 1, 2, 2, -3, -3}, Doubles(2)));
}

// By its height, the corner (1, 0) has half the weight, and twice the others' error. With an error
// E of x, alpha is 3/2 E and rho E / 2, and the least weight is 1/4. Hence E must be below 2/7.
TEST(LinearSystem, TheLargestOfTheRowsDecides) {
  for (std::size_t corner = 0; corner < 3; ++corner) {
    Doubles points{-1, 1, -1, -1};
    points.insert(points.begin() + 2 * static_cast<std::ptrdiff_t>(corner), {1, 0});
    EXPECT_TRUE(proves_interior(points, Doubles{0.28, 0})) << corner;
    EXPECT_FALSE(proves_interior(points, Doubles{0.29, 0})) << corner;
    EXPECT_FALSE(proves_interior(points, Doubles{0.4, 0})) << corner;
  }
}

}  // namespace
}  // namespace sunder::detail
