// SPDX-License-Identifier: Apache-2.0
//
// Tests Lemma 4: the lower bound is at most g(u)/|u|, and the upper one at least the norm of the
// weighted point. Both are compared by rational squares; the distance is therefore between them.
#include "filter/distance_bounds.hpp"

#include <cstdlib>

#include "gtest/gtest.h"

#include "filter/exact_world.hpp"
#include "filter/random_specs.hpp"
#include "geometry/float_environment.hpp"

namespace sunder::detail {
namespace {

using test::BodySpec;
using test::Doubles;
using test::FloatMode;
using test::Point;
using test::Points;
using test::RandomSpecs;
using test::Rational;

/// lower <= g(u) / |u|, without a root.
void expect_below(double lower, const Rational& gap, const Point& u, const char* mode) {
  if (lower == 0) return;
  EXPECT_GT(gap, 0) << mode;
  EXPECT_LE(Rational(lower) * Rational(lower) * test::dot(u, u), gap * gap) << mode;
}

/// upper >= |sum w c| / sum w.
void expect_above(double upper, const Points& c, const Doubles& weights, const char* mode) {
  if (!(upper < std::numeric_limits<double>::infinity())) return;
  Point sum(c[0].size());
  Rational total = 0;
  for (std::size_t i = 0; i < c.size(); ++i) {
    total += Rational(weights[i]);
    for (std::size_t l = 0; l < sum.size(); ++l) sum[l] += Rational(weights[i]) * c[i][l];
  }
  EXPECT_GE(Rational(upper) * Rational(upper) * total * total, test::dot(sum, sum)) << mode;
}

template <int D>
void check_bounds(std::size_t d, int cases) {
  RandomSpecs random(70 + d);
  int positive = 0;
  for (int i = 0; i < cases * test::long_run(); ++i) {
    const auto kind = static_cast<RandomSpecs::Kind>(i % RandomSpecs::kKinds);
    const BodySpec a = random.body(d, kind);
    BodySpec b = random.body(d, kind);
    if (random.chance(2)) test::bring_together(a, b);
    if (random.chance(2)) b.offset[0] += std::ldexp(1.0, random.in(-40, 4));
    const Points of_a = test::world(a);
    const Points of_b = test::world(b);
    Points c;
    std::vector<IndexPair> pairs;
    Doubles weights;
    for (int k = random.in(1, static_cast<int>(d) + 1); k > 0; --k) {
      const int at_a = random.in(0, static_cast<int>(of_a.size()) - 1);
      const int at_b = random.in(0, static_cast<int>(of_b.size()) - 1);
      pairs.push_back({at_a, at_b});
      weights.push_back(std::fabs(random.signed_unit()));
      c.push_back(
          test::minus(of_a[static_cast<std::size_t>(at_a)], of_b[static_cast<std::size_t>(at_b)]));
    }
    Doubles u = random.direction(d);
    const Rational gap = test::exact_gap(of_a, of_b, test::exact(u.data(), d));
    const test::MadePair<D> made(a, b);
    for (const FloatMode& mode : test::float_modes()) {
      const DistanceBounds bounds = test::in_mode(mode, [&] {
        return distance_bounds<D>(FilteredPair<D>(made.pair()), u.data(), pairs, weights);
      });
      expect_below(bounds.lower, gap, test::exact(u.data(), d), mode.name);
      expect_above(bounds.upper, c, weights, mode.name);
      if (bounds.lower > 0) ++positive;
    }
    if (testing::Test::HasFailure()) {
      ADD_FAILURE() << "case " << i << " kind " << kind;
      return;
    }
  }
  EXPECT_GT(positive, cases);
}

TEST(Lemma4, IntervalsHoldTheDistanceIn2D) { check_bounds<2>(2, 700); }
TEST(Lemma4, IntervalsHoldTheDistanceIn3D) { check_bounds<3>(3, 700); }
TEST(Lemma4, IntervalsHoldTheDistanceIn6D) { check_bounds<kRunTime>(6, 150); }

/// Two points, whose distance both bounds enclose tightly.
TEST(Lemma4, TwoPointsAreEnclosedTightly) {
  RandomSpecs random(75);
  for (int i = 0; i < 300; ++i) {
    BodySpec a{{{0, 0, 0}}, test::identity_matrix(3), {0, 0, 0}, {}};
    BodySpec b = a;
    for (double& t : b.offset) t = random.signed_unit();
    Doubles u = b.offset;
    ASSERT_TRUE(normalise(u.data(), 3));
    const test::MadePair<3> made(a, b);
    const IndexPair pairs[] = {{0, 0}};
    const double weights[] = {1.0};
    for (const FloatMode& mode : test::float_modes()) {
      const DistanceBounds bounds = test::in_mode(mode, [&] {
        return distance_bounds<3>(FilteredPair<3>(made.pair()), u.data(), pairs, weights);
      });
      const Point t = test::exact(b.offset.data(), 3);
      const Rational squared = test::dot(t, t);
      EXPECT_LE(Rational(bounds.lower) * Rational(bounds.lower), squared) << mode.name;
      EXPECT_GE(Rational(bounds.upper) * Rational(bounds.upper), squared) << mode.name;
      EXPECT_GE(bounds.lower, bounds.upper * (1 - 1e-12)) << mode.name;
    }
  }
}

TEST(Lemma4, ProvesNothingWhereNothingIsApartOrWeighed) {
  const BodySpec a{{{0, 0}, {1, 0}}, test::identity_matrix(2), {0, 0}, {}};
  const test::MadePair<2> made(a, a);
  const FilteredPair<2> filtered(made.pair());
  const double u[] = {1, 0};
  EXPECT_EQ(lower_distance<2>(filtered, u), 0);
  const IndexPair pairs[] = {{0, 0}};
  for (const double weight : {0.0, -1.0, std::numeric_limits<double>::quiet_NaN()}) {
    const double weights[] = {weight};
    EXPECT_EQ(upper_distance<2>(filtered, pairs, weights), std::numeric_limits<double>::infinity());
  }
}

// Two points, chosen so that all roundings agree in sign when the host rounds down: 2 d of a
// height, and d of a square. No fixed number of units covers them.
TEST(Lemma4, TrapManyDimensionsRoundingDown) {
  constexpr std::size_t kD = 150;
  BodySpec a{{Doubles(kD, 0x1p-40)}, Doubles(kD * kD), Doubles(kD), {}};
  for (std::size_t k = 0; k < kD; ++k) a.linear[k * kD] = a.linear[k] = -0x1p-40;
  a.vertices[0][0] = 1;
  a.linear[0] = -1;
  BodySpec b = a;
  for (double& entry : b.vertices[0]) entry = -entry;
  Doubles u(kD, 0x1.ffp-27);
  u[0] = 1;
  for (std::size_t l = 1; l < kD; ++l) b.offset[l] = 2 * u[l];
  const Points of_a = test::world(a);
  const Points of_b = test::world(b);
  const Rational gap = test::exact_gap(of_a, of_b, test::exact(u.data(), kD));
  const test::MadePair<kRunTime> made(a, b);
  const IndexPair pairs[] = {{0, 0}};
  const double weights[] = {1.0};
  const Points c{test::minus(of_a[0], of_b[0])};
  for (const FloatMode& mode : test::float_modes()) {
    const DistanceBounds bounds = test::in_mode(mode, [&] {
      return distance_bounds<kRunTime>(FilteredPair<kRunTime>(made.pair()), u.data(), pairs,
                                       weights);
    });
    expect_below(bounds.lower, gap, test::exact(u.data(), kD), mode.name);
    expect_above(bounds.upper, c, {1.0}, mode.name);
  }
}

}  // namespace
}  // namespace sunder::detail
