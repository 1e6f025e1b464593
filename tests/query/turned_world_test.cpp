// SPDX-License-Identifier: Apache-2.0
//
// Prisms that stand on each other in a world that is turned by a quaternion. Up to rounding their
// faces are parallel. Distances and casts are compared with exact ones, on every instruction set.
#include <array>
#include <cmath>
#include <gtest/gtest.h>
#include <limits>
#include <span>
#include <vector>

#include "filter/fine_distance.hpp"
#include "geometry/float_environment.hpp"
#include "lanes/every_target.hpp"
#include "narrow/dispatch.hpp"
#include "query/cast/portal.hpp"
#include "query/cast/ray_columns.hpp"
#include "query/cast/ray_program.hpp"
#include "query/exact_distance.hpp"
#include "query/interval.hpp"
#include "suite/case.hpp"
#include "suite/random.hpp"
#include "sunder/cast.hpp"

namespace sunder::test {
namespace {

using detail::BigInt;
using suite::Random;
using suite::Rational;

double between(Random& random, double low, double high) {
  return low + (high - low) * random.unit();
}

Polytope3 prism(Random& random, double half_height) {
  const int corners = random.in(3, 9);
  const double radius = between(random, 0.3, 0.7);
  const double first = between(random, 0, 1);
  std::vector<Vector3> points;
  for (int i = 0; i < corners; ++i) {
    const double angle = first + 2 * M_PI * i / corners;
    for (const double z : {-half_height, half_height})
      points.push_back({radius * std::cos(angle), radius * std::sin(angle), z});
  }
  return Polytope3::from_points(points).value();
}

/// b stands above a at a distance of `gap`, up to rounding.
struct Stack {
  Stack(Random& random, double gap) {
    const double half_a = between(random, 0.1, 0.4);
    const double half_b = between(random, 0.1, 0.4);
    a = prism(random, half_a);
    b = prism(random, half_b);
    std::array<double, 4> world{};
    for (double& entry : world) entry = between(random, -1, 1);
    const double half_angle = random.chance(1, 3) ? 0 : between(random, 0, 1.5);
    const double c = std::cos(half_angle), s = std::sin(half_angle);
    const auto& [w, x, y, z] = world;
    pose_a = Pose3::from_wxyz(world).value();
    pose_b =
        Pose3::from_wxyz(
            {w * c - z * s, x * c + y * s, y * c - x * s, w * s + z * c},
            turned({between(random, -0.2, 0.2), between(random, -0.2, 0.2), half_a + half_b + gap}))
            .value();
  }
  Vector3 turned(const Vector3& v) const {
    Vector3 sum{};
    for (int l = 0; l < 3; ++l) {
      for (int k = 0; k < 3; ++k)
        sum[static_cast<std::size_t>(l)] += pose_a.linear(l, k) * v[static_cast<std::size_t>(k)];
    }
    return sum;
  }
  Posed3 first() const { return {a, pose_a}; }
  Posed3 second() const { return {b, pose_b}; }
  detail::Pair<3> pair() const { return {detail::make_body(first()), detail::make_body(second())}; }

