// SPDX-License-Identifier: Apache-2.0
//
// The proofs of ranks in doubles, on both sides of every limit. A bound is met exactly, by rational
// numbers. An elimination's roundings make flat sets look thick. Pivots reach the ends of their
// range.
#include "exact/double_rank.hpp"

#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>
#include <limits>
#include <random>
#include <vector>

#include "geometry/float_environment.hpp"
#include "geometry/rational.hpp"

namespace sunder::detail {
namespace {

using test::Rational;

template <class Number>
using Matrix = std::vector<std::vector<Number>>;

/// Gauss-Jordan elimination; the matrix is regular.
std::vector<Rational> solve(Matrix<Rational> matrix, std::vector<Rational> right) {
  const std::size_t n = right.size();
  for (std::size_t column = 0; column < n; ++column) {
    std::size_t row = column;
    while (matrix[row][column] == 0) ++row;
    std::swap(matrix[row], matrix[column]);
    std::swap(right[row], right[column]);
    for (std::size_t i = 0; i < n; ++i) {
      if (i == column) continue;
      const Rational factor = matrix[i][column] / matrix[column][column];
      for (std::size_t k = column; k < n; ++k) matrix[i][k] -= factor * matrix[column][k];
      right[i] -= factor * right[column];
    }
  }
  for (std::size_t i = 0; i < n; ++i) right[i] /= matrix[i][i];
  return right;
}

/// |diagonal|, and -|entry| elsewhere.
Matrix<Rational> comparison(const Matrix<double>& matrix) {
  Matrix<Rational> out(matrix.size());
  for (std::size_t i = 0; i < matrix.size(); ++i) {
    for (std::size_t k = 0; k < matrix.size(); ++k) {
      out[i].push_back(Rational(i == k ? std::fabs(matrix[i][k]) : -std::fabs(matrix[i][k])));
    }
  }
  return out;
}

/// Factors L and U whose elimination rounds nothing: pivots are powers of two, and all other
/// entries have few bits. Only the last pivot, by which nothing is divided, may be any number.
struct Factors {
  Matrix<double> lower;
  Matrix<double> upper;

  std::size_t size() const { return lower.size(); }
  double& last_pivot() { return upper.back().back(); }

  Matrix<double> product() const {
    Matrix<double> out(size(), std::vector<double>(size()));
    for (std::size_t i = 0; i < size(); ++i) {
      for (std::size_t k = 0; k < size(); ++k) {
        for (std::size_t j = 0; j <= std::min(i, k); ++j) out[i][k] += lower[i][j] * upper[j][k];
      }
    }
    return out;
  }

