// SPDX-License-Identifier: Apache-2.0
//
// Lemma 1 and the bound on points against rationals, in every rounding mode, flushing or not.
#include "filter/filtered_pair.hpp"

#include <cstdio>
#include <cstdlib>
#include <limits>

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

/// The results of a run over random cases.
struct Seen {
  double worst_gap = 0;    ///< largest |error| / bound
  double worst_point = 0;  ///< the same ratio for points
  int separated = 0;
  int meeting = 0;
};

double ratio(const Rational& off, double bound) {
  return Rational(abs(off) / Rational(bound)).convert_to<double>();
}

template <int D>
void check_gap(const test::MadePair<D>& made, const Points& a, const Points& b, const Doubles& u,
               Seen& seen) {
  const Rational exact = test::exact_gap(a, b, test::exact(u.data(), u.size()));
  for (const FloatMode& mode : test::float_modes()) {
    const DirectionalGap gap =
        test::in_mode(mode, [&] { return FilteredPair<D>(made.pair()).gap(u.data()); });
    ASSERT_LT(gap.error, std::numeric_limits<double>::infinity()) << mode.name;
    const Rational off = Rational(gap.value) - exact;
    ASSERT_LE(abs(off), Rational(gap.error))
        << mode.name << ": " << gap.value << " for " << exact.convert_to<double>();
    seen.worst_gap = std::max(seen.worst_gap, ratio(off, gap.error));
    if (gap.proves_separated()) ++seen.separated;
    if (gap.proves_meeting_along()) ++seen.meeting;
  }
}

template <int D>
void check_point(const test::MadePair<D>& made, const Points& a, const Points& b, IndexPair pair,
                 Seen& seen) {
  const Point exact =
      test::minus(a[static_cast<std::size_t>(pair.a)], b[static_cast<std::size_t>(pair.b)]);
  Doubles c(exact.size());
  for (const FloatMode& mode : test::float_modes()) {
    const Vector<D> errors = test::in_mode(mode, [&] {
      const FilteredPair<D> filtered(made.pair());
      filtered.difference(pair, c.data());
      return filtered.errors();
    });
    for (std::size_t l = 0; l < c.size(); ++l) {
      const Rational off = Rational(c[l]) - exact[l];
      ASSERT_LE(abs(off), Rational(errors[l])) << mode.name;
      seen.worst_point = std::max(seen.worst_point, ratio(off, errors[l]));
    }
  }
}

template <int D>
void check_bounds(std::size_t d, int cases) {
  RandomSpecs random(d);
  Seen seen;
  for (int i = 0; i < cases * test::long_run(); ++i) {
    const auto kind = static_cast<RandomSpecs::Kind>(i % RandomSpecs::kKinds);
    const BodySpec a = random.body(d, kind);
    BodySpec b = random.body(d, random.chance(3) ? RandomSpecs::plain : kind);
    if (random.chance(2)) test::bring_together(a, b);
    const test::MadePair<D> made(a, b);
    const Points of_a = test::world(a);
    const Points of_b = test::world(b);
    SCOPED_TRACE("case " + std::to_string(i) + " of dimension " + std::to_string(d));
    for (int k = 0; k < 3; ++k) {
      check_gap<D>(made, of_a, of_b, random.direction(d), seen);
      const IndexPair pair{random.in(0, static_cast<int>(a.vertices.size()) - 1),
                           random.in(0, static_cast<int>(b.vertices.size()) - 1)};
      check_point<D>(made, of_a, of_b, pair, seen);
      if (testing::Test::HasFatalFailure()) return;
    }
  }
  std::printf("d = %zu: worst |error| / bound: gap %.3f, point %.3f\n", d, seen.worst_gap,
              seen.worst_point);
  EXPECT_GT(seen.worst_gap, 0.01) << "far from tight: is the test asking anything?";
  EXPECT_GT(seen.worst_point, 0.01);
  EXPECT_GT(seen.separated, cases / 4);
  EXPECT_GT(seen.meeting, cases / 4);
}

TEST(Lemma1, BoundsHoldIn2D) { check_bounds<2>(2, 350); }
TEST(Lemma1, BoundsHoldIn3D) { check_bounds<3>(3, 350); }
TEST(Lemma1, BoundsHoldIn4To8Dimensions) {
  for (std::size_t d = 4; d <= 8; ++d) check_bounds<kRunTime>(d, 42);
}

/// A body of one vertex, not rotated.
BodySpec point_at(const Doubles& x, const Doubles& offset) {
  return {{x}, test::identity_matrix(x.size()), offset, {}};
}

template <int D>
double gap_error(const BodySpec& a, const BodySpec& b, const Doubles& u) {
  const test::MadePair<D> made(a, b);
  return FilteredPair<D>(made.pair()).gap(u.data()).error;
}

