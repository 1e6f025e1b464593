// SPDX-License-Identifier: Apache-2.0
//
// The bounds on weights of more points than a simplex has equal those of the lemma, in rationals.
// All constants are written out again here, and each term is the largest in turn.
#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "gtest/gtest.h"

#include "filter/is_about.hpp"
#include "filter/weighted_interior.hpp"

namespace sunder::detail {
namespace {

using test::is_about;
using test::kExactUnit;
using test::Rational;

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

/// gamma_n in any rounding mode, with a margin for its own roundings.
Rational exact_gamma(std::size_t n) {
  const Rational units = kExactUnit * n;
  return units / (1 - units) * (1 + Rational(0x1p-40));
}

/// 2 size e_l for each l, and the origin at position `origin`, as columns (c; 1). Their inverse is
/// exact, and so is every sum of products with it.
struct Corner {
  Corner(std::size_t d, std::size_t at_origin, double size)
      : n(d + 1),
        stride(dense_stride(n)),
        origin(at_origin),
        points(n * stride),
        inverse(n * stride) {
    for (std::size_t k = 0; k < n; ++k) point(k, d) = 1;
    for (std::size_t l = 0; l < d; ++l) {
      point(l < origin ? l : l + 1, l) = 2 * size;
      of_inverse(l < origin ? l : l + 1, l) = 0.5 / size;
      of_inverse(origin, l) = -0.5 / size;
    }
    of_inverse(origin, d) = 1;
  }
  double& point(std::size_t k, std::size_t l) { return points.data()[k * stride + l]; }
  double& of_inverse(std::size_t row, std::size_t k) { return inverse.data()[k * stride + row]; }
  DenseColumns spanning() { return {points.data(), n, stride}; }

  bool invert(WeightedInterior& interior, const std::vector<double>& errors) {
    std::copy(errors.begin(), errors.end(), interior.errors());
    return interior.invert(spanning(), {inverse.data(), n, stride});
  }

  std::size_t n, stride, origin;
  AlignedBuffer points, inverse;
};

Rational sum_of_roundings(const Rational& bound, std::size_t n) {
  return bound * (1 + (16 * n + 16) * kExactUnit);
}

Rational exact_alpha(Corner& corner, const std::vector<double>& errors) {
  const std::size_t n = corner.n;
  const Rational gamma_row = exact_gamma(2 * n + 2);
  std::vector<Rational> weights;  // of an entry of Y
  for (std::size_t l = 0; l + 1 < n; ++l) {
    Rational size = 0;
    for (std::size_t k = 0; k < n; ++k) size += abs(Rational(corner.point(k, l)));
    weights.push_back(gamma_row * size + n * (Rational(errors[l]) + Rational(0x1p-850)));
  }
  weights.push_back(gamma_row * n);
  Rational alpha = 0;
  for (std::size_t row = 0; row < n; ++row) {
    Rational sum = gamma_row * n + n * Rational(0x1p-600);
    for (std::size_t k = 0; k < n; ++k) {
      Rational product = row == k ? -1 : 0;
      for (std::size_t l = 0; l < n; ++l) {
        product += Rational(corner.of_inverse(row, l)) * Rational(corner.point(k, l));
      }
      sum += abs(product) + abs(Rational(corner.of_inverse(row, k))) * weights[k];
    }
    alpha = std::max(alpha, sum);
  }
  return sum_of_roundings(alpha, n);
}

void check_alpha(Corner& corner, const std::vector<double>& errors) {
  WeightedInterior interior(corner.n - 1);
  const bool regular = corner.invert(interior, errors);
  const Rational alpha = exact_alpha(corner, errors);
  EXPECT_TRUE(is_about(interior.alpha(), alpha));
  EXPECT_EQ(regular, alpha < 1);
  for (std::size_t l = 0; l < errors.size(); ++l) {
    EXPECT_EQ(interior.errors()[l], errors[l] + 0x1p-850) << "what an underflow takes from it";
  }
}

TEST(WeightedInteriorBounds, AlphaIsTheLemmas) {
  for (const std::size_t d : {1U, 2U, 3U, 6U}) {
    for (const std::size_t origin : {std::size_t{0}, d}) {
      for (const double size : {1.0, 0x1p-30}) {
        SCOPED_TRACE("d = " + std::to_string(d) + ", size " + std::to_string(size));
        Corner corner(d, origin, size);
        check_alpha(corner, std::vector<double>(d));
        std::vector<double> errors;
        for (std::size_t l = 0; l < d; ++l) {
          errors.push_back(size * 0x1p-10 * static_cast<double>(l + 1));
        }
        check_alpha(corner, errors);
        check_alpha(corner, std::vector<double>(d, size));  // no proof
        corner.of_inverse(origin, 0) *= 1.125;
        corner.of_inverse(origin, d) *= 0.875;
        check_alpha(corner, std::vector<double>(d));
      }
    }
  }
}

/// Points with weights, and their sums.
struct Weighted {
  explicit Weighted(Corner& of) : corner(of), r(of.n), sizes(of.n) {}

