// SPDX-License-Identifier: Apache-2.0
//
// Compares the errors of a margin's doubles with their bounds, in rationals, in every rounding
// mode, flushing or not. They are the sum of its three numbers, the lower bound on the signed
// distance along a direction, and both bounds by balls.
#include <cmath>
#include <limits>

#include "filter/random_specs.hpp"
#include "filter/worst_ratio.hpp"
#include "geometry/float_environment.hpp"
#include "query/margin/bounds.hpp"
#include "query/margin/sum.hpp"

namespace sunder::detail {
namespace {

using test::BodySpec;
using test::Doubles;
using test::FloatMode;
using test::Made;
using test::Point;
using test::Points;
using test::RandomSpecs;
using test::Rational;
using test::WorstRatio;

/// Terms that cancel, that vanish beside the others, and that a host may flush.
Margin draw_margin(RandomSpecs& random) {
  const auto term = [&] {
    switch (random.in(0, 4)) {
      case 0:
        return 0.0;
      case 1:
        return 1 + std::ldexp(std::fabs(random.signed_unit()), -50);
      case 2:
        return std::ldexp(std::fabs(random.signed_unit()), random.in(-60, 60));
      case 3:
        return random.in(1, 9) * 0x1p-1074;
      default:
        return std::fabs(random.signed_unit());
    }
  };
  Margin margin{term(), term(), term()};
  if (random.chance(2)) margin.distance = -margin.distance;
  if (random.chance(4)) margin.distance = -(margin.radius_a + margin.radius_b);
  return margin;
}

TEST(MarginBounds, SumOfThreeNumbers) {
  RandomSpecs random(601);
  WorstRatio ratio("sum of three numbers");
  for (int i = 0; i < 4000 * test::long_run(); ++i) {
    const Margin margin = draw_margin(random);
    const Rational exact =
        Rational(margin.distance) + Rational(margin.radius_a) + Rational(margin.radius_b);
    for (const FloatMode& mode : test::float_modes()) {
      const MarginSum sum = test::in_mode(mode, [&] { return sum_of(margin); });
      ASSERT_LT(Rational(sum.lower), exact) << mode.name;
      ASSERT_GT(Rational(sum.upper), exact) << mode.name;
      ASSERT_EQ(sum.sign, exact.sign()) << mode.name;
      const Rational middle = (Rational(sum.lower) + Rational(sum.upper)) / 2;
      ratio.see(exact - middle, (Rational(sum.upper) - Rational(sum.lower)) / 2, mode.name);
    }
    if (testing::Test::HasFatalFailure()) return;
  }
  // sum.hpp proves errors of 2^-51 S and allows for 2^-49 S.
  EXPECT_GT(ratio.ratio(), 0.2) << "far from tight: is the test asking anything?";
}

/// In ordinary sizes the allowance is exactly four times the error that sum.hpp proves.
TEST(MarginBounds, SumOfThreeNumbersKeepsItsAllowance) {
  for (const double distance : {1.0, -1.0, 3.5, -0x1p300}) {
    const MarginSum sum = sum_of({distance, 0, 0});
    const double half = sum.upper / 2 - sum.lower / 2;
    EXPECT_EQ(half, std::ldexp(std::fabs(distance), -49)) << distance;
  }
  const MarginSum tiny = sum_of({0x1p-1074, 0, 0});
  EXPECT_EQ(tiny.upper, 0x1p-990);
  EXPECT_EQ(tiny.sign, 1);
}

TEST(MarginBounds, SumsThatMayOverflowAreUnbounded) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  const double most = std::numeric_limits<double>::max();
  for (const Margin& margin :
       {Margin{most, most, most}, Margin{-most, most, 1}, Margin{0, most, 0}}) {
    const MarginSum sum = sum_of(margin);
    EXPECT_EQ(sum.lower, -kInfinity);
    EXPECT_EQ(sum.upper, kInfinity);
    EXPECT_EQ(sum.sign, 1);
  }
  EXPECT_EQ(sum_of({-most, most, 0}).sign, 0);
  EXPECT_EQ(sum_of({-most, 1, 0}).sign, -1);
}

struct Ratios {
  WorstRatio along{"signed distance along a direction"};
  WorstRatio around{"distance of the balls around"};
  WorstRatio inside{"distance of the balls inside"};
};

/// gap / |u|, rounded down very slightly.
Rational exact_along(const Rational& gap, const Point& u) {
  const Rational squared = test::dot(u, u);
  return gap > 0 ? Rational(gap / test::root_above(squared))
                 : Rational(gap / test::root_below(squared));
}

/// The exact position of the centre of a body's balls.
template <int D>
Point exact_centre(const BodySpec& spec, const Made<D>& made) {
  BodySpec centre = spec;
  const Body<D> body = made.body();
  centre.vertices.assign(1, Doubles(body.hull->centre, body.hull->centre + spec.dimension()));
  return test::world(centre)[0];
}

Rational exact_radius(double of_a, double of_b, double stretch_a, double stretch_b) {
  return Rational(of_a) * Rational(stretch_a) + Rational(of_b) * Rational(stretch_b);
}

/// The result of bounds_by_balls() without its allowance for roundings.
template <int D>
SignedBounds plain_balls(const FilteredPair<D>& filtered, const Vector<D>& line) {
  double squared = 0;
  for (const double entry : line) squared += entry * entry;
  const auto& [a, b] = filtered.pair();
  const double between = std::sqrt(squared);
  return {between - (a.hull->circumscribed * a.pose->greatest_stretch() +
                     b.hull->circumscribed * b.pose->greatest_stretch()),
          between - (a.hull->inscribed * a.pose->least_stretch() +
                     b.hull->inscribed * b.pose->least_stretch())};
}

template <int D>
void check_balls(const Made<D>& a, const Made<D>& b, const Point& between, Ratios& ratios,
                 const FloatMode& mode) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  const Pair<D> pair{a.body(), b.body()};
  SignedBounds plain;
  const SignedBounds bounds = test::in_mode(mode, [&] {
    const FilteredPair<D> filtered(pair);
    const Vector<D> line = line_of_centres(filtered);
    plain = plain_balls(filtered, line);
    return bounds_by_balls(filtered, line);
  });
  const Rational squared = test::dot(between, between);
  const Rational reach = exact_radius(pair.a.hull->circumscribed, pair.b.hull->circumscribed,
                                      a.pose.greatest_stretch(), b.pose.greatest_stretch());
  if (bounds.lower > -kInfinity) {
    const Rational centre(plain.lower);
    const Rational exact = test::root_below(squared) - reach;
    ratios.around.see_above(centre - exact, centre - Rational(bounds.lower), mode.name);
  }
  const bool has_balls = pair.a.hull->inscribed > 0 && pair.b.hull->inscribed > 0;
  if (!has_balls) {
    ASSERT_EQ(bounds.upper, kInfinity) << "a centre without a ball may lie outside";
  }
  if (bounds.upper < kInfinity) {
    const Rational core = exact_radius(pair.a.hull->inscribed, pair.b.hull->inscribed,
                                       a.pose.least_stretch(), b.pose.least_stretch());
    const Rational centre(plain.upper);
    const Rational exact = test::root_above(squared) - core;
    ratios.inside.see_above(exact - centre, Rational(bounds.upper) - centre, mode.name);
  }
}

