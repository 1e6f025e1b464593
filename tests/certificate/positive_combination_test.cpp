// SPDX-License-Identifier: Apache-2.0
//
// 0 in a hull or in its interior, against hyperplanes enumerated by brute force on small integers.
#include "certificate/positive_combination.hpp"

#include <algorithm>
#include <random>

#include "gtest/gtest.h"

namespace sunder::detail::certificate {
namespace {

using Point = std::vector<std::int64_t>;

/// Laplace's expansion of the rows from `from` on, over the columns outside `used`.
std::int64_t determinant(const std::vector<Point>& rows, std::size_t from = 0, unsigned used = 0) {
  if (from == rows.size()) return 1;
  std::int64_t sum = 0;
  std::int64_t sign = 1;
  for (std::size_t j = 0; j < rows.size(); ++j) {
    if ((used >> j & 1) != 0) continue;
    if (rows[from][j] != 0) {
      sum += sign * rows[from][j] * determinant(rows, from + 1, used | 1u << j);
    }
    sign = -sign;
  }
  return sum;
}

/// Calls with each choice of `size` of the points.
template <class Call>
void for_each_choice(const std::vector<Point>& points, std::size_t size, Call call) {
  std::vector<char> chosen(size, 1);
  chosen.resize(points.size());
  do {
    std::vector<Point> some;
    for (std::size_t k = 0; k < points.size(); ++k) {
      if (chosen[k] != 0) some.push_back(points[k]);
    }
    call(some);
  } while (std::prev_permutation(chosen.begin(), chosen.end()));
}

/// 0 is interior exactly if the points span and each hyperplane through 0 and d-1 independent
/// points has points strictly on both sides. The reason: a supporting hyperplane of a cone that
/// spans can be rotated until it holds d-1 independent points.
bool interior_by_hyperplanes(const std::vector<Point>& points, std::size_t d) {
  bool spans = false;
  for_each_choice(points, d, [&](const auto& some) {
    if (!spans) spans = determinant(some) != 0;
  });
  if (!spans) return false;
  bool interior = true;
  for_each_choice(points, d - 1, [&](const auto& some) {
    if (!interior) return;
    bool positive = false;
    bool negative = false;
    for (const Point& point : points) {
      std::vector<Point> rows = some;
      rows.push_back(point);
      const std::int64_t side = determinant(rows);
      positive = positive || side > 0;
      negative = negative || side < 0;
    }
    interior = interior && positive == negative;
  });
  return interior;
}

/// 0 is in the hull exactly if it is in that of at most d+1 affinely independent points of it
/// (Caratheodory). For each such choice, Cramer's rule gives the weights of the point of its affine
/// hull nearest to 0. The matrix is the Gram matrix bordered by ones.
bool hull_by_cramer(const std::vector<Point>& points, std::size_t d) {
  for (std::size_t size = 1; size <= std::min(points.size(), d + 1); ++size) {
    bool found = false;
    for_each_choice(points, size, [&](const std::vector<Point>& some) {
      if (found) return;
      const std::size_t n = some.size() + 1;
      std::vector<Point> bordered(n, Point(n));
      for (std::size_t i = 0; i + 1 < n; ++i) {
        for (std::size_t j = 0; j + 1 < n; ++j) {
          for (std::size_t k = 0; k < d; ++k) bordered[i][j] += some[i][k] * some[j][k];
        }
        bordered[i][n - 1] = bordered[n - 1][i] = 1;
      }
      const std::int64_t base = determinant(bordered);
      if (base == 0) return;
      std::vector<std::int64_t> weights;
      for (std::size_t column = 0; column + 1 < n; ++column) {
        std::vector<Point> replaced = bordered;
        for (std::size_t i = 0; i < n; ++i) replaced[i][column] = i + 1 == n ? 1 : 0;
        weights.push_back(determinant(replaced) * (base > 0 ? 1 : -1));
      }
      bool holds = std::all_of(weights.begin(), weights.end(), [](auto w) { return w >= 0; });
      for (std::size_t k = 0; k < d && holds; ++k) {
        std::int64_t sum = 0;
        for (std::size_t i = 0; i < some.size(); ++i) sum += weights[i] * some[i][k];
        holds = sum == 0;
      }
      found = holds;
    });
    if (found) return true;
  }
  return false;
}

std::vector<IntegerVector> exact(const std::vector<Point>& points) {
  std::vector<IntegerVector> out;
  for (const Point& point : points) out.emplace_back(point.begin(), point.end());
  return out;
}

TEST(PositiveCombination, AgreesWithBruteForce) {
  std::mt19937_64 random(20261120);
  int interior = 0;
  int hull = 0;
  int flat = 0;
  constexpr int kCases = 6000;
  for (int n = 0; n < kCases; ++n) {
    const auto d = static_cast<std::size_t>(1 + n % 4);
    const std::size_t count = 1 + random() % (2 * d + 2);
    const std::int64_t size = 1 + static_cast<std::int64_t>(random() % 3);
    const bool flatten = random() % 4 == 0;
    std::vector<Point> points(count, Point(d));
    for (Point& point : points) {
      for (std::int64_t& x : point) {
        x = static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(2 * size + 1)) - size;
      }
      if (flatten) point[d - 1] = d > 1 ? point[0] : 0;
    }
    const bool in_interior = count >= d && interior_by_hyperplanes(points, d);
    const bool in_hull = hull_by_cramer(points, d);
    ASSERT_EQ(zero_in_interior(exact(points), static_cast<int>(d)), in_interior) << n;
    ASSERT_EQ(zero_in_hull(exact(points), static_cast<int>(d)), in_hull) << n;
    ASSERT_LE(in_interior, in_hull);
    interior += in_interior;
    hull += in_hull;
    flat += in_hull && flatten;
  }
  EXPECT_GT(interior, kCases / 20);
  EXPECT_GT(hull - interior, kCases / 10);
  EXPECT_GT(kCases - hull, kCases / 10);
  EXPECT_GT(flat, kCases / 20);
}

TEST(PositiveCombination, DoesNotDependOnScale) {
  std::mt19937_64 random(7);
  for (int n = 0; n < 300; ++n) {
    const int d = 2 + n % 3;
    const std::size_t count = static_cast<std::size_t>(d) + 1 + random() % 4;
    std::vector<IntegerVector> points;
    std::vector<IntegerVector> scaled;
    for (std::size_t k = 0; k < count; ++k) {
      IntegerVector point;
      const BigInt factor = (BigInt(random()) + 1) << (random() % 2000);
      for (int i = 0; i < d; ++i) point.emplace_back(static_cast<int>(random() % 5) - 2);
      points.push_back(point);
      for (BigInt& x : point) x *= factor;
      scaled.push_back(point);
    }
    EXPECT_EQ(zero_in_interior(points, d), zero_in_interior(scaled, d));
    EXPECT_EQ(zero_in_hull(points, d), zero_in_hull(scaled, d));
  }
}

/// The last point is minus a positive combination of the others: 0 is inside.
std::vector<IntegerVector> around_zero(std::mt19937_64& random, int d, int count) {
  std::vector<IntegerVector> points;
  IntegerVector last(static_cast<std::size_t>(d));
  for (int k = 1; k < count; ++k) {
    IntegerVector point;
    const BigInt weight = 1 + random() % 100;
    for (BigInt& sum : last) {
      point.emplace_back(static_cast<std::int64_t>(random() >> 20) - (std::int64_t{1} << 43));
      sum -= weight * point.back();
    }
    points.push_back(point);
  }
  points.push_back(last);
  return points;
}

/// The points with x_0 = 1 everywhere: 0 is outside.
std::vector<IntegerVector> beside_zero(std::vector<IntegerVector> points) {
  for (IntegerVector& point : points) point[0] = 1;
  return points;
}

/// Entries stay as short as determinants. If they grew with each pivot, they would double in
/// length, and the tenth pivot would not end.
TEST(PositiveCombination, StaysShortInManyDimensions) {
  std::mt19937_64 random(8);
  for (const int count : {11, 12, 22}) {
    const std::vector<IntegerVector> points = around_zero(random, 10, count);
    EXPECT_TRUE(zero_in_hull(points, 10));
    EXPECT_TRUE(zero_in_interior(points, 10));
    EXPECT_FALSE(zero_in_hull(beside_zero(points), 10));
    EXPECT_FALSE(zero_in_interior(beside_zero(points), 10));
  }
}

/// A common power of two of a point, or of a coordinate of all points, only costs its removal. With
/// it in the matrix the determinants would take minutes.
TEST(PositiveCombination, PowersOfTwoInCommonCostNothing) {
  std::mt19937_64 random(9);
  constexpr int kShift = 2000000;
  for (std::size_t scaled = 0; scaled < 3; ++scaled) {
    std::vector<IntegerVector> points = around_zero(random, 8, 16);
    for (std::size_t j = 0; j < points.size(); ++j) {
      for (std::size_t i = 0; i < 8; ++i) {
        const bool far = scaled == 0 ? j % 2 == 0 : (scaled == 1 ? i == 0 : i % 2 == 1);
        if (far) points[j][i] <<= kShift;
      }
    }
    EXPECT_TRUE(zero_in_hull(points, 8));
    EXPECT_TRUE(zero_in_interior(points, 8));
  }
}

TEST(PositiveCombination, KnowsCornersOfTheDefinition) {
  const std::vector<IntegerVector> zero = {{0, 0}};
  EXPECT_TRUE(zero_in_hull(zero, 2));
  EXPECT_FALSE(zero_in_interior(zero, 2));
  const std::vector<IntegerVector> segment = {{1, 1}, {-2, -2}};
  EXPECT_TRUE(zero_in_hull(segment, 2));
  EXPECT_FALSE(zero_in_interior(segment, 2));
  // On an edge of the triangle, inside it, and a vertex at 0.
  EXPECT_FALSE(zero_in_interior(std::vector<IntegerVector>{{1, 0}, {-1, 0}, {0, 1}}, 2));
  EXPECT_TRUE(zero_in_interior(std::vector<IntegerVector>{{1, 0}, {-1, -1}, {0, 1}}, 2));
  EXPECT_FALSE(zero_in_interior(std::vector<IntegerVector>{{0, 0}, {-1, -1}, {0, 1}}, 2));
  // 0 itself among the points of a hull that holds it inside.
  EXPECT_TRUE(zero_in_interior(std::vector<IntegerVector>{{0, 0}, {1, 0}, {-1, -1}, {0, 1}}, 2));
}

}  // namespace
}  // namespace sunder::detail::certificate