  /// Adds the spanning points times `sign`, with the given weights.
  void add(WeightedInterior& interior, double sign, const std::vector<double>& weights) {
    AlignedBuffer points(corner.n * corner.stride);
    for (std::size_t k = 0; k < corner.n; ++k) {
      for (std::size_t l = 0; l < corner.n; ++l) {
        const double entry = l + 1 < corner.n ? sign * corner.point(k, l) : 1;
        points.data()[k * corner.stride + l] = entry;
        r[l] += Rational(entry) * Rational(weights[k]);
        sizes[l] += abs(Rational(entry)) * Rational(weights[k]);
      }
      total += Rational(weights[k]);
    }
    count += corner.n;
    interior.add({points.data(), corner.n, corner.stride}, weights.data());
  }

  Rational moved(const std::vector<double>& errors) {
    const std::size_t d = corner.n - 1;
    Rational most = 0;
    for (std::size_t row = 0; row < corner.n; ++row) {
      Rational sum = 0;
      Rational off = Rational(0x1p-600);
      for (std::size_t l = 0; l < d; ++l) {
        const Rational entry(corner.of_inverse(row, l));
        sum += entry * r[l];
        off += abs(entry) * (exact_gamma(2 * count + 2) * sizes[l] +
                             2 * total * (Rational(errors[l]) + Rational(0x1p-850)) +
                             Rational(0x1p-600) + abs(r[l]) * exact_gamma(2 * corner.n + 2));
      }
      most = std::max(most, Rational(abs(sum) + off));
    }
    return sum_of_roundings(most, corner.n);
  }