  /// The largest 2 t_i / w_i of double_rank.cpp. Here c counts each rounding twice, which covers
  /// the test's own roundings. Nothing is flushed at this scale.
  double bound() const {
    std::vector<Rational> w;
    for (const std::vector<double>& row : product()) {
      double largest = 0;
      for (const double x : row) largest = std::max(largest, std::fabs(x));
      w.emplace_back(largest);
    }
    const std::vector<Rational> z = solve(comparison(upper), w);
    const Rational c = Rational(2 * (2 * static_cast<int>(size()) + 8)) * Rational(0x1p-52);
    std::vector<Rational> right;
    for (std::size_t i = 0; i < size(); ++i) {
      right.push_back(2 * c * Rational(std::fabs(upper[i][i])) * z[i]);
    }
    const std::vector<Rational> t = solve(comparison(lower), right);
    double most = 0;
    for (std::size_t i = 0; i < size(); ++i) {
      most = std::max(most, static_cast<double>(Rational(2 * t[i] / w[i])));
    }
    return most;
  }
};

Factors random_factors(std::mt19937_64& random, std::size_t d) {
  Factors out{Matrix<double>(d, std::vector<double>(d)), Matrix<double>(d, std::vector<double>(d))};
  const auto eighths = [&random] { return (static_cast<double>(random() % 15) - 7) / 8; };
  std::vector<double> pivot(d);
  for (double& x : pivot) x = std::ldexp(1.0, -static_cast<int>(6 + random() % 8));
  for (std::size_t i = 0; i < d; ++i) {
    out.lower[i][i] = 1;
    out.upper[i][i] = random() % 2 == 0 ? pivot[i] : -pivot[i];
    for (std::size_t j = 0; j < i; ++j) out.lower[i][j] = eighths() / pivot[j];
    for (std::size_t k = i + 1; k < d; ++k) out.upper[i][k] = eighths() * pivot[i];
  }
  return out;
}

/// 1 as the first point, and the rows of the product from there, with their columns permuted.
bool proven(const Factors& factors, const std::vector<std::size_t>& order) {
  std::vector<double> points(factors.size(), 1.0);
  for (const std::vector<double>& row : factors.product()) {
    for (const std::size_t k : order) points.push_back(1 + row[k]);
  }
  const auto d = static_cast<int>(factors.size());
  return spans_by_doubles(points.data(), d + 1, d);
}

// The last pivot shrinks until the proof fails: one part in 2^20 decides.
TEST(DoubleRank, TheBoundIsMetToItsLastPart) {
  std::mt19937_64 random(11);
  int met = 0;
  for (int round = 0; round < 60; ++round) {
    Factors factors = random_factors(random, 3 + static_cast<std::size_t>(round % 5));
    std::vector<std::size_t> order(factors.size());
    for (std::size_t k = 0; k < order.size(); ++k) {
      order[k] = (k + static_cast<std::size_t>(round)) % order.size();
    }
    const auto bound_at = [&](std::int64_t last) {
      factors.last_pivot() = static_cast<double>(last) * 0x1p-40;
      return factors.bound();
    };
    std::int64_t refused = 1 << 20;
    std::int64_t held = std::int64_t{1} << 40;
    if (bound_at(refused) <= 1 || bound_at(held) >= 1) continue;
    while (held - refused > std::max<std::int64_t>(held >> 22, 1)) {
      const std::int64_t between = refused + (held - refused) / 2;
      (bound_at(between) < 1 ? held : refused) = between;
    }
    ++met;
    SCOPED_TRACE(round);
    for (const std::int64_t more : {held >> 20, held >> 12, held >> 6}) {
      factors.last_pivot() = static_cast<double>(held + more) * 0x1p-40;
      EXPECT_TRUE(proven(factors, order)) << more;
      factors.last_pivot() = static_cast<double>(refused - more) * 0x1p-40;
      EXPECT_FALSE(proven(factors, order)) << more;
    }
    if (HasFailure()) return;
  }
  EXPECT_GT(met, 10);
}

// The second row equals the first to within 2^-30, so that the remainder of its elimination is
// wrong by 2^-23 of itself. The third row is a combination of both, and seems to leave as much.
TEST(DoubleRank, NoFlatIsMadeThickByRoundings) {
  std::mt19937_64 random(12);
  for (int round = 0; round < 200; ++round) {
    const std::size_t d = 4 + static_cast<std::size_t>(round % 3);
    const auto whole = [&random] { return static_cast<double>(random() % 0x10000) - 0x8000; };
    std::vector<double> points(4 * d);
    const double factor = static_cast<double>(random() % 7) - 3;
    for (std::size_t k = 0; k < d; ++k) {
      const double first = whole();
      const double across = whole();
      points[d + k] = first;
      points[2 * d + k] = first + 0x1p-30 * across;
      points[3 * d + k] = factor * first + across;
    }
    for (const test::FloatMode& mode : test::float_modes()) {
      bool claimed = true;
      {
        const test::FloatEnvironment environment(mode);
        claimed = spans_by_doubles(points.data(), 4, static_cast<int>(d));
      }
      ASSERT_FALSE(claimed) << round << ' ' << mode.name;
    }
  }
}

// An entry of 1 is reduced like any other.
TEST(DoubleRank, ARowTwiceIsFlat) {
  EXPECT_FALSE(spans_by_doubles(std::vector<double>{0, 0, 1, 1, 1, 1}.data(), 3, 2));
  EXPECT_FALSE(spans_by_doubles(std::vector<double>{0, 0, 2, 1, 1, 0.5}.data(), 3, 2));
  EXPECT_TRUE(spans_by_doubles(std::vector<double>{0, 0, 1, 1, 1, 0.5}.data(), 3, 2));
}

/// Rows (size, 0) and (size, left): the remainder of the second is `left`.
bool holds_both(double size, double left) {
  return spans_by_doubles(std::vector<double>{0, 0, size, 0, size, left}.data(), 3, 2);
}

TEST(DoubleRank, PivotsAndRowsAreInRange) {
  const auto segment = [](double x) {
    return spans_by_doubles(std::vector<double>{0, x}.data(), 2, 1);
  };
  EXPECT_TRUE(segment(0x1p200));
  EXPECT_TRUE(segment(0x1p-200));
  for (const double ratio : {std::nextafter(1.0, 2.0), 2.0, 4.0, 0x1p100}) {
    EXPECT_FALSE(segment(ratio * 0x1p200)) << ratio;
    EXPECT_FALSE(segment(0x1p-200 / ratio)) << ratio;
  }
  EXPECT_FALSE(segment(std::numeric_limits<double>::infinity()));
  // The row is in range, and its remainder is not; and vice versa.
  EXPECT_TRUE(holds_both(0x1p-170, 0x1p-200));
  EXPECT_FALSE(holds_both(0x1p-170, 0x1p-201));
  EXPECT_TRUE(holds_both(0x1p200, 0x1p170));
  const double grows[] = {0, 0, 0x1p199, 0x1p198, 0x1p199, -0x1p200};
  EXPECT_FALSE(spans_by_doubles(grows, 3, 2));  // the remainder is 1.25 * 2^200
  const double shrinks[] = {0, 0, 0x1p190, 0x1p190, 0x1.8p200, 0x1p200};
  EXPECT_FALSE(spans_by_doubles(shrinks, 3, 2));  // of 1.5 * 2^200 only 2^199 remains
}

TEST(DoubleRank, NothingButRoundingsIsLeftAtTwoToTheMinus44) {
  EXPECT_FALSE(holds_both(1, 0x1p-45));
  EXPECT_FALSE(holds_both(1, 0x1p-44));
  EXPECT_TRUE(holds_both(1, std::nextafter(0x1p-44, 1.0)));
  EXPECT_TRUE(holds_both(1, 0x1p-43));
}

TEST(DoubleRank, UpToFourThousandDimensions) {
  for (const std::size_t d : {std::size_t{4096}, std::size_t{4097}}) {
    std::vector<double> points(2 * d);
    points.back() = 1;
    EXPECT_EQ(spans_by_doubles(points.data(), 2, static_cast<int>(d)), d == 4096) << d;
  }
}

}  // namespace
}  // namespace sunder::detail