// A huge matrix magnifies a subnormal vertex, which a host may read as zero.
TEST(Lemma1, TrapHugeMatrixTimesSubnormalVertexProvesNothing) {
  BodySpec a = point_at({0x1p-1060, 0, 0}, {0, 0, 0});
  const BodySpec b = point_at({0, 0, 0}, {0, 0, 0});
  a.linear = test::identity_matrix(3, 0x1p150);
  EXPECT_LT(gap_error<3>(a, b, {1, 0, 0}), 1e-100);
  a.linear = test::identity_matrix(3, 0x1.0000000000001p150);
  EXPECT_EQ(gap_error<3>(a, b, {1, 0, 0}), std::numeric_limits<double>::infinity());
  a = point_at({0x1.0000000000001p150, 0, 0}, {0, 0, 0});
  EXPECT_EQ(gap_error<3>(a, b, {1, 0, 0}), std::numeric_limits<double>::infinity());
}

// Roundings grow with |a|. If M were taken about the body's centre, the bound would be 1e6 times
// smaller than the loss here.
TEST(Lemma1, TrapErrorGrowsWithStoredCoordinatesNotWithTheBodysSize) {
  RandomSpecs random(11);
  int beyond = 0;
  for (int i = 0; i < 400; ++i) {
    const BodySpec a = random.body(3, RandomSpecs::off_centre);
    BodySpec b = random.body(3, RandomSpecs::off_centre);
    test::bring_together(a, b);
    const test::MadePair<3> made(a, b);
    const Doubles u = random.direction(3);
    const DirectionalGap gap = FilteredPair<3>(made.pair()).gap(u.data());
    const Rational off = Rational(gap.value) -
                         test::exact_gap(test::world(a), test::world(b), test::exact(u.data(), 3));
    EXPECT_LE(abs(off), Rational(gap.error));
    const double about_centre = 9 * 0x1p-52 * 3 * 2 * 2 * 3;
    if (abs(off) > Rational(about_centre)) ++beyond;
  }
  EXPECT_GT(beyond, 20) << "the trap does not bite";
}

// An unscaled quaternion of this size has squares that are subnormal or infinite.
TEST(Lemma1, TrapQuaternionsOfAnySizeKeepTheirBound) {
  RandomSpecs random(12);
  for (const int size : {-1060, -1000, -535, 0, 511, 1000}) {
    for (int i = 0; i < 20; ++i) {
      BodySpec a = random.body(3, RandomSpecs::quaternion);
      for (double& entry : *a.wxyz) entry = std::ldexp(random.signed_unit(), size);
      if ((*a.wxyz)[0] == 0) (*a.wxyz)[0] = std::ldexp(1.0, size);
      const BodySpec b = random.body(3, RandomSpecs::plain);
      Seen seen;
      check_gap<3>(test::MadePair<3>(a, b), test::world(a), test::world(b), random.direction(3),
                   seen);
    }
  }
}

// When rounding toward zero, an overflowing difference of offsets is the largest double, not an
// infinity.
TEST(Lemma1, TrapOffsetsThatOverflowProveNothingInAnyMode) {
  const BodySpec a = point_at({0, 0}, {0, -0x1.8p1023});
  const BodySpec b = point_at({0, 0}, {0x1p994, 0x1.8p1023});
  const Doubles u{0.75, -0x1p-30};
  const Rational exact = test::exact_gap(test::world(a), test::world(b), test::exact(u.data(), 2));
  const test::MadePair<2> made(a, b);
  for (const FloatMode& mode : test::float_modes()) {
    const DirectionalGap gap =
        test::in_mode(mode, [&] { return FilteredPair<2>(made.pair()).gap(u.data()); });
    if (!(gap.error < std::numeric_limits<double>::infinity())) continue;
    EXPECT_LE(abs(Rational(gap.value) - exact), Rational(gap.error)) << mode.name;
  }
}

TEST(Lemma1, DirectionsWithNanProveNothing) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const test::MadePair<3> made(point_at({0, 0, 0}, {0, 0, 0}), point_at({0, 0, 0}, {9, 9, 9}));
  const FilteredPair<3> filtered(made.pair());
  for (const Doubles& u : {Doubles{1, nan, 0}, Doubles{nan, nan, nan}, Doubles{nan, 1, 1}}) {
    const DirectionalGap gap = filtered.gap(u.data());
    EXPECT_FALSE(gap.proves_separated());
    EXPECT_FALSE(gap.proves_meeting_along());
  }
}

TEST(Normalise, ScalesByAPowerOfTwoOrRefuses) {
  Doubles u{3, -7, 0x1p-60};
  ASSERT_TRUE(normalise(u.data(), 3));
  EXPECT_EQ(u, (Doubles{0.375, -0.875, 0x1p-63}));
  for (const double bad : {0.0, 0x1p-1000, 0x1p1000, std::numeric_limits<double>::infinity(),
                           std::numeric_limits<double>::quiet_NaN()}) {
    Doubles v{bad, 0, bad};
    EXPECT_FALSE(normalise(v.data(), 3)) << bad;
  }
}

}  // namespace
}  // namespace sunder::detail