  Corner& corner;
  std::vector<Rational> r, sizes;
  Rational total = 0;
  std::size_t count = 0;
};

TEST(WeightedInteriorBounds, WhatAWeightedSumMovesIsTheLemmas) {
  for (const std::size_t d : {1U, 2U, 5U}) {
    for (const double error : {0.0, 0x1p-20}) {
      for (const double weight : {1.0, 3.0, 0x1p-700}) {
        for (const double opposite : {1.0, 0.5, 1.5}) {
          SCOPED_TRACE("d = " + std::to_string(d) + ", weight " + std::to_string(weight));
          Corner corner(d, d, 1);
          const std::vector<double> errors(d, error);
          WeightedInterior interior(d);
          ASSERT_TRUE(corner.invert(interior, errors));
          Weighted(corner).add(interior, 1, std::vector<double>(d + 1, 2.0));
          interior.clear();
          Weighted weighted(corner);
          weighted.add(interior, 1, std::vector<double>(d + 1, weight));
          weighted.add(interior, -1, std::vector<double>(d + 1, weight * opposite));
          EXPECT_TRUE(is_about(interior.moved(), weighted.moved(errors)));
          EXPECT_TRUE(is_about(interior.moved(), weighted.moved(errors))) << "asked again";
        }
      }
    }
  }
}

TEST(WeightedInteriorBounds, HoldsFromTheWeightOnThatTheLemmaAsks) {
  Corner corner(3, 3, 1);
  for (const double error : {0.0, 0x1p-4}) {
    WeightedInterior interior(3);
    ASSERT_TRUE(corner.invert(interior, {error, error, error}));
    Weighted weighted(corner);
    interior.clear();
    weighted.add(interior, 1, {1, 1, 1, 1});
    weighted.add(interior, -1, {1, 1, 1, 1});
    const double asked = interior.moved() / (1 - interior.alpha()) * (1 + 0x1p-40);
    EXPECT_FALSE(interior.holds(asked)) << "no weight would be left";
    EXPECT_TRUE(interior.holds(std::nextafter(asked, kInfinity)));
    EXPECT_FALSE(interior.holds(0));
    EXPECT_FALSE(interior.holds(kNan));
  }
}

// 1 - alpha is then negative, and so is the bound.
TEST(WeightedInteriorBounds, ProvesNothingWhereAlphaIsOneOrMore) {
  Corner corner(2, 2, 1);
  for (const double error : {0.375, 0.75, 3.0, kInfinity, kNan}) {
    WeightedInterior interior(2);
    EXPECT_FALSE(corner.invert(interior, {error, error})) << error;
    interior.clear();
    Weighted weighted(corner);
    weighted.add(interior, 1, {1, 1, 1});
    weighted.add(interior, -1, {1, 1, 1});
    EXPECT_FALSE(interior.holds(1)) << error;
  }
}

TEST(WeightedInteriorBounds, InvertsUpToTheLargestPointsAndNoFarther) {
  Corner largest(2, 2, std::nextafter(0x1p349, 0.0));
  Corner too_large(2, 2, 0x1p349);
  WeightedInterior interior(2);
  EXPECT_EQ(interior.alpha(), 1) << "nothing was asked yet";
  EXPECT_TRUE(largest.invert(interior, {0, 0}));
  EXPECT_FALSE(too_large.invert(interior, {0, 0}));
}

TEST(WeightedInteriorBounds, ATermIsAloneWhereTheOthersAreZero) {
  const SumErrors none{0, 0, 0};
  EXPECT_EQ(none.of(0, 0, 0), 0x1p-600);
  const SumErrors errors{0x1p-10, 0x1p-20, 4};
  EXPECT_EQ(errors.of(0, 3, 0), 3 * 0x1p-10);
  EXPECT_EQ(errors.of(3, 0, 0), 3 * 0x1p-20);
  EXPECT_EQ(errors.of(-3, 0, 0), 3 * 0x1p-20) << "of either sign";
  EXPECT_EQ(errors.of(0, 0, 3), 24);
  EXPECT_EQ(errors.of(-1, 1, 1), 8 + 0x1p-10 + 0x1p-20) << "all add up";
}

TEST(WeightedInteriorBounds, TheLargestBoundHasAlgorithmForItsRoundings) {
  const double bounds[] = {1, 3, 2, kNan};
  EXPECT_EQ(largest_bound(bounds, 1, 0), 1 + 32 * 0x1p-52);
  EXPECT_EQ(largest_bound(bounds, 2, 1), 4 * (1 + 48 * 0x1p-52));
  EXPECT_EQ(largest_bound(bounds, 3, 1), 4 * (1 + 64 * 0x1p-52));
  EXPECT_TRUE(std::isnan(largest_bound(bounds, 4, 1)));
  const double numbers[] = {kNan, kInfinity};
  EXPECT_TRUE(std::isnan(largest_bound(numbers, 2, 0)));
  EXPECT_EQ(largest_bound(numbers + 1, 1, 0), kInfinity);
  EXPECT_EQ(largest_bound(numbers, 0, 0), 0);
}

}  // namespace
}  // namespace sunder::detail
