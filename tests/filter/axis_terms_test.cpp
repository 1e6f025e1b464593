// SPDX-License-Identifier: Apache-2.0
//
// The errors of axis.hpp equal the numbers in its comments: in rationals, with each term the
// greatest in turn. Its zeros and usable axes are tested at their limits.
#include <array>
#include <cmath>
#include <vector>

#include "filter/axis.hpp"
#include "filter/bare_hull.hpp"
#include "filter/random_specs.hpp"

namespace sunder::detail {
namespace {

using test::BareHull;
using test::is_promised;
using test::Rational;
using test::scaling;
using test::two_to;

Rational size_of(double x) { return abs(Rational(x)); }

Rational minor_error(const std::array<double, 4>& x, const Rational& rho) {
  const Rational products = size_of(x[0]) * size_of(x[1]) + size_of(x[2]) * size_of(x[3]);
  const Rational factors = size_of(x[0]) + size_of(x[1]) + size_of(x[2]) + size_of(x[3]);
  return 3 * two_to(-52) * products + 2 * rho * (factors + 2 * rho) + two_to(-860);
}

TEST(AxisTerms, ErrorOfAMinor) {
  test::RandomSpecs random(55);
  std::vector<std::array<double, 4>> cases{
      {0, 0, 0, 0},  {-1, 2, 0, 0}, {0, 0, 3, -1}, {1, 1, 1, 1},  {-1, 1, -1, 1},
      {-7, 0, 0, 0}, {0, -7, 0, 0}, {0, 0, -7, 0}, {0, 0, 0, -7}, {0x1p-428, 0x1p-428, 0, 0}};
  for (int i = 0; i < 20; ++i) {
    std::array<double, 4> x;
    for (double& factor : x) factor = random.spread(20);
    cases.push_back(x);
  }
  for (const std::array<double, 4>& x : cases) {
    for (const double rho : {0.0, 0x1p-50, 0.75, 100.0}) {
      const Minor found = minor(x[0], x[1], x[2], x[3], rho);
      EXPECT_TRUE(is_promised(found.error, minor_error(x, Rational(rho)))) << rho;
    }
  }
}

// One factor is below the range in which residues of products are kept, or above it.
TEST(AxisTerms, AZeroInEachProductMakesAMinorZeroWhateverTheOtherFactors) {
  for (const double other : {0x1p-250, 0x1p250}) {
    for (const double zero : {0.0, -0.0}) {
      EXPECT_TRUE(minor(zero, other, zero, other, 0).zero);
      EXPECT_TRUE(minor(other, zero, zero, other, 0).zero);
      EXPECT_TRUE(minor(zero, other, other, zero, 0).zero);
      EXPECT_TRUE(minor(other, zero, other, zero, 0).zero);
    }
  }
}

// 2^-200 2^-1000 is 0 in doubles, and so is its residue.
TEST(AxisTerms, AProductThatVanishesIsNotZeroWhereverItStands) {
  const double small = 0x1p-200;
  const double least = 0x1p-1000;
  EXPECT_FALSE(minor(0, 1, small, least, 0).zero);
  EXPECT_FALSE(minor(0, 1, least, small, 0).zero);
  EXPECT_FALSE(minor(small, least, 0, 1, 0).zero);
  EXPECT_FALSE(minor(least, small, 0, 1, 0).zero);
}

// With u = 2^-52 a product of 2^-860 (1 + 3u) is as large as its error, 2^-860 + 3u 2^-860.
TEST(AxisTerms, AnAxisIsUsableBeyondItsErrorAlone) {
  const double factor = 0x1p-430;
  const double at = factor * (1 + 3 * kUnit);
  const double beyond = factor * (1 + 4 * kUnit);
  ASSERT_EQ(minor(at, factor, 0, 0, 0).value, minor(at, factor, 0, 0, 0).error);
  for (const double sign : {1.0, -1.0}) {
    EXPECT_FALSE(cross_axis({sign * at, 0, 0}, {0, factor, 0}, 0).usable);
    EXPECT_TRUE(cross_axis({sign * beyond, 0, 0}, {0, factor, 0}, 0).usable);
  }
}

template <int D>
struct Bodies {
  Bodies() : hull_a(D), hull_b(D) {}
  Pair<D> pair() const { return {{&hull_a.block, &pose_a}, {&hull_b.block, &pose_b}}; }

  BareHull hull_a;
  BareHull hull_b;
  Pose<D> pose_a = scaling<D>(1, std::vector<double>(D));
  Pose<D> pose_b = scaling<D>(1, std::vector<double>(D));
};

const Rational kUp = 1 + two_to(-30);

/// Lemma 1 along (1, ..., 1): each entry counts with its whole reach.
template <int D>
void check_unit_error(const Pair<D>& pair, const Rational& drift) {
  const FilteredPair<D> filtered(pair);
  Rational reach = 0;
  for (const double r : filtered.reach()) reach += Rational(r);
  const Rational units = (2 * D + 3) * two_to(-52) * reach;
  const Rational promised = (units + 2 * D * drift + two_to(-600)) * kUp;
  EXPECT_TRUE(is_promised(unit_axis_error(filtered), promised));
}

TEST(AxisTerms, ErrorOfAUnitAxis) {
  Bodies<2> flat;
  check_unit_error<2>(flat.pair(), 0);
  flat.hull_a.max_abs = {1, 10, 500};
  flat.hull_b.max_abs = {3, 30, 500};
  flat.pose_b = scaling<2>(2, {-1000, 100});
  check_unit_error<2>(flat.pair(), 0);

  Bodies<3> solid;
  check_unit_error<3>(solid.pair(), 0);
  solid.hull_a.max_abs = {1, 10, 100, 500};
  check_unit_error<3>(solid.pair(), 0);
  solid.pose_a = Pose<3>::from_wxyz({1, 2, 3, 4}).value();
  check_unit_error<3>(solid.pair(), 111 * two_to(-53));
}

/// Only entry l of the axis is off, then all are. For a pair out of range, the terms besides its
/// reach are infinite, and count as zero.
template <int D>
void check_drift() {
  Bodies<D> bodies;
  bodies.hull_a.max_abs = {1, 20, 300};
  bodies.hull_b.max_abs = {5, 5, 5, 5};
  bodies.hull_b.block.in_filter_range = false;
  const FilteredPair<D> filtered(bodies.pair());
  Rational all = 0;
  Axis<D> every;
  EXPECT_EQ(axis_drift(filtered, every), 0);
  for (std::size_t l = 0; l < D; ++l) {
    Axis<D> one;
    one.error[l] = every.error[l] = 0.5 + static_cast<double>(l);
    const Rational promised = Rational(one.error[l]) * Rational(filtered.reach()[l]) * kUp;
    EXPECT_TRUE(is_promised(axis_drift(filtered, one), promised)) << l;
    all += promised;
  }
  EXPECT_TRUE(is_promised(axis_drift(filtered, every), all));
}

TEST(AxisTerms, DriftIsTheSumOfErrorsTimesReaches) {
  check_drift<2>();
  check_drift<3>();
}

}  // namespace
}  // namespace sunder::detail
