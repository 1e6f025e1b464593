// SPDX-License-Identifier: Apache-2.0
//
// Tests bases of points chosen for the step that finds them: residues one by one, the elimination
// in integers if they do not span. Sizes reach the ends of the range.
#include <cmath>
#include <gtest/gtest.h>
#include <vector>

#include "exact/integer.hpp"
#include "exact/orientation.hpp"
#include "exact/residue_basis.hpp"
#include "suite/random.hpp"

namespace sunder::detail {
namespace {

using Basis = std::vector<std::int32_t>;

constexpr std::int64_t kMersenne = 0x7fffffff;

// 2^31 is 1 modulo the prime, and so is 2^(31 * 40), which makes each double an integer.
TEST(Residue, IsTheDoubleModuloThePrime) {
  std::vector<double> values{0,        -0.0, 1, -1, 0x1p31, -0x1p31, 0x7fffffffp0, -0x7fffffffp0,
                             0x1p-1074};
  suite::Random random(1);
  for (int exponent = -1074; exponent < 1024; exponent += 3) {
    const auto size = static_cast<double>(random.in(1, 1 << 30));
    const double value = std::ldexp(size, exponent - 29);
    values.push_back(random.in(0, 1) == 0 ? value : -value);
    values.push_back(-std::ldexp(1, exponent));
  }
  for (const double value : values) {
    int exponent = 0;
    const auto mantissa = static_cast<std::int64_t>(0x1p53 * std::frexp(value, &exponent));
    const BigInt size = BigInt(std::abs(mantissa)) << (exponent - 53 + 31 * 40);
    const BigInt rest = (mantissa < 0 ? BigInt(-size) : size) % kMersenne;
    const auto expected = static_cast<std::int64_t>(rest < 0 ? BigInt(rest + kMersenne) : rest);
    const std::uint64_t residue = residue_of(value);
    ASSERT_LE(residue, static_cast<std::uint64_t>(kMersenne)) << value;
    ASSERT_EQ(static_cast<std::int64_t>(residue) % kMersenne, expected) << value;
  }
}

Basis basis_of(const std::vector<double>& points, int dimension) {
  const auto count = static_cast<std::int32_t>(points.size() / static_cast<std::size_t>(dimension));
  return affine_basis(points.data(), count, dimension);
}

// All residues are 0.
TEST(AffineBasis, EliminationReachesFullRank) {
  std::vector<double> points(6 * 5);
  for (std::size_t k = 0; k < 5; ++k) points[(k + 1) * 5 + k] = static_cast<double>(kMersenne);
  EXPECT_EQ(basis_of(points, 5), (Basis{0, 1, 2, 3, 4, 5}));
}

// None of these span, so that the residues do not decide.
TEST(AffineBasis, EliminationTellsZeroFromOne) {
  EXPECT_EQ(basis_of({0, 0, 0, 0, 1, 0, 0, 0, 2, 0, 0, 0}, 4), (Basis{0, 1}));
  EXPECT_EQ(basis_of({1, 1, 1, 1, 0, 1, 1, 1, 2, 1, 1, 1}, 4), (Basis{0, 1}));
}

TEST(AffineBasis, EliminationScalesByTheLastPointToo) {
  EXPECT_EQ(basis_of({0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0.25, 0, 0, 0}, 4),
            (Basis{0, 1, 2, 3}));
  EXPECT_EQ(basis_of({0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 3, 1, 0, 0, 0.25, 0, 0x1p-1074, 0}, 4),
            (Basis{0, 1, 2, 4}));
}

// Memory behind the points is not read.
TEST(AffineBasis, OfALineIsTwoPoints) {
  const std::vector<double> squares{0, 1, 4, 9, 16, 25, 36};
  EXPECT_EQ(affine_basis(squares.data(), 3, 1), (Basis{0, 1}));
  EXPECT_EQ(affine_dimension(squares.data(), 3, 1), 1);
}

TEST(AffineBasis, OfFlatsIsSmallerThanTheirSpace) {
  const std::vector<double> place(15, 1.0);
  for (const int dimension : {1, 2, 3}) {
    EXPECT_EQ(affine_basis(place.data(), 3, dimension), (Basis{0}));
    EXPECT_EQ(affine_basis(place.data(), 15 / dimension, dimension), (Basis{0}));
  }
  const std::vector<double> diagonal{0, 0, 0, 1, 1, 1, 2, 2, 2, 4, 4, 4, 8, 8, 8};
  EXPECT_EQ(affine_basis(diagonal.data(), 3, 3), (Basis{0, 1}));
  EXPECT_EQ(basis_of(diagonal, 3), (Basis{0, 1}));
  EXPECT_EQ(basis_of({0, 0, 1, 1, 2, 2, 4, 4}, 2), (Basis{0, 1}));
  EXPECT_EQ(affine_basis(std::vector<double>{0, 0, 1, 1, 2, 2, 4, 4}.data(), 2, 2), (Basis{0, 1}));
  const std::vector<double> plane{0, 0, 1, 1, 0, 1, 0, 1, 1, 5, 2, 1};
  EXPECT_EQ(affine_basis(plane.data(), 3, 3), (Basis{0, 1, 2}));
  EXPECT_EQ(basis_of(plane, 3), (Basis{0, 1, 2}));
}

/// The first corners of a simplex suffice, however many points follow.
TEST(AffineBasis, OfManyPointsIsASimplex) {
  for (const int dimension : {1, 2, 3, 4, 5}) {
    const auto d = static_cast<std::size_t>(dimension);
    std::vector<double> points(d, 0.0);
    Basis corners{0};
    for (std::size_t k = 0; k < d; ++k) {
      std::vector<double> corner(d, 0.0);
      corner[k] = static_cast<double>(k) + 2;
      points.insert(points.end(), corner.begin(), corner.end());
      corners.push_back(static_cast<std::int32_t>(k) + 1);
    }
    suite::Random random(7);
    for (int i = 0; i < 8 * dimension; ++i) points.push_back(random.in(-9, 9));
    EXPECT_EQ(basis_of(points, dimension), corners) << dimension;
    EXPECT_EQ(affine_dimension(points.data(), dimension + 9, dimension), dimension);
  }
}

/// Residues take milliseconds for this many dimensions. The elimination, in integers of thousands of bits, takes seconds.
TEST(AffineBasis, OfManyDimensionsIsFoundByResidues) {
  constexpr int kDimension = 160;
  suite::Random random(8);
  std::vector<double> points;
  for (int i = 0; i < (kDimension + 4) * kDimension; ++i) points.push_back(random.unit());
  const Basis basis = affine_basis(points.data(), kDimension + 4, kDimension);
  EXPECT_EQ(basis.size(), std::size_t{kDimension + 1});
}

TEST(AffineDimension, OfNoPointAndOfOne) {
  const std::vector<double> point{1, 2, 3, 4, 5};
  for (const int dimension : {1, 2, 3, 4, 5}) {
    EXPECT_EQ(affine_dimension(point.data(), 0, dimension), -1);
    EXPECT_EQ(affine_dimension(point.data(), 1, dimension), 0);
  }
}

}  // namespace
}  // namespace sunder::detail
