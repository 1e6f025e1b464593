// SPDX-License-Identifier: Apache-2.0
//
// Tests the public handle: accepted and refused input, storage and reports, in every dimension
// except 3-D hulls.
#include "sunder/polytope.hpp"

#include <cmath>
#include <gtest/gtest.h>
#include <limits>
#include <random>
#include <set>

#include "geometry/float_environment.hpp"
#include "geometry/hull_block.hpp"
#include "geometry/neighbours.hpp"
#include "geometry/rational.hpp"

namespace sunder {
namespace {

using test::Rational;

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
constexpr double kInfinity = std::numeric_limits<double>::infinity();

template <class AnyPolytope>
std::vector<std::int32_t> kept_by(const AnyPolytope& polytope) {
  std::vector<std::int32_t> kept;
  for (std::int32_t i = 0; i < polytope.vertex_count(); ++i) {
    kept.push_back(polytope.caller_index(i));
  }
  return kept;
}

PolytopeN from(const std::vector<double>& points, int dimension, BuildOptions options = {}) {
  const auto d = static_cast<std::size_t>(dimension);
  return PolytopeN::from_points(points.data(), static_cast<std::int64_t>(points.size() / d),
                                dimension, dimension * static_cast<std::int64_t>(sizeof(double)),
                                options)
      .value();
}

TEST(Polytope, EmptyIsLegalEverywhere) {
  const Polytope3 empty;
  EXPECT_TRUE(empty.empty());
  EXPECT_EQ(empty.dimension(), 3);
  EXPECT_EQ(empty.vertex_count(), 0);
  EXPECT_EQ(empty.report().affine_dimension, -1);
  EXPECT_GT(empty.bounds().lower[0], empty.bounds().upper[0]);
  EXPECT_EQ(empty.circumscribed_ball().radius, 0);
  EXPECT_TRUE(empty.faces().empty());
  const Polytope2 none = Polytope2::from_points({}).value();
  EXPECT_TRUE(none.empty());
  EXPECT_EQ(none.content_hash(), Polytope2().content_hash());
  EXPECT_EQ(PolytopeN().dimension(), 0);
  EXPECT_EQ(from({}, 5).dimension(), 5);
  EXPECT_TRUE(from({}, 5).empty());
}

TEST(Polytope, RefusalsSayWhatAndWhere) {
  const auto nan = Polytope3::from_points({{0, 0, 0}, {1, kNaN, 0}});
  ASSERT_FALSE(nan);
  EXPECT_EQ(nan.error().code, ErrorCode::not_finite);
  EXPECT_EQ(nan.error().message, "points[1][1] is NaN; every coordinate must be finite");
  EXPECT_EQ(Polytope2::from_points({{-kInfinity, 0}}).error().message,
            "points[0][0] is -infinity; every coordinate must be finite");
  const double point[3] = {1, 2, 3};
  EXPECT_EQ(Polytope2::from_points(point, 1, 3, 24).error().code, ErrorCode::dimension_mismatch);
  EXPECT_EQ(PolytopeN::from_points(point, 1, 0, 24).error().code, ErrorCode::wrong_shape);
  EXPECT_EQ(PolytopeN::from_points(point, -1, 3, 24).error().code, ErrorCode::wrong_shape);
  EXPECT_EQ(PolytopeN::from_points(point, std::int64_t{1} << 31, 3, 24).error().code,
            ErrorCode::too_large);
  // The product of both is refused, whatever the size of a size_t.
  EXPECT_EQ(PolytopeN::from_points(point, 0x7ffffff0, 0x7fffffff, 24).error().message,
            "2147483632 points of dimension 2147483647 are more than this machine can address");
}

TEST(Polytope, StrideSkipsWhatLiesBetweenPoints) {
  const std::vector<double> rows{0, 0, 99, 1, 0, 99, 0, 1, 99};
  const Polytope2 triangle = Polytope2::from_points(rows.data(), 3, 2, 24).value();
  EXPECT_EQ(triangle.vertex_count(), 3);
  EXPECT_EQ(triangle.vertex(2), (Vector2{0, 1}));
  const Polytope2 repeated = Polytope2::from_points(rows.data(), 3, 2, 0).value();
  EXPECT_EQ(repeated.vertex_count(), 1);
  EXPECT_EQ(repeated.report().duplicate, 2);
}

TEST(Polytope, OneDimensionKeepsTheEnds) {
  const PolytopeN segment = from({3, -1, 2, -1, 7, 7}, 1);
  EXPECT_EQ(kept_by(segment), (std::vector<std::int32_t>{1, 4}));
  EXPECT_EQ(segment.report().duplicate, 2);
  EXPECT_EQ(segment.report().interior, 2);
  EXPECT_EQ(segment.report().affine_dimension, 1);
}

TEST(Polytope, HigherDimensionsLoseDuplicatesOnly) {
  const std::vector<double> points{0, 0, 0, 0, 2, 0, 0, 0, 1, 0, 0, 0, -0.0, 0, 0, 0, 2, 0, 0, 0};
  const PolytopeN polytope = from(points, 4);
  EXPECT_EQ(kept_by(polytope), (std::vector<std::int32_t>{0, 1, 2}));
  EXPECT_EQ(polytope.report().given, 5);
  EXPECT_EQ(polytope.report().duplicate, 2);
  EXPECT_EQ(polytope.report().interior, 0);
  EXPECT_EQ(polytope.report().affine_dimension, 1);
}

TEST(Polytope, RunTimeDimensionReducesLikeTheFixedOne) {
  std::mt19937_64 random(1);
  std::vector<double> flat;
  std::vector<Vector3> points;
  for (int i = 0; i < 60; ++i) {
    points.push_back({static_cast<double>(random() % 6), static_cast<double>(random() % 6),
                      static_cast<double>(random() % 6)});
    flat.insert(flat.end(), points.back().begin(), points.back().end());
  }
  const Polytope3 fixed = Polytope3::from_points(std::span<const Vector3>(points)).value();
  const PolytopeN run_time = from(flat, 3);
  EXPECT_EQ(kept_by(fixed), kept_by(run_time));
  EXPECT_EQ(fixed.faces().size(), run_time.faces().size());
  EXPECT_EQ(fixed.content_hash(), run_time.content_hash());
}

TEST(Polytope, WithoutReductionEverythingIsStored) {
  const std::vector<double> points{0, 0, 2, 0, 1, 0, 0, 2, 0, 0};
  const PolytopeN stored = from(points, 2, {.reduce = false});
  EXPECT_EQ(kept_by(stored), (std::vector<std::int32_t>{0, 1, 2, 3, 4}));
  EXPECT_EQ(stored.report().duplicate, 0);
  EXPECT_EQ(stored.report().affine_dimension, 2);
  EXPECT_TRUE(stored.edges().empty());
}

TEST(Polytope, HashIsTheSameForEqualPointsOnEveryPlatform) {
  const Polytope2 a = Polytope2::from_points({{0, 0}, {1, 0}, {0, 1}}).value();
  const Polytope2 b = Polytope2::from_points({{-0.0, 0}, {1, -0.0}, {0.2, 0.2}, {0, 1}}).value();
  const Polytope2 c = Polytope2::from_points({{1, 0}, {0, 0}, {0, 1}}).value();
  EXPECT_EQ(a.content_hash(), b.content_hash());
  EXPECT_NE(a.content_hash(), c.content_hash());
  EXPECT_EQ(a.content_hash(), 0x35bf50b27f06f5a8U);
}

/// A point is extreme if a line through it and another point has all points on one side, and none
/// beyond it on the line.
bool is_extreme(const std::vector<Vector2>& points, std::size_t i) {
  for (std::size_t j = 0; j < points.size(); ++j) {
    if (points[j] == points[i]) continue;
    bool supports = true;
    for (const Vector2& q : points) {
      const Rational dx = Rational(points[j][0]) - Rational(points[i][0]);
      const Rational dy = Rational(points[j][1]) - Rational(points[i][1]);
      const Rational ex = Rational(q[0]) - Rational(points[i][0]);
      const Rational ey = Rational(q[1]) - Rational(points[i][1]);
      const Rational side(dx * ey - dy * ex);
      if (side < 0 || (side == 0 && dx * ex + dy * ey < 0)) supports = false;
    }
    if (supports) return true;
  }
  return false;
}

/// The edges are in order and turn left, with nothing to their right; the inscribed ball is inside
/// them.
void check_edges(const std::vector<Vector2>& points, const Polytope2& polygon) {
  const auto edges = polygon.edges();
  ASSERT_EQ(static_cast<std::int32_t>(edges.size()), polygon.vertex_count());
  test::check_neighbours(polygon);
  const Ball<2> ball = polygon.inscribed_ball();
  const Rational radius(ball.radius);
  for (std::size_t i = 0; i < edges.size(); ++i) {
    ASSERT_EQ(edges[i].vertices[1], edges[(i + 1) % edges.size()].vertices[0]);
    ASSERT_EQ(edges[i].faces[0], -1);
    const Vector2 a = polygon.vertex(edges[i].vertices[0]);
    const Vector2 b = polygon.vertex(edges[i].vertices[1]);
    const Rational dx = Rational(b[0]) - Rational(a[0]);
    const Rational dy = Rational(b[1]) - Rational(a[1]);
    const auto left = [&](const Vector2& q) {
      return Rational(dx * (Rational(q[1]) - Rational(a[1])) -
                      dy * (Rational(q[0]) - Rational(a[0])));
    };
    for (const Vector2& q : points) ASSERT_GE(left(q), 0);
    const Rational height = left(ball.centre);
    ASSERT_TRUE(radius == 0 || height > 0);
    ASSERT_GE(height * height, radius * radius * (dx * dx + dy * dy));
  }
}

TEST(Polytope, PlaneAgreesWithBruteForceInEveryFloatMode) {
  std::mt19937_64 random(2);
  const std::vector<Vector2> scales{
      {1, 1}, {0x1p-1074, 0x1p-1074}, {0x1p1020, 0x1p1020}, {0x1p-1074, 0x1p1020}};
  for (int round = 0; round < 120; ++round) {
    const Vector2 scale = scales[random() % scales.size()];
    std::set<Vector2> distinct;
    for (int i = 0; i < 14; ++i) {
      distinct.insert({static_cast<double>(random() % 5) * scale[0],
                       static_cast<double>(random() % 5) * scale[1]});
    }
    const std::vector<Vector2> points(distinct.begin(), distinct.end());
    std::vector<std::int32_t> extremes;
    for (std::size_t i = 0; i < points.size(); ++i) {
      if (is_extreme(points, i)) extremes.push_back(static_cast<std::int32_t>(i));
    }
    for (const test::FloatMode& mode : test::float_modes()) {
      const Polytope2 polygon = test::in_mode(
          mode, [&] { return Polytope2::from_points(std::span<const Vector2>(points)).value(); });
      ASSERT_EQ(kept_by(polygon), extremes) << mode.name;
      check_edges(points, polygon);
    }
  }
}

TEST(Polytope, PolygonsHaveLargeInscribedBalls) {
  EXPECT_GT(Polytope2::regular_polygon(6, 2).inscribed_ball().radius, std::sqrt(3) - 1e-9);
  EXPECT_GT(Polytope2::box({3, 4}).inscribed_ball().radius, 3 - 1e-12);
}

/// Bounds, greatest magnitudes and the circumscribed ball, in rational numbers.
void check_bounds(const std::vector<double>& points, int dimension, const PolytopeN& polytope) {
  const Ball<kRunTime> ball = polytope.circumscribed_ball();
  const Bounds<kRunTime> bounds = polytope.bounds();
  const detail::HullBlock& block = detail::BlockAccess::block(polytope);
  const auto d = static_cast<std::size_t>(dimension);
  for (std::size_t i = 0; i < points.size() / d; ++i) {
    Rational square = 0;
    for (std::size_t k = 0; k < d; ++k) {
      const Rational x(points[i * d + k]);
      const Rational arm(x - Rational(ball.centre[k]));
      square += arm * arm;
      ASSERT_GE(x, Rational(bounds.lower[k]));
      ASSERT_LE(x, Rational(bounds.upper[k]));
      ASSERT_GE(Rational(block.max_abs[k]), abs(x));
    }
    if (!std::isfinite(ball.radius)) continue;
    ASSERT_LE(square, Rational(ball.radius) * Rational(ball.radius));
  }
  for (std::size_t k = 0; k < d; ++k) {
    ASSERT_EQ(block.max_abs[k], std::max(std::fabs(bounds.lower[k]), std::fabs(bounds.upper[k])));
  }
}

TEST(Polytope, BoundsHoldInEveryFloatModeAndRange) {
  std::mt19937_64 random(3);
  std::normal_distribution<double> normal;
  for (int round = 0; round < 60; ++round) {
    const int d = 1 + round % 7;
    std::vector<double> points(static_cast<std::size_t>(d) * 9);
    const std::array<int, 5> exponents{0, -1060, 1020, -500, 300};
    for (double& x : points) {
      x = std::ldexp(normal(random), exponents[static_cast<std::size_t>(round) % 5]);
      if (round % 3 == 0) x += 1e9;
    }
    for (const test::FloatMode& mode : test::float_modes()) {
      check_bounds(points, d, test::in_mode(mode, [&] { return from(points, d); }));
    }
  }
}

TEST(Polytope, SinglePointHasABallOfRadiusZero) {
  for (const double x : {5.0, 1e300, 0x1p-1074, 0.1}) {
    const Polytope3 point = Polytope3::from_points({{x, -x, x}, {x, -x, x}}).value();
    EXPECT_EQ(point.circumscribed_ball().radius, 0);
    EXPECT_EQ(point.circumscribed_ball().centre, (Vector3{x, -x, x}));
    EXPECT_EQ(point.inscribed_ball().radius, 0);
  }
}

TEST(Block, IsAlignedPaddedAndRounded) {
  std::vector<Vector3> points;
  for (int i = 0; i < 21; ++i) points.push_back({i + 0.1, 1.0 * i * i, 1e300 * i});
  const Polytope3 polytope = Polytope3::from_points(std::span<const Vector3>(points)).value();
  const detail::HullBlock& block = detail::BlockAccess::block(polytope);
  EXPECT_EQ(block.count, polytope.vertex_count());
  EXPECT_EQ(block.stride % detail::kRowAlignment, 0);
  EXPECT_GE(block.stride, block.count);
  EXPECT_EQ(reinterpret_cast<std::uintptr_t>(block.points) % 64, 0U);
  EXPECT_EQ(reinterpret_cast<std::uintptr_t>(block.points_float) % 64, 0U);
  for (int k = 0; k < 3; ++k) {
    for (std::int32_t i = 0; i < block.stride; ++i) {
      const double expected = block.coordinate(i < block.count ? i : 0, k);
      EXPECT_EQ(block.row(k)[i], expected);
      const float rounded = block.points_float[k * block.stride + i];
      EXPECT_EQ(rounded,
                k < 2 ? static_cast<float>(expected) : (expected > 0 ? 0x1.fffffep127F : 0));
    }
  }
  EXPECT_FALSE(block.in_filter_range);
}

TEST(Block, KnowsBoxesInAnyOrder) {
  const auto shape = [](std::initializer_list<Vector3> points) {
    const Polytope3 polytope = Polytope3::from_points(points).value();
    return detail::BlockAccess::block(polytope).shape;
  };
  EXPECT_EQ(
      shape(
          {{1, 2, 4}, {0, 0, 3}, {1, 0, 3}, {0, 2, 3}, {0, 0, 4}, {1, 2, 3}, {1, 0, 4}, {0, 2, 4}}),
      detail::Shape::box);
  EXPECT_EQ(shape({{1, 2, 4},
                   {0, 0, 3},
                   {1, 0, 3},
                   {0, 2, 3},
                   {0, 0, 4},
                   {1, 2, 3},
                   {1, 0, 4},
                   {0, 2, 4.5}}),
            detail::Shape::general);
  EXPECT_EQ(shape({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {1, 1, 0}}), detail::Shape::general);
}

}  // namespace
}  // namespace sunder
