// SPDX-License-Identifier: Apache-2.0
//
// The layouts of points: which ones compile and which do not. No coordinate changes on the way.
#include <array>
#include <gtest/gtest.h>
#include <limits>
#include <span>
#include <vector>

#include "geometry/float_environment.hpp"
#include "sunder/polytope.hpp"

namespace sunder {
namespace {

/// Like Eigen's: storage inside, a size in the type, no iterators.
struct EigenLikeVector3d {
  enum { SizeAtCompileTime = 3 };
  EigenLikeVector3d(double x, double y, double z) : data_{x, y, z} {}
  EigenLikeVector3d(const EigenLikeVector3d& other) { *this = other; }
  EigenLikeVector3d& operator=(const EigenLikeVector3d& other) {
    for (int k = 0; k < 3; ++k) data_[k] = other.data_[k];
    return *this;
  }
  const double& operator[](std::ptrdiff_t k) const { return data_[k]; }
  double& operator[](std::ptrdiff_t k) { return data_[k]; }

 private:
  double data_[3];
};

/// Like Eigen's vectors of run-time size: as large as two doubles, but no point.
struct EigenLikeVectorXd {
  enum { SizeAtCompileTime = -1 };
  const double& operator[](std::ptrdiff_t k) const { return data_[k]; }
  const double* data_;
  std::ptrdiff_t size_;
};

/// Like glm's: named members, length(), an index of type int.
template <class T, int N>
struct GlmLikeVector {
  T x, y, z;
  static constexpr int length() { return N; }
  const T& operator[](int k) const { return k == 0 ? x : (k == 1 ? y : z); }
};
using GlmLikeVec3 = GlmLikeVector<float, 3>;
using GlmLikeDvec3 = GlmLikeVector<double, 3>;

struct Padded {
  double operator[](int k) const { return values[k]; }
  double values[4];
};

template <class P, class... Arguments>
concept Takes = requires(Arguments... arguments) { P::from_points(arguments...); };

using Dynamic = std::vector<std::vector<double>>;
static_assert(Takes<Polytope3, std::vector<Vector3>>);
static_assert(Takes<Polytope3, std::vector<Vector3>, BuildOptions>);
static_assert(Takes<Polytope3, std::span<const Vector3>>);
static_assert(Takes<Polytope3, std::span<const Vector3, 2>>);
static_assert(Takes<Polytope3, std::vector<float>>);
static_assert(Takes<PolytopeN, std::vector<double>, int>);
static_assert(Takes<PolytopeN, std::vector<float>, int, BuildOptions>);
static_assert(Takes<Polytope3, std::vector<double>, int, BuildOptions>);
static_assert(!Takes<Polytope3, Dynamic>, "the size of a point is not known");
static_assert(!Takes<Polytope2, std::vector<std::span<double>>>);
static_assert(!Takes<Polytope2, std::vector<EigenLikeVectorXd>>);
static_assert(!Takes<Polytope2, std::vector<float*>>);
static_assert(!Takes<Polytope3, std::vector<Padded>>);
static_assert(!Takes<Polytope2, std::vector<Vector3>>);
static_assert(!Takes<Polytope3, std::vector<std::array<int, 3>>>);
static_assert(!Takes<Polytope3, std::vector<int>>);
static_assert(!Takes<Polytope3, std::vector<std::array<long double, 3>>>);
static_assert(!Takes<Polytope3, double>);

const std::vector<Vector3>& corners() {
  static const std::vector<Vector3> points{{0, 0, 0}, {1, 0, 0}, {0, 2, 0}, {0, 0, 0.1F}};
  return points;
}

template <class Point>
std::vector<Point> corners_as() {
  using Number = std::remove_cvref_t<decltype(std::declval<const Point&>()[0])>;
  std::vector<Point> points;
  for (const Vector3& p : corners()) {
    points.push_back(
        Point{static_cast<Number>(p[0]), static_cast<Number>(p[1]), static_cast<Number>(p[2])});
  }
  return points;
}

void expect_corners(const Polytope3& polytope) {
  EXPECT_EQ(polytope.content_hash(), Polytope3::from_points(corners()).value().content_hash());
}

TEST(PointInput, EveryKindOfPointIsTaken) {
  expect_corners(Polytope3::from_points(corners_as<EigenLikeVector3d>()).value());
  expect_corners(Polytope3::from_points(corners_as<GlmLikeVec3>()).value());
  expect_corners(Polytope3::from_points(corners_as<GlmLikeDvec3>()).value());
  expect_corners(Polytope3::from_points(corners_as<std::array<float, 3>>()).value());
  const auto floats = corners_as<GlmLikeVec3>();
  expect_corners(Polytope3::from_points(std::span(floats)).value());
  expect_corners(Polytope3::from_points(floats, {.reduce = false}).value());
  const std::array<std::array<float, 3>, 4> fixed{{{0, 0, 0}, {1, 0, 0}, {0, 2, 0}, {0, 0, 0.1F}}};
  expect_corners(Polytope3::from_points(fixed).value());
  const double rows[4][3] = {{0, 0, 0}, {1, 0, 0}, {0, 2, 0}, {0, 0, 0.1F}};
  expect_corners(Polytope3::from_points(rows).value());
  float writable[4][3] = {{0, 0, 0}, {1, 0, 0}, {0, 2, 0}, {0, 0, 0.1F}};
  expect_corners(Polytope3::from_points(writable).value());
}

TEST(PointInput, BracesMeanWhatTheyMeant) {
  EXPECT_EQ(Polytope3::from_points({{0, 0, 0}, {1, 0, 0}}).value().vertex_count(), 2);
  EXPECT_EQ(Polytope3::from_points({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}).value().vertex_count(), 3);
  EXPECT_EQ(Polytope3::from_points({{1, 2, 3}}).value().vertex_count(), 1);
  EXPECT_EQ(Polytope2::from_points({{0, 0}, {1, 0}}).value().vertex_count(), 2);
  EXPECT_TRUE(Polytope2::from_points({}).value().empty());
  const Vector3 point{1, 2, 3};
  EXPECT_EQ(Polytope3::from_points({point}).value().vertex_count(), 1);
  EXPECT_EQ(Polytope3::from_points({point, point}).value().vertex_count(), 1);
  const auto named = {Vector3{0, 0, 0}, Vector3{1, 0, 0}};
  EXPECT_EQ(Polytope3::from_points(named).value().vertex_count(), 2);
  std::vector<Vector3> writable = corners();
  expect_corners(Polytope3::from_points(writable).value());
  expect_corners(Polytope3::from_points(std::span(writable)).value());
  expect_corners(Polytope3::from_points({writable.data(), writable.size()}).value());
  EXPECT_TRUE(Polytope3::from_points(nullptr, 0, 3, 24).value().empty());
}

TEST(PointInput, RowsOfCoordinates) {
  const std::vector<double> flat{0, 0, 0, 1, 0, 0, 0, 2, 0, 0, 0, 0.1F};
  expect_corners(Polytope3::from_points(flat).value());
  expect_corners(Polytope3::from_points(flat, 3, {.reduce = false}).value());
  EXPECT_EQ(Polytope3::from_points(flat, 2).error().code, ErrorCode::dimension_mismatch);
  const std::vector<float> narrow(flat.begin(), flat.end());
  expect_corners(Polytope3::from_points(narrow).value());
  expect_corners(Polytope3::from_points(std::span<const float>(narrow)).value());
  const double array[] = {0, 0, 0, 1, 0, 0, 0, 2, 0, 0, 0, 0.1F};
  expect_corners(Polytope3::from_points(array).value());
  expect_corners(Polytope3::from_points(narrow.data(), 4, 3, 12).value());
  EXPECT_EQ(PolytopeN::from_points(flat, 4).value().vertex_count(), 3);
  EXPECT_EQ(PolytopeN::from_points(narrow, 6, {.reduce = false}).value().dimension(), 6);
  EXPECT_TRUE(Polytope3::from_points(std::vector<float>{}).value().empty());

  const auto ragged = Polytope3::from_points(std::vector<double>{1, 2, 3, 4});
  ASSERT_FALSE(ragged);
  EXPECT_EQ(ragged.error().code, ErrorCode::wrong_shape);
  EXPECT_EQ(ragged.error().message, "4 coordinates are no whole number of points; give 3 for each");
  EXPECT_EQ(PolytopeN::from_points(narrow, 5).error().code, ErrorCode::wrong_shape);
  EXPECT_EQ(PolytopeN::from_points(narrow).error().code, ErrorCode::wrong_shape);
  EXPECT_EQ(PolytopeN::from_points(narrow, 0).error().code, ErrorCode::wrong_shape);
  EXPECT_EQ(PolytopeN::from_points(narrow, -3).error().code, ErrorCode::wrong_shape);
}

TEST(PointInput, FloatsAreRefusedAsDoublesAre) {
  const float nan = std::numeric_limits<float>::quiet_NaN();
  const float infinity = std::numeric_limits<float>::infinity();
  const auto refused =
      Polytope3::from_points(std::vector<std::array<float, 3>>{{{0, 0, 0}}, {{1, nan, 0}}});
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, ErrorCode::not_finite);
  EXPECT_EQ(refused.error().message, "points[1][1] is NaN; every coordinate must be finite");
  EXPECT_EQ(Polytope2::from_points(std::vector<float>{0, -infinity}).error().message,
            "points[0][1] is -infinity; every coordinate must be finite");
  const float point[3] = {1, 2, 3};
  EXPECT_EQ(Polytope2::from_points(point, 1, 3, 12).error().code, ErrorCode::dimension_mismatch);
  EXPECT_EQ(PolytopeN::from_points(point, -1, 3, 12).error().code, ErrorCode::wrong_shape);
  EXPECT_EQ(PolytopeN::from_points(point, std::int64_t{1} << 31, 3, 12).error().code,
            ErrorCode::too_large);
}

TEST(PointInput, StridesSkipWhatLiesBetweenPoints) {
  const std::vector<float> rows{0, 0, 99, 1, 0, 99, 0, 1, 99};
  const Polytope2 triangle = Polytope2::from_points(rows.data(), 3, 2, 12).value();
  EXPECT_EQ(triangle.content_hash(),
            Polytope2::from_points({{0, 0}, {1, 0}, {0, 1}}).value().content_hash());
  const Polytope2 backwards = Polytope2::from_points(rows.data() + 6, 3, 2, -12).value();
  EXPECT_EQ(backwards.vertex(0), (Vector2{0, 1}));
}

// Every float is a double; a host that flushes would read subnormal ones as 0.
TEST(PointInput, FloatsWidenExactlyInEveryFloatMode) {
  const std::vector<float> special{0.0F,
                                   -0.0F,
                                   0x1p-149F,
                                   -0x1p-149F,
                                   0x1.fffffcp-127F,
                                   0x1p-126F,
                                   -0x1.fffffep127F,
                                   0x1.fffffep127F,
                                   1.0F / 3,
                                   -1e-40F};
  std::vector<double> expected;
  for (const float value : special) expected.push_back(static_cast<double>(value));
  for (const test::FloatMode& mode : test::float_modes()) {
    for (std::size_t i = 0; i < special.size(); ++i) {
      const std::vector<float> point{special[i], 1};
      const double got =
          test::in_mode(mode, [&] { return Polytope2::from_points(point).value().vertex(0)[0]; });
      EXPECT_EQ(std::bit_cast<std::uint64_t>(got), std::bit_cast<std::uint64_t>(expected[i]))
          << mode.name << " " << i;
    }
  }
  for (std::uint32_t bits = 0; bits < 0xff000000U; bits += 0x1357U) {
    if ((bits & 0x7f800000U) == 0x7f800000U) continue;
    const auto value = std::bit_cast<float>(bits);
    const float point[2] = {value, 0};
    const Polytope2 one = Polytope2::from_points(point, 1, 2, 8, {.reduce = false}).value();
    ASSERT_EQ(one.vertex(0)[0], static_cast<double>(value));
  }
}

}  // namespace
}  // namespace sunder