template <int D>
void check_along(const Made<D>& a, const Made<D>& b, const Rational& exact, const Vector<D>& u,
                 Ratios& ratios, const FloatMode& mode) {
  double plain = 0;
  const double bound = test::in_mode(mode, [&] {
    const FilteredPair<D> filtered({a.body(), b.body()});
    double squared = 0;
    for (const double entry : u) squared += entry * entry;
    plain = filtered.gap(u.data()).value / std::sqrt(squared);
    return lower_signed_distance<D>(filtered, u);
  });
  if (!(std::fabs(bound) < std::numeric_limits<double>::infinity())) return;
  const Rational centre(plain);
  ratios.along.see_above(centre - exact, centre - Rational(bound), mode.name);
}

template <int D>
void check(std::size_t d, int cases) {
  RandomSpecs random(610 + d);
  Ratios ratios;
  for (int i = 0; i < cases * test::long_run(); ++i) {
    const auto kind = static_cast<RandomSpecs::Kind>(i % RandomSpecs::kKinds);
    const BodySpec a = random.body(d, kind);
    BodySpec b = random.body(d, kind);
    if (random.chance(2)) test::bring_together(a, b);
    if (random.chance(2)) b.offset[0] += std::ldexp(1.0, random.in(-40, 4));
    const bool reduce = random.chance(2);
    const Made<D> made_a = test::make<D>(a, reduce);
    const Made<D> made_b = test::make<D>(b, reduce);
    const Doubles direction = random.direction(d);
    Vector<D> u = make_vector<D>(static_cast<int>(d));
    std::copy(direction.begin(), direction.end(), u.begin());
    const Point exact_u = test::exact(direction.data(), d);
    const Rational along =
        exact_along(test::exact_gap(test::world(a), test::world(b), exact_u), exact_u);
    const Point between = test::minus(exact_centre<D>(b, made_b), exact_centre<D>(a, made_a));
    for (const FloatMode& mode : test::float_modes()) {
      SCOPED_TRACE("case " + std::to_string(i));
      check_along<D>(made_a, made_b, along, u, ratios, mode);
      check_balls<D>(made_a, made_b, between, ratios, mode);
      if (testing::Test::HasFatalFailure()) return;
    }
  }
  EXPECT_GT(ratios.along.seen(), cases * 7);
  EXPECT_GT(ratios.around.seen(), cases * 7);
  EXPECT_GT(ratios.along.ratio(), 0.05) << "far from tight: is the test asking anything?";
  EXPECT_GT(ratios.around.ratio(), 0.05);
  if (d > 3) return;  // no body of so few vertices has a ball inside
  EXPECT_GT(ratios.inside.seen(), cases / 4);
  EXPECT_GT(ratios.inside.ratio(), 0.01);
}

TEST(MarginBounds, In2D) { check<2>(2, 210); }
TEST(MarginBounds, In3D) { check<3>(3, 210); }
TEST(MarginBounds, In6D) { check<kRunTime>(6, 35); }

/// Signed distances of boxes with known values lie between the bounds of their balls.
TEST(MarginBounds, OneBoxBesideAnother) {
  const Polytope3 box = Polytope3::box({1, 1, 1});
  const Made<3> a{box, Pose3::identity()};
  for (const double offset : {0.0, 1.0, 2.0, 5.0, 1e6, -1e6}) {
    const Made<3> b{box, Pose3::translation({offset, 0, 0}).value()};
    const FilteredPair<3> filtered({a.body(), b.body()});
    const SignedBounds bounds = bounds_by_balls(filtered, line_of_centres(filtered));
    const double signed_distance = std::fabs(offset) - 2;
    EXPECT_LE(bounds.lower, signed_distance) << offset;
    EXPECT_GE(bounds.upper, signed_distance) << offset;
    EXPECT_LT(bounds.upper - bounds.lower, 1.5) << offset;
  }
}

}  // namespace
}  // namespace sunder::detail