  Polytope3 a, b;
  Pose3 pose_a = Pose3::identity(), pose_b = Pose3::identity();
};

void expect_within(const Rational& squared, double lower, double upper) {
  EXPECT_LE(Rational(lower) * Rational(lower), squared);
  EXPECT_GE(Rational(upper) * Rational(upper), squared);
}

TEST(TurnedWorld, FineBoundsOfADistanceAreTrueAndNarrow) {
  Random random(31);
  for (int i = 0; i < 60; ++i) {
    const Stack stack(random, std::ldexp(between(random, 0.5, 1), -random.in(1, 20)));
    const detail::Pair<3> pair = stack.pair();
    const Rational squared = squared_distance(pair);
    const detail::FilteredPair<3> filtered(pair);
    const auto measured = detail::functions_of<3>(Algorithm::gjk).measure(filtered, {});
    const auto bounds_of = [&](const Vector3& u, std::span<const double> weights) {
      return detail::fine_distance_bounds(filtered, u, measured.pairs, weights);
    };
    detail::on_every_target([&] {
      const auto fine = bounds_of(measured.direction, measured.weights);
      expect_within(squared, fine.lower, fine.upper);
      // Any direction and any weights prove something.
      Vector3 u = measured.direction;
      for (double& entry : u) entry += between(random, -0.01, 0.01);
      std::vector<double> weights(measured.weights.begin(), measured.weights.end());
      for (double& weight : weights) weight += between(random, 0, 0.2);
      const auto other = bounds_of(u, weights);
      EXPECT_LE(Rational(std::max(other.lower, 0.0)) * Rational(std::max(other.lower, 0.0)),
                squared);
      EXPECT_GE(Rational(other.upper) * Rational(other.upper), squared);
    });
    const double infinity = std::numeric_limits<double>::infinity();
    for (const double weight : {-1.0, std::nan(""), infinity}) {
      std::vector<double> weights(measured.weights.begin(), measured.weights.end());
      weights.front() = weight;
      EXPECT_EQ(bounds_of(measured.direction, weights).upper, infinity);
    }
    EXPECT_EQ(bounds_of(measured.direction, {}).upper, infinity);
    EXPECT_EQ(bounds_of({}, measured.weights).lower, 0);
    for (const FloatMode& mode : float_modes()) {
      const auto fine =
          in_mode(mode, [&] { return bounds_of(measured.direction, measured.weights); });
      if (fine.lower > 0) expect_within(squared, fine.lower, fine.upper);
    }
  }
}

TEST(TurnedWorld, DistancesAreNarrowWithoutIntegers) {
  Random random(32);
  for (int i = 0; i < 150; ++i) {
    const Stack stack(random, std::ldexp(between(random, 0.5, 1), -random.in(1, 30)));
    const detail::Pair<3> pair = stack.pair();
    const Distance3 found = distance(stack.first(), stack.second());
    ASSERT_EQ(found.verdict, Verdict::separated);
    EXPECT_EQ(found.stage, Stage::filter);
    const auto& [lower, upper] = found.distance;
    EXPECT_TRUE(detail::is_narrow(pair, lower, upper, lower, 0));
    expect_within(squared_distance(pair), lower, upper);
  }
}

TEST(TurnedWorld, CastsEndAtTheTimeOfTheProgram) {
  Random random(33);
  int found_by_portal = 0;
  constexpr int kCount = 60;
  for (int i = 0; i < kCount; ++i) {
    const Stack stack(random, between(random, 0.01, 0.3));
    const Vector3 none{};
    const Vector3 down =
        stack.turned({between(random, -0.1, 0.1), between(random, -0.1, 0.1), -0.5});
    const detail::Pair<3> pair = stack.pair();
    const detail::ExactVelocity<3> exact{none, down};
    using Columns = detail::ExactColumns<3, BigInt>;
    const Columns columns(pair, exact, detail::scale_with_velocity(pair, exact));
    detail::RayProgram<3, Columns> program(columns);
    ASSERT_EQ(program.solve({}), detail::RayOutcome::meets);
    const Rational time = Rational(program.time()) / Rational(program.determinant());
    const Cast3 found = cast(stack.first(), {}, stack.second(), Motion3::linear(down).value());
    ASSERT_EQ(found.verdict, CastVerdict::hit);
    EXPECT_LE(Rational(found.time.lower), time);
    EXPECT_GE(Rational(found.time.upper), time);
    EXPECT_LE(found.time.upper, std::nextafter(found.time.lower, 2));
    // The pairs of the search in doubles are seldom those of the exact facet.
    const detail::FilteredPair<3> filtered(pair);
    const detail::RoughColumns<3> rough(filtered, down);
    detail::RayProgram<3, detail::RoughColumns<3>> proposal(rough);
    ASSERT_EQ(proposal.solve({}), detail::RayOutcome::meets);
    std::vector<IndexPair> pairs;
    proposal.visit_pairs([&](IndexPair at, double) { pairs.push_back(at); });
    detail::Portal<3, BigInt> portal(columns);
    if (!portal.finds_entry(pairs)) continue;
    ++found_by_portal;
    EXPECT_EQ(Rational(portal.height()) / Rational(portal.closing()), time);
  }
  EXPECT_GE(found_by_portal, kCount * 9 / 10);
}

}  // namespace
}  // namespace sunder::test
