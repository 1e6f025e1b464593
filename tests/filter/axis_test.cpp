// SPDX-License-Identifier: Apache-2.0
//
// Minors and cross products with their error bounds, against rationals. They are zero only if they
// are exactly zero. The bounds hold for inexact factors, in every mode.
#include "filter/axis.hpp"

#include <cmath>
#include <cstdlib>
#include <limits>

#include "gtest/gtest.h"

#include "filter/random_specs.hpp"
#include "geometry/float_environment.hpp"

namespace sunder::detail {
namespace {

using test::FloatMode;
using test::RandomSpecs;
using test::Rational;

Rational exact_minor(const std::array<double, 4>& x) {
  return Rational(x[0]) * Rational(x[1]) - Rational(x[2]) * Rational(x[3]);
}

void check_minor(const std::array<double, 4>& given, const std::array<double, 4>& truth,
                 double rho) {
  const Rational exact = exact_minor(truth);
  for (const FloatMode& mode : test::float_modes()) {
    const Minor found =
        test::in_mode(mode, [&] { return minor(given[0], given[1], given[2], given[3], rho); });
    ASSERT_LE(abs(Rational(found.value) - exact), Rational(found.error))
        << mode.name << " " << given[0] << " " << given[1] << " " << given[2] << " " << given[3];
    ASSERT_TRUE(!found.zero || exact == 0) << mode.name;
  }
}

/// Four factors whose two products are equal, nearly equal, or unrelated.
std::array<double, 4> factors(RandomSpecs& random, int exponent) {
  const double a = random.signed_unit();
  const double b = random.signed_unit();
  std::array<double, 4> x{a, b, b, a};
  if (random.chance(3)) x = {a * 4, b, b * 2, a * 2};
  if (random.chance(3)) x[2] = std::nextafter(x[2], 2.0);
  if (random.chance(4)) x = {a, b, random.signed_unit(), random.signed_unit()};
  for (double& factor : x) factor = std::ldexp(factor, random.in(-exponent, exponent));
  if (random.chance(3)) {
    const int common = random.in(-exponent, exponent);
    x = {std::ldexp(a, common), b, b, std::ldexp(a, common)};
  }
  return x;
}

TEST(Minor, BoundsHoldAndZeroIsZero) {
  RandomSpecs random(51);
  int zeros = 0;
  for (int i = 0; i < 4000 * test::long_run(); ++i) {
    const std::array<double, 4> x = factors(random, i % 2 == 0 ? 3 : 140);
    check_minor(x, x, 0);
    if (testing::Test::HasFatalFailure()) return;
    if (minor(x[0], x[1], x[2], x[3], 0).zero) ++zeros;
  }
  EXPECT_GT(zeros, 100);
}

TEST(Minor, BoundsHoldForFactorsThatAreOffByRho) {
  RandomSpecs random(52);
  for (int i = 0; i < 2000 * test::long_run(); ++i) {
    const std::array<double, 4> given = factors(random, 2);
    const double rho = std::ldexp(1.0, -random.in(1, 55));
    std::array<double, 4> truth = given;
    for (double& factor : truth) {
      const double moved = factor + (random.chance(2) ? rho : -rho);
      if (abs(Rational(moved) - Rational(factor)) <= Rational(rho)) factor = moved;
    }
    check_minor(given, truth, rho);
    if (testing::Test::HasFatalFailure()) return;
    EXPECT_FALSE(minor(given[0], given[1], given[2], given[3], rho).zero);
  }
}

// 1.3e-160 * 1.7e-160 in both products: equal as doubles, with lost residues, and not equal.
TEST(Minor, TrapProductsWhoseResiduesUnderflowAreNotZero) {
  const std::array<double, 4> x{1.3e-160, 1.7e-160, 1.7e-160 * (1 + 0x1p-52), 1.3e-160};
  ASSERT_NE(exact_minor(x), 0);
  const Minor found = minor(x[0], x[1], x[2], x[3], 0);
  EXPECT_FALSE(found.zero);
  EXPECT_LE(std::fabs(found.value), found.error) << "the trap does not bite";
  check_minor(x, x, 0);
}

// A host that reads subnormals as zero loses a product of 2^-1060 and 2^150 completely.
TEST(Minor, TrapSubnormalFactorsWhileTheHostFlushes) {
  for (const double large : {1.0, 0x1p100, 0x1p150}) {
    const std::array<double, 4> x{0x1.8p-1024, large, 0, large};
    check_minor(x, x, 0);
    const std::array<double, 4> y{0x1.8p-1024, large, -0x1.8p-1024, large};
    check_minor(y, y, 0);
  }
}

TEST(CrossAxis, ParallelEdgesAreNoAxis) {
  RandomSpecs random(53);
  for (int i = 0; i < 500; ++i) {
    const double scale = std::ldexp(random.chance(2) ? 1.0 : -1.0, random.in(-40, 40));
    Vector3 p{random.signed_unit(), random.chance(3) ? 0 : random.signed_unit(),
              random.signed_unit()};
    const Vector3 q{p[0] * scale, p[1] * scale, p[2] * scale};
    const Axis<3> axis = cross_axis(p, q, 0);
    EXPECT_TRUE(axis.zero);
    EXPECT_FALSE(axis.usable);
    const Axis<3> rounded = cross_axis(p, q, 0x1p-50);
    EXPECT_FALSE(rounded.zero);
    EXPECT_FALSE(rounded.usable);
    p[0] = std::nextafter(p[0], 2.0);
    EXPECT_FALSE(cross_axis(p, q, 0).zero) << "one ulp from parallel";
  }
}

TEST(CrossAxis, EdgesThatAreZeroAreNoAxis) {
  EXPECT_TRUE(cross_axis({0, 0, 0}, {1, 2, 3}, 0).zero);
  EXPECT_TRUE(cross_axis({-0.0, 0, 0}, {0, 0, 0}, 0).zero);
}

// Boxes of a stack that is off by 1e-20 rad have a true axis there, however small.
TEST(CrossAxis, TrapAlmostParallelBy1eMinus20IsUsable) {
  for (const double angle : {1e-8, 1e-16, 1e-20, 1e-150}) {
    const Axis<3> axis = cross_axis({1, 0, 0}, {1, angle, 0}, 0);
    EXPECT_TRUE(axis.usable) << angle;
    EXPECT_FALSE(axis.zero) << angle;
    EXPECT_EQ(axis.direction, (Vector3{0, 0, angle}));
  }
  EXPECT_FALSE(cross_axis({1, 0, 0}, {1, 1e-320, 0}, 0).zero);
}

}  // namespace
}  // namespace sunder::detail
