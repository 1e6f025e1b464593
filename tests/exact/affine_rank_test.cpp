// SPDX-License-Identifier: Apache-2.0
//
// The affine rank above three dimensions: residues, doubles and their combination in
// affine_dimension(), against an elimination in rational numbers.
#include <algorithm>
#include <bit>
#include <cmath>
#include <gtest/gtest.h>
#include <random>
#include <vector>

#include "exact/double_rank.hpp"
#include "exact/orientation.hpp"
#include "exact/residue_basis.hpp"
#include "geometry/float_environment.hpp"
#include "geometry/rational.hpp"

namespace sunder::detail {
namespace {

using test::Rational;

struct Points {
  std::int32_t count = 0;
  int dimension = 0;
  std::vector<double> coordinates;
};

int rational_rank(const Points& points) {
  const auto d = static_cast<std::size_t>(points.dimension);
  std::vector<std::vector<Rational>> rows;
  for (std::size_t i = 1; i < static_cast<std::size_t>(points.count); ++i) {
    std::vector<Rational> row(d);
    for (std::size_t k = 0; k < d; ++k) {
      row[k] = Rational(points.coordinates[i * d + k]) - Rational(points.coordinates[k]);
    }
    for (const auto& other : rows) {
      std::size_t pivot = 0;
      while (other[pivot] == 0) ++pivot;
      const Rational factor = row[pivot] / other[pivot];
      if (factor == 0) continue;
      for (std::size_t k = 0; k < d; ++k) row[k] -= factor * other[k];
    }
    if (std::any_of(row.begin(), row.end(), [](const Rational& x) { return x != 0; })) {
      rows.push_back(row);
    }
  }
  return static_cast<int>(rows.size());
}

bool by_doubles(const Points& points) {
  return spans_by_doubles(points.coordinates.data(), points.count, points.dimension);
}

/// Checks every promise of the three functions on these points.
void check(const Points& points) {
  const int expected = rational_rank(points);
  const int most = std::min(points.count - 1, points.dimension);
  EXPECT_EQ(affine_dimension(points.coordinates.data(), points.count, points.dimension), expected);
  const std::vector<std::int32_t> basis =
      basis_by_residues(points.coordinates.data(), points.count, points.dimension);
  EXPECT_LE(static_cast<int>(basis.size()) - 1, expected);
  EXPECT_TRUE(std::is_sorted(basis.begin(), basis.end()));
  Points chosen{static_cast<std::int32_t>(basis.size()), points.dimension, {}};
  for (const std::int32_t i : basis) {
    const auto first = points.coordinates.begin() + std::ptrdiff_t{i} * points.dimension;
    chosen.coordinates.insert(chosen.coordinates.end(), first, first + points.dimension);
  }
  EXPECT_EQ(rational_rank(chosen), static_cast<int>(basis.size()) - 1);
  if (by_doubles(points)) {
    EXPECT_EQ(expected, most);
  }
}

Points random_points(std::mt19937_64& random, int kind) {
  Points points;
  points.dimension = 4 + static_cast<int>(random() % 4);
  points.count = 1 + static_cast<std::int32_t>(random() % 11);
  const auto whole = [&random] { return static_cast<double>(random() % 5) - 2; };
  const auto bits = [&random] { return static_cast<double>(random() >> 11) * 0x1p-53; };
  for (std::int32_t i = 0; i < points.count * points.dimension; ++i) {
    double x = 0;
    if (kind == 0) x = bits();
    if (kind == 1) x = whole();
    if (kind == 2) x = std::ldexp(bits(), static_cast<int>(random() % 2000) - 1000);
    if (kind == 3) x = std::ldexp(whole(), -1074);
    if (kind == 4) x = std::bit_cast<double>(random() & ((std::uint64_t{1} << 52) - 1));
    if (kind == 5) x = random() % 2 == 0 ? 0.0 : -0.0;
    if (kind == 6) x = 0x1p52 + whole();
    if (kind == 7) x = 0x1p1022 * whole();
    points.coordinates.push_back(x);
  }
  return points;
}

TEST(AffineRank, OfPointsOfEverySize) {
  std::mt19937_64 random(1);
  for (int round = 0; round < 80; ++round) {
    const Points points = random_points(random, round % 8);
    SCOPED_TRACE(round);
    check(points);
    if (HasFailure()) return;
  }
}

/// Integer combinations of k directions, translated; then one coordinate changes in its last bit.
TEST(AffineRank, OfFlatsAndOfFlatsBarelyLeft) {
  std::mt19937_64 random(2);
  for (int round = 0; round < 60; ++round) {
    Points points{12, 4 + round % 4, {}};
    const auto d = static_cast<std::size_t>(points.dimension);
    const std::size_t k = 1 + random() % d;
    std::vector<double> directions(k * d);
    for (double& x : directions) x = static_cast<double>(random() % 0x10000) * 0x1p-12;
    for (int i = 0; i < points.count; ++i) {
      std::vector<double> point(d, 3);
      for (std::size_t j = 0; j < k; ++j) {
        const double weight = static_cast<double>(random() % 9) - 4;
        for (std::size_t c = 0; c < d; ++c) point[c] += weight * directions[j * d + c];
      }
      points.coordinates.insert(points.coordinates.end(), point.begin(), point.end());
    }
    SCOPED_TRACE(round);
    EXPECT_LE(rational_rank(points), static_cast<int>(k));
    check(points);
    double& moved = points.coordinates[random() % points.coordinates.size()];
    moved = std::nextafter(moved, 1e9);
    check(points);
    if (HasFailure()) return;
  }
}

// 2^31 - 1 is 0 among the residues. Points found dependent there are tested again.
TEST(AffineRank, PrimeItselfIsNotTakenForZero) {
  constexpr double kPrime = 0x7fffffff;
  Points points{6, 5, std::vector<double>(30)};
  for (std::size_t k = 0; k < 5; ++k) points.coordinates[(k + 1) * 5 + k] = kPrime;
  EXPECT_EQ(basis_by_residues(points.coordinates.data(), 6, 5).size(), 1U);
  check(points);
  EXPECT_EQ(rational_rank(points), 5);
  EXPECT_TRUE(by_doubles(points));
}

// 2^31 is 1 modulo the prime: the two have one residue, and the second one's mantissa is shifted by
// 62 or by 0 bits.
TEST(AffineRank, PowersOfTwoAreRotations) {
  Points points{5, 4, std::vector<double>(20)};
  for (std::size_t k = 0; k < 4; ++k)
    points.coordinates[(k + 1) * 4 + k] = std::ldexp(1, 31 * static_cast<int>(k) - 62);
  EXPECT_EQ(basis_by_residues(points.coordinates.data(), 5, 4).size(), 5U);
  points.coordinates[9] = 0;
  points.coordinates[8] = 1;  // the coordinate of the second point, times 2^62
  EXPECT_EQ(basis_by_residues(points.coordinates.data(), 5, 4),
            (std::vector<std::int32_t>{0, 1, 3, 4}));
  check(points);
}

TEST(AffineRank, OnePointAndCopiesOfIt) {
  check({1, 4, {1, 2, 3, 4}});
  check({3, 4, {0, 2, 3, 4, -0.0, 2, 3, 4, 0, 2, 3, 4}});
  EXPECT_TRUE(spans_by_doubles(std::vector<double>{1, 2, 3, 4}.data(), 1, 4));
}

// Without the doubles everything would still be right, but slow.
TEST(AffineRank, DoublesDecideThePlainCases) {
  std::mt19937_64 random(3);
  std::normal_distribution<double> normal;
  for (const int d : {4, 5, 8, 16, 17, 32}) {
    Points points{d + 1, d, {}};
    for (int i = 0; i < (d + 1) * d; ++i) points.coordinates.push_back(normal(random));
    EXPECT_TRUE(by_doubles(points)) << d;
    for (std::size_t i = 0; i < points.coordinates.size(); i += static_cast<std::size_t>(d)) {
      points.coordinates[i] *= 0x1p-30;  // axes of different scales
    }
    EXPECT_TRUE(by_doubles(points)) << d;
  }
  Points cube{64, 6, {}};
  for (int corner = 0; corner < 64; ++corner) {
    for (int k = 0; k < 6; ++k) cube.coordinates.push_back((corner >> k & 1) - 0.5);
  }
  EXPECT_TRUE(by_doubles(cube));
}

// A needle-thin simplex whose thickness is below the roundings must not be called thick in any
// rounding mode. One of plain thickness is proven thick in each mode.
TEST(AffineRank, DoublesClaimNothingInAnyRoundingMode) {
  std::mt19937_64 random(4);
  for (int round = 0; round < 100; ++round) {
    Points flat{6, 5, {}};
    std::vector<double> thick;
    for (int i = 0; i < 6; ++i) {
      std::vector<double> point(5);
      double sum = 0;
      for (std::size_t k = 0; k < 4; ++k) {
        point[k] = static_cast<double>(random() % 1000) * 0x1p-10;
        sum += point[k] * static_cast<double>(k + 1) * 0x1p-5;
      }
      point[4] = sum;  // exact
      flat.coordinates.insert(flat.coordinates.end(), point.begin(), point.end());
      for (int k = 0; k < 5; ++k)
        thick.push_back((i == k ? 3 : 0) + point[static_cast<std::size_t>(k)]);
    }
    ASSERT_LT(rational_rank(flat), 5);
    const Points solid{6, 5, thick};
    ASSERT_EQ(rational_rank(solid), 5);
    for (const test::FloatMode& mode : test::float_modes()) {
      bool claimed = true;
      bool proven = false;
      {
        const test::FloatEnvironment environment(mode);
        claimed = by_doubles(flat);
        proven = by_doubles(solid);
      }
      ASSERT_FALSE(claimed) << mode.name;
      ASSERT_TRUE(proven) << mode.name;
    }
  }
}

}  // namespace
}  // namespace sunder::detail
