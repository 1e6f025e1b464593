// SPDX-License-Identifier: Apache-2.0
//
// Balls that hold bodies at their places, against the points that poses place in wider numbers; and what is decided by them.
#include "mesh/piece/placed_ball.hpp"

#include <cmath>
#include <cstdint>
#include <gtest/gtest.h>
#include <limits>
#include <vector>

#include "mesh/piece/mesh_data.hpp"
#include "mesh/soup.hpp"

namespace sunder::test {
namespace {

using namespace detail::mesh;
using suite::Random;
using Wide3 = std::array<long double, 3>;

Wide3 placed(const Pose3& pose, const Wide3& p) {
  Wide3 q;
  for (int k = 0; k < 3; ++k) {
    q[static_cast<std::size_t>(k)] = 0;
    for (int j = 0; j < 3; ++j) {
      q[static_cast<std::size_t>(k)] +=
          static_cast<long double>(pose.linear(k, j)) * p[static_cast<std::size_t>(j)];
    }
    q[static_cast<std::size_t>(k)] += static_cast<long double>(pose.offset(k));
  }
  return q;
}

Pose3 draw_pose(Random& random, double size) {
  const auto number = [&] { return size * (2 * random.unit() - 1); };
  const Vector3 place{number(), number(), number()};
  switch (random.in(0, 2)) {
    case 0:
      return Pose3::translation(place).value();
    case 1:
      return Pose3::from_wxyz({1, random.unit(), -random.unit(), 0.3}, place).value();
    default: {
      std::array<double, 12> rows{};
      for (std::size_t i = 0; i < 3; ++i) {
        for (std::size_t j = 0; j < 3; ++j) rows[4 * i + j] = 3 * random.unit() - 1;
        rows[4 * i + 3] = place[i];
      }
      return Pose3::from_matrix(rows).value();
    }
  }
}

TEST(PlacedBall, HoldsEveryPointOfABody) {
  Random random(1);
  double loosest = 0;
  for (int round = 0; round < 2'000; ++round) {
    const double size = std::ldexp(1.0, random.in(-300, 300));
    const double away = random.chance(1, 3) ? 0 : size * std::ldexp(1.0, random.in(-4, 40));
    std::vector<Part3> parts;
    std::vector<std::vector<Vector3>> points;
    for (int part = random.in(1, 3); part > 0; --part) {
      std::vector<Vector3> some;
      for (int i = 0; i < 6; ++i) {
        Vector3 p;
        for (double& x : p) x = away + size * (2 * random.unit() - 1);
        some.push_back(p);
      }
      const Pose3 pose = random.chance(1, 2) ? Pose3::identity() : draw_pose(random, size);
      if (random.chance(1, 2)) {
        parts.push_back({Polytope3::from_points(some).value(), pose});
      } else {
        const std::vector<std::array<std::int32_t, 3>> triangles{{0, 1, 2}, {3, 4, 5}};
        parts.push_back({Mesh3::from_triangles(some, triangles).value(), pose});
      }
      points.push_back(some);
    }
    const Body3 body{std::span<const Part3>(parts)};
    const Pose3 pose = draw_pose(random, away + size);
    const PlacedBall ball = carried(BodyAccess::data(body).ball, pose);
    long double most = 0;
    for (std::size_t part = 0; part < parts.size(); ++part) {
      for (const Vector3& p : points[part]) {
        const Wide3 q = placed(pose, placed(parts[part].pose, {p[0], p[1], p[2]}));
        long double square = 0;
        for (std::size_t k = 0; k < 3; ++k) {
          const long double d = q[k] - static_cast<long double>(ball.middle[k]);
          square += d * d;
        }
        most = std::max(most, std::sqrt(square));
      }
    }
    // Wide numbers round too, and know a rotation by its rounded entries.
    const long double unknown = 0x1p-50L * (static_cast<long double>(away) + ball.radius);
    EXPECT_LE(most, static_cast<long double>(ball.radius) + unknown) << round;
    if (away == 0) loosest = std::max(loosest, ball.radius / static_cast<double>(most));
  }
  EXPECT_LT(loosest, 8);
}

TEST(PlacedBall, ApartOnlyWhereTheyAre) {
  const auto ball = [](double x, double radius) { return PlacedBall{{x, 0, 0}, radius}; };
  EXPECT_FALSE(lie_apart(ball(0, 1), ball(2, 1)));
  EXPECT_TRUE(lie_apart(ball(0, 1), ball(2 + 1e-9, 1)));
  EXPECT_TRUE(lie_apart(ball(-1e120, 1), ball(1e120, 1e119)));
  constexpr double kLarge = 1e300, kNone = std::numeric_limits<double>::quiet_NaN(),
                   kFar = std::numeric_limits<double>::infinity();
  for (const double radius : {kNone, kFar}) EXPECT_FALSE(lie_apart(ball(0, radius), ball(9, 1)));
  for (const double x : {kNone, kFar, kLarge}) EXPECT_FALSE(lie_apart(ball(0, 1), ball(x, 1)));
  EXPECT_FALSE(lie_apart(ball(0, 1e-200), ball(1e-100, 1e-200)));
}

TEST(PlacedBall, FarBodiesAreDecidedByThem) {
  Random random(2);
  const Body3 box{{solid_of(box_soup({0, 0, 0}, {1, 2, 3}))}};
  const Body3 both{{box.parts()[0].shape}, {box.parts()[0].shape, draw_pose(random, 3)}};
  const Body3 nothing{std::span<const Part3>()};
  for (const Body3* body : {&box, &both}) {
    const Pose3 near = Pose3::translation({1.5, 0, 0}).value(),
                far = Pose3::translation({99, 0, 0}).value();
    const BodyDecision found = intersects(*body, {box, far});
    EXPECT_EQ(found.verdict, Verdict::separated);
    EXPECT_EQ(found.stage, Stage::bounds);
    EXPECT_TRUE(found.proven);
    Counters counters;
    EXPECT_EQ(intersects(*body, {box, far}, {.counters = &counters}).stage, Stage::bounds);
    EXPECT_EQ(intersects(*body, {box, near}).verdict, intersects({box, near}, *body).verdict);
    EXPECT_EQ(intersects(*body, {nothing, far}).verdict, Verdict::separated);
  }
  const Pose3 beside = Pose3::translation({1, 0, 0}).value();
  EXPECT_EQ(intersects(box, {box, beside}).verdict, Verdict::touching);
}

}  // namespace
}  // namespace sunder::test
