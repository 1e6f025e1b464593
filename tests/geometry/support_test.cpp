// SPDX-License-Identifier: Apache-2.0
//
// The farthest vertex against rational dot products.
#include <cmath>
#include <gtest/gtest.h>
#include <limits>
#include <random>
#include <vector>

#include "geometry/float_environment.hpp"
#include "geometry/rational.hpp"
#include "sunder/polytope.hpp"

namespace sunder {
namespace {

using test::Rational;

template <int D>
std::int32_t brute_force(const Polytope<D>& polytope, const Vector<D>& direction) {
  std::int32_t farthest = -1;
  Rational most;
  for (std::int32_t i = 0; i < polytope.vertex_count(); ++i) {
    const Vector<D> vertex = polytope.vertex(i);
    Rational value;
    for (std::size_t k = 0; k < vertex.size(); ++k) {
      value += Rational(direction[k]) * Rational(vertex[k]);
    }
    if (farthest >= 0 && value <= most) continue;
    farthest = i;
    most = value;
  }
  return farthest;
}

class Points {
 public:
  explicit Points(unsigned seed) : random_(seed) {}
  int below(int n) { return static_cast<int>(random_() % static_cast<unsigned>(n)); }
  double number(int kind) {
    switch (kind) {
      case 0:
        return below(7) - 3;
      case 1:
        return normal_(random_);
      case 2:  // slightly different
        return 1 + std::ldexp(below(5) - 2, -52);
      case 3:
        return std::ldexp(normal_(random_), below(1600) - 1000);
      default:
        return std::ldexp(below(9) - 4, -1074);
    }
  }
  template <int D>
  Vector<D> vector(std::size_t d, int kind) {
    Vector<D> v{};
    if constexpr (D == kRunTime) v.resize(d);
    for (double& x : v) x = number(kind);
    return v;
  }

 private:
  std::mt19937_64 random_;
  std::normal_distribution<double> normal_;
};

template <int D>
Polytope<D> body(Points& points, std::size_t d, bool reduce) {
  const int kind = points.below(5);
  const int count = 1 + points.below(12);
  std::vector<double> coordinates;
  for (int i = 0; i < count; ++i) {
    const Vector<D> p = points.vector<D>(d, kind);
    coordinates.insert(coordinates.end(), p.begin(), p.end());
  }
  const auto axes = static_cast<std::int64_t>(d);
  return Polytope<D>::from_points(coordinates.data(), count, static_cast<int>(d), axes * 8,
                                  {.reduce = reduce})
      .value();
}

template <int D>
void check_bodies(std::size_t d, unsigned seed, int rounds) {
  Points points(seed);
  for (int i = 0; i < rounds; ++i) {
    const Polytope<D> polytope = body<D>(points, d, i % 3 != 0);
    Vector<D> u = points.vector<D>(d, points.below(5));
    if (i % 2 == 0 && d >= 2) {  // across an edge: two vertices tie, or nearly tie
      const Vector<D> a = polytope.vertex(points.below(polytope.vertex_count()));
      const Vector<D> b = polytope.vertex(points.below(polytope.vertex_count()));
      for (double& x : u) x = 0;
      u[0] = b[1] - a[1];
      u[1] = a[0] - b[0];
      if (!std::isfinite(u[0]) || !std::isfinite(u[1])) continue;
    }
    const std::int32_t expected = brute_force(polytope, u);
    ASSERT_EQ(polytope.support(u), expected) << i;
    if (i % 20 != 0) continue;
    for (const test::FloatMode& mode : test::float_modes()) {
      ASSERT_EQ(test::in_mode(mode, [&] { return polytope.support(u); }), expected) << mode.name;
    }
  }
}

TEST(Support, IsExactInThePlane) { check_bodies<2>(2, 1, 10000); }
TEST(Support, IsExactInSpace) { check_bodies<3>(3, 2, 10000); }
TEST(Support, IsExactInOtherDimensions) {
  check_bodies<kRunTime>(1, 3, 1000);
  check_bodies<kRunTime>(4, 4, 2000);
  check_bodies<kRunTime>(7, 5, 1000);
}

TEST(Support, OfManyVertices) {
  std::mt19937_64 random(6);
  std::normal_distribution<double> normal;
  std::vector<Vector3> points(400);
  for (Vector3& p : points) {
    p = {normal(random), normal(random), normal(random)};
    const double length = std::sqrt(p[0] * p[0] + p[1] * p[1] + p[2] * p[2]);
    for (double& x : p) x /= length;
  }
  const Polytope3 ball = Polytope3::from_points(points).value();
  const Polytope3 prism = Polytope3::prism(200, 1, 1);
  for (int i = 0; i < 200; ++i) {
    const Vector3 u{normal(random), normal(random), i % 2 == 0 ? 0 : normal(random)};
    ASSERT_EQ(ball.support(u), brute_force(ball, u));
    ASSERT_EQ(prism.support(u), brute_force(prism, u));  // ties of top and bottom
  }
  EXPECT_EQ(prism.support({0, 0, 1}), brute_force(prism, Vector3{0, 0, 1}));
}

TEST(Support, TiesGoToTheLowestIndex) {
  const Polytope3 cube = Polytope3::box({1, 1, 1});
  EXPECT_EQ(cube.support({0, 0, 0}), 0);
  EXPECT_EQ(cube.support({-0.0, 0, -0.0}), 0);
  EXPECT_EQ(cube.support({0, 0, 1}), 4);
  EXPECT_EQ(cube.support({5e-324, 0, 0}), 1);
  EXPECT_EQ(cube.support({1e308, 1e308, 1e308}), 7);
  EXPECT_EQ(cube.support({1e308, 5e-324, -5e-324}), 3);
  EXPECT_EQ(cube.support({1, -1, 0}), 1);
  const Polytope2 twice =
      Polytope2::from_points(std::vector<Vector2>{{0, 0}, {1, 1}, {1, 1}}, {.reduce = false})
          .value();
  EXPECT_EQ(twice.support({1, 0}), 1);
}

TEST(Support, NoVertexIsMinusOne) {
  constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  EXPECT_EQ(Polytope3().support({1, 0, 0}), -1);
  EXPECT_EQ(PolytopeN().support({}), -1);
  const Polytope2 square = Polytope2::box({1, 1});
  EXPECT_EQ(square.support({kNaN, 0}), -1);
  EXPECT_EQ(square.support({0, -kInfinity}), -1);
  EXPECT_EQ(PolytopeN::box({1, 1}).support({1, 0, 0}), -1);
  EXPECT_EQ(PolytopeN::box({1, 1}).support({1, 0}), 1);
}

}  // namespace
}  // namespace sunder
