// SPDX-License-Identifier: Apache-2.0
//
// Bodies of run-time dimension: the properties that from_points() finds in one pass or two, against
// the plainest loops over the points.
#include <algorithm>
#include <cmath>
#include <cstring>
#include <gtest/gtest.h>
#include <limits>
#include <random>
#include <set>
#include <string>

#include "exact/dyadic.hpp"
#include "geometry/hull_block.hpp"
#include "geometry/rational.hpp"
#include "sunder/polytope.hpp"

namespace sunder {
namespace {

using test::Rational;

PolytopeN from(const std::vector<double>& points, int dimension, BuildOptions options = {}) {
  const auto d = static_cast<std::size_t>(dimension);
  return PolytopeN::from_points(points.data(), static_cast<std::int64_t>(points.size() / d),
                                dimension, dimension * static_cast<std::int64_t>(sizeof(double)),
                                options)
      .value();
}

/// The first of each group of equal points. Vectors of doubles compare by value, so that -0 equals
/// 0.
std::vector<std::int32_t> first_ones(const std::vector<double>& points, std::size_t d) {
  std::vector<std::int32_t> kept;
  std::set<std::vector<double>> seen;
  for (std::size_t i = 0; i * d < points.size(); ++i) {
    const auto first = points.begin() + static_cast<std::ptrdiff_t>(i * d);
    if (seen.insert({first, first + static_cast<std::ptrdiff_t>(d)}).second) {
      kept.push_back(static_cast<std::int32_t>(i));
    }
  }
  return kept;
}

void check(const std::vector<double>& points, int dimension) {
  const auto d = static_cast<std::size_t>(dimension);
  const PolytopeN body = from(points, dimension);
  const std::vector<std::int32_t> kept = first_ones(points, d);
  ASSERT_EQ(body.vertex_count(), static_cast<std::int32_t>(kept.size()));
  EXPECT_EQ(body.report().duplicate, static_cast<std::int64_t>(points.size() / d - kept.size()));
  const detail::HullBlock& block = detail::BlockAccess::block(body);
  detail::ExponentSpan exponents;
  Rational radius_squared = 0;
  for (std::int32_t i = 0; i < body.vertex_count(); ++i) {
    const std::int32_t given = kept[static_cast<std::size_t>(i)];
    EXPECT_EQ(body.caller_index(i), given);
    Rational square = 0;
    for (std::size_t k = 0; k < d; ++k) {
      const double x = points[static_cast<std::size_t>(given) * d + k];
      EXPECT_EQ(body.vertex(i)[k], x);
      exponents.include(x);
      const Rational difference = Rational(x) - Rational(block.centre[k]);
      square += difference * difference;
    }
    radius_squared = std::max(radius_squared, square);
  }
  EXPECT_EQ(block.exponents.low, exponents.low);
  EXPECT_EQ(block.exponents.top, exponents.top);
  ASSERT_TRUE(std::isfinite(block.circumscribed));
  const Rational radius(block.circumscribed);
  EXPECT_GE(radius * radius, radius_squared);
  EXPECT_LE(block.circumscribed,
            std::sqrt(radius_squared.convert_to<double>()) * (1 + 1e-12) + 1e-140);
  for (std::size_t k = 0; k < d; ++k) {
    double lower = points[k], upper = points[k];
    for (std::size_t i = k; i < points.size(); i += d) {
      lower = std::min(lower, points[i]);
      upper = std::max(upper, points[i]);
    }
    EXPECT_EQ(block.lower[k], lower);
    EXPECT_EQ(block.upper[k], upper);
    EXPECT_EQ(block.max_abs[k], std::max(std::fabs(lower), std::fabs(upper)));
    EXPECT_GE(block.centre[k], lower);
    EXPECT_LE(block.centre[k], upper);
    for (std::int32_t i = block.count; i < block.stride; ++i) {
      EXPECT_EQ(block.row(static_cast<int>(k))[i], points[k]);
    }
  }
}

TEST(ManyDimensions, WhatABodyKnowsOfItself) {
  std::mt19937_64 random(1);
  std::normal_distribution<double> normal;
  for (const int d : {4, 5, 7, 16, 17, 100}) {
    for (const int count : {1, 2, 15, 16, 17, 40}) {
      for (int kind = 0; kind < 4; ++kind) {
        std::vector<double> points;
        for (int i = 0; i < count * d; ++i) {
          const double x = normal(random);
          const auto whole = static_cast<double>(random() % 3) - 1;
          const int power = static_cast<int>(random() % 300) - 150;
          points.push_back(kind == 0   ? x
                           : kind == 1 ? whole
                           : kind == 2 ? std::ldexp(x, power)
                                       : whole * 0x1p-1074);
        }
        SCOPED_TRACE(testing::Message() << d << ' ' << count << ' ' << kind);
        check(points, d);
        if (HasFailure()) return;
      }
    }
  }
}

TEST(ManyDimensions, DuplicatesAndBothZeros) {
  std::mt19937_64 random(2);
  for (const int d : {4, 5, 16}) {
    for (int round = 0; round < 20; ++round) {
      std::vector<double> points;
      for (int i = 0; i < 300 * d; ++i) {
        // Two coordinates vary: many duplicates among 300 points.
        const auto draw = random() % 4;
        const bool minus = random() % 2 == 0;
        const double x = i % d < 2 ? static_cast<double>(draw) : 0.0;
        points.push_back(x == 0 && minus ? -0.0 : x);
      }
      SCOPED_TRACE(testing::Message() << d << ' ' << round);
      check(points, d);
      EXPECT_LE(from(points, d).report().affine_dimension, 2);
      if (HasFailure()) return;
    }
  }
}

TEST(ManyDimensions, HashFollowsTheKeptPointsAlone) {
  std::mt19937_64 random(3);
  for (const int d : {4, 5, 16, 100}) {
    std::vector<double> points;
    for (int i = 0; i < 3 * d; ++i) points.push_back(static_cast<double>(random() % 4) + 1);
    points.front() = 0;
    std::vector<double> again = points;
    again.front() = -0.0;
    again.insert(again.end(), points.begin(), points.begin() + d);
    const std::uint64_t hash = from(points, d).content_hash();
    EXPECT_EQ(from(again, d).content_hash(), hash);
    EXPECT_EQ(from(points, d, {.reduce = false}).content_hash(), hash);
    EXPECT_NE(from(again, d, {.reduce = false}).content_hash(), hash);
    for (double& x : points) {
      const double before = x;
      x = -1 - x;
      EXPECT_NE(from(points, d).content_hash(), hash);
      x = before;
    }
  }
  EXPECT_EQ(from({0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, -0.0}, 4).content_hash(), 0x60648a6387225d5bU);
  EXPECT_EQ(from({1, 2, 3, 4, 5}, 5).content_hash(), 0x4012c7830a9ab49U);
}

// The corners differ in signs alone: with hashes that share their low bits this would take minutes.
TEST(ManyDimensions, LargeCube) {
  const int d = 14;
  std::vector<double> points;
  for (int corner = 0; corner < 1 << d; ++corner) {
    for (int k = 0; k < d; ++k) points.push_back((corner >> k & 1) != 0 ? 1 : -1);
  }
  const PolytopeN cube = from(points, d);
  EXPECT_EQ(cube.vertex_count(), 1 << d);
  EXPECT_EQ(cube.report().affine_dimension, d);
}

TEST(ManyDimensions, RanksReported) {
  for (const int d : {1, 4, 5, 16, 100}) {
    const auto n = static_cast<std::size_t>(d);
    std::vector<double> points(n, 0.5);
    EXPECT_EQ(from(points, d).report().affine_dimension, 0) << d;
    for (std::size_t k = 0; k < n; ++k) {
      std::vector<double> point(n, 0.5);
      point[k] = 2;
      points.insert(points.end(), point.begin(), point.end());
    }
    const PolytopeN simplex = from(points, d);
    EXPECT_EQ(simplex.report().affine_dimension, d) << d;
    EXPECT_EQ(simplex.vertex_count(), d + 1);
    if (d > 1) {
      for (std::size_t i = n - 1; i < points.size(); i += n) points[i] = 0x1p-1074;  // flat
      EXPECT_EQ(from(points, d).report().affine_dimension, d - 1) << d;
      points.back() = 0;  // not flat, by the smallest double; this was a copy of the first point
      EXPECT_EQ(from(points, d).report().affine_dimension, d) << d;
    }
  }
}

// Rows apart in memory, and refused input.
TEST(ManyDimensions, StrideAndRefusals) {
  const std::vector<double> points{1, 2, 3, 4, 5, 6, 7, 8};
  std::vector<std::byte> aligned(2 * 40);
  for (std::size_t i = 0; i < 2; ++i)
    std::memcpy(aligned.data() + i * 40, points.data() + 4 * i, 32);
  const auto* start = reinterpret_cast<const double*>(aligned.data());
  EXPECT_EQ(PolytopeN::from_points(start, 2, 4, 40).value().content_hash(),
            from(points, 4).content_hash());
  for (const double bad :
       {std::numeric_limits<double>::infinity(), -std::numeric_limits<double>::infinity(),
        std::numeric_limits<double>::quiet_NaN()}) {
    for (std::size_t i = 0; i < points.size(); ++i) {
      std::vector<double> broken = points;
      broken[i] = bad;
      const auto refused = PolytopeN::from_points(broken.data(), 2, 4, 32);
      ASSERT_FALSE(refused);
      const std::string place =
          "points[" + std::to_string(i / 4) + "][" + std::to_string(i % 4) + "]";
      EXPECT_NE(refused.error().message.find(place), std::string::npos) << refused.error().message;
    }
  }
  std::vector<double> largest(8, std::numeric_limits<double>::max());
  largest[0] = -largest[0];
  EXPECT_TRUE(PolytopeN::from_points(largest.data(), 2, 4, 32));
}

}  // namespace
}  // namespace sunder
