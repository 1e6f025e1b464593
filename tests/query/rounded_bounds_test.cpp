// SPDX-License-Identifier: Apache-2.0
//
// Compares the bounds of the sum of two radii, and the intervals computed from it, with rationals,
// in every rounding mode, flushing or not.
#include <cmath>
#include <limits>

#include "filter/random_specs.hpp"
#include "filter/worst_ratio.hpp"
#include "geometry/float_environment.hpp"
#include "query/rounded/radii.hpp"
#include "query/rounded_oracle.hpp"

namespace sunder::detail::rounded {
namespace {

using test::FloatMode;
using test::RandomSpecs;
using test::Rational;
using test::WorstRatio;

double draw_radius(RandomSpecs& random) {
  switch (random.in(0, 4)) {
    case 0:
      return 0;
    case 1:
      return 1 + std::ldexp(std::fabs(random.signed_unit()), -50);
    case 2:
      return std::ldexp(std::fabs(random.signed_unit()), random.in(-60, 60));
    case 3:
      return random.in(1, 9) * 0x1p-1074;
    default:
      return std::fabs(random.signed_unit());
  }
}

TEST(RoundedBounds, SumOfTwoRadii) {
  RandomSpecs random(611);
  WorstRatio ratio("sum of two radii");
  for (int i = 0; i < 4000 * test::long_run(); ++i) {
    const double a = draw_radius(random), b = draw_radius(random);
    const Rational exact = Rational(a) + Rational(b);
    for (const FloatMode& mode : test::float_modes()) {
      const RadiiBounds sum = test::in_mode(mode, [&] { return bound_radii(a, b); });
      ASSERT_LE(Rational(sum.lower), exact) << mode.name;
      ASSERT_GE(Rational(sum.upper), exact) << mode.name;
      if (!(sum.lower < sum.upper)) continue;
      const Rational middle = (Rational(sum.lower) + Rational(sum.upper)) / 2;
      ratio.see(exact - middle, (Rational(sum.upper) - Rational(sum.lower)) / 2, mode.name);
    }
    if (testing::Test::HasFatalFailure()) return;
  }
  EXPECT_GT(ratio.ratio(), 0.2) << "far from tight: is the test asking anything?";
}

TEST(RoundedBounds, OneRadiusIsItself) {
  for (const double radius : {0.0, 5e-324, 0.1, 1e300, std::numeric_limits<double>::max()}) {
    EXPECT_EQ(bound_radii(radius, 0).lower, radius);
    EXPECT_EQ(bound_radii(-0.0, radius).upper, radius);
  }
}

TEST(RoundedBounds, SumsThatMayOverflowAreUnbounded) {
  const double most = std::numeric_limits<double>::max();
  EXPECT_EQ(bound_radii(most, most).upper, std::numeric_limits<double>::infinity());
  EXPECT_EQ(bound_radii(most, 1).lower, 0);
}

/// The radii of these balls leave only a small share of the distance.
TEST(RoundedBounds, IntervalsHoldInEveryMode) {
  RandomSpecs random(612);
  int decided_in_doubles = 0;
  for (int i = 0; i < 400; ++i) {
    const int scale = random.in(-60, 60);
    traps::BodyData a, b;
    for (traps::BodyData* body : {&a, &b}) {
      auto& point = body->vertices.emplace_back();
      for (int k = 0; k < 3; ++k) point.push_back(std::ldexp(random.signed_unit(), scale));
    }
    const suite::Bodies<3> bodies(a, b, 3);
    const Rational squared = traps::signed_distance_squared(a, b);
    const double size = std::sqrt(squared.convert_to<double>());
    const double sum = size * (1 + std::ldexp(random.signed_unit(), -random.in(0, 50)));
    const double share = std::fabs(random.signed_unit());
    const Posed3 posed_a(bodies.polytope_a, bodies.pose_a, share * sum);
    const Posed3 posed_b(bodies.polytope_b, bodies.pose_b, sum - share * sum);
    const traps::RoundedTruth truth{squared,
                                    Rational(posed_a.radius()) + Rational(posed_b.radius())};
    for (const FloatMode& mode : test::float_modes()) {
      const SignedDistance3 found = test::in_mode(
          mode, [&] { return sunder::signed_distance(posed_a, posed_b, {.width = 0}); });
      ASSERT_EQ(found.verdict, truth.verdict()) << mode.name << ", pair " << i;
      ASSERT_GE(truth.compare(Rational(found.distance.lower)), 0) << mode.name << ", pair " << i;
      ASSERT_LE(truth.compare(Rational(found.distance.upper)), 0) << mode.name << ", pair " << i;
      if (found.stage != Stage::integer) ++decided_in_doubles;
    }
  }
  EXPECT_GT(decided_in_doubles, 200);
}

}  // namespace
}  // namespace sunder::detail::rounded
