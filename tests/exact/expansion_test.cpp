// SPDX-License-Identifier: Apache-2.0
//
// Expansions against rationals, and their two preconditions: range and rounding mode.
#include "exact/expansion.hpp"

#include <array>
#include <cmath>
#include <limits>
#include <random>
#include <vector>

#include "gtest/gtest.h"

#include "geometry/float_environment.hpp"
#include "geometry/rational.hpp"

namespace sunder::detail {
namespace {

using test::Rational;

constexpr double kTiny = std::numeric_limits<double>::denorm_min();

/// A double of 53 random bits times 2^exponent, for an exponent within +-spread.
double random_double(std::mt19937_64& random, int spread) {
  const double mantissa = static_cast<double>(random() >> 11) * (random() % 2 == 0 ? 1 : -1);
  const auto span = static_cast<std::uint64_t>(2 * spread + 1);
  return std::ldexp(mantissa, static_cast<int>(random() % span) - spread - 52);
}

template <std::size_t Capacity>
Rational value_of(const Expansion<Capacity>& sum) {
  Rational value = 0;
  for (std::size_t i = 0; i < sum.size(); ++i) value += Rational(sum.part(i));
  return value;
}

TEST(Expansion, SumOfNothingIsZero) {
  Expansion<4> sum;
  EXPECT_EQ(sum.sign(), 0);
  EXPECT_EQ(sum.size(), 0u);
  sum.add(0.0);
  sum.add(-0.0);
  sum.add_product(0, 3, 4);
  EXPECT_EQ(sum.size(), 0u);
}

TEST(Expansion, AFactorOfOneIsNoReasonToStop) {
  for (const auto& [a, b, c] :
       {std::array{1.0, 3.0, 5.0}, std::array{3.0, 1.0, 5.0}, std::array{3.0, 5.0, 1.0}}) {
    Expansion<8> sum;
    sum.add_product(a, b, c);
    ASSERT_EQ(sum.size(), 1u);
    EXPECT_EQ(sum.part(0), 15);
  }
}

TEST(Expansion, TransformsAreErrorFree) {
  std::mt19937_64 random(1);
  for (int i = 0; i < 2000; ++i) {
    const double a = random_double(random, 100);
    const double b = random_double(random, 100);
    const Exact2 sum = two_sum(a, b);
    EXPECT_EQ(Rational(sum.value) + Rational(sum.residue), Rational(a) + Rational(b));
    const Exact2 product = two_product(a, b);
    EXPECT_EQ(Rational(product.value) + Rational(product.residue), Rational(a) * Rational(b));
  }
}

// 32 terms of all sizes; the second half cancels the first except for one bit.
TEST(Expansion, SumsAndSignsAreThoseOfRationals) {
  std::mt19937_64 random(2);
  for (int i = 0; i < 300; ++i) {
    Expansion<32> sum;
    Rational exact = 0;
    std::vector<double> terms;
    for (int k = 0; k < 16; ++k) terms.push_back(random_double(random, 150));
    for (int k = 0; k < 16; ++k) terms.push_back(-terms[static_cast<std::size_t>(k)]);
    if (i % 3 == 1) terms[20] = std::nextafter(terms[20], 0.0);
    if (i % 3 == 2) terms[25] = std::nextafter(terms[25], 1e300);
    for (const double term : terms) {
      sum.add(term);
      exact += Rational(term);
      ASSERT_EQ(value_of(sum), exact);
      ASSERT_EQ(sum.sign(), test::sign(exact));
    }
    EXPECT_EQ(sum.sign() == 0, i % 3 == 0);
  }
}

TEST(Expansion, ProductsOfThreeFactorsFillTheCapacityAndNoMore) {
  std::mt19937_64 random(3);
  constexpr std::size_t kProducts = 9;
  std::size_t largest = 0;
  for (int i = 0; i < 300; ++i) {
    Expansion<4 * kProducts> sum;
    Expansion<4 * kProducts> other;
    Rational exact = 0;
    for (std::size_t k = 0; k < kProducts; ++k) {
      const double a = random_double(random, 60);
      const double b = random_double(random, 60);
      const double c = random_double(random, 60);
      sum.add_product(a, b, c);
      other.add_product(c, -b, a);
      exact += Rational(a) * Rational(b) * Rational(c);
    }
    EXPECT_EQ(value_of(sum), exact);
    EXPECT_EQ(sum.sign(), test::sign(exact));
    EXPECT_EQ(value_of(other), -exact);
    largest = std::max(largest, sum.size());
    Expansion<8 * kProducts> both;
    both.add_all(sum);
    both.subtract(other);
    EXPECT_EQ(value_of(both), 2 * exact);
    both.subtract(sum);
    both.add_all(other);
    EXPECT_EQ(both.sign(), 0);
  }
  EXPECT_LE(largest, 4 * kProducts);
  EXPECT_GT(largest, kProducts);
}

TEST(Expansion, ResiduesAtBothEndsOfTheRangeSurvive) {
  for (const double scale : {kExpansionLeast, kExpansionGreatest / 2}) {
    const double a = scale * (1 + 0x1p-52);
    const double b = scale * (1 + 0x1p-51);
    const double c = scale * (1 + 0x1p-50);
    const double factors[3] = {a, b, c};
    ASSERT_TRUE(in_expansion_range(factors, 3));
    Expansion<4> sum;
    sum.add_product(a, b, c);
    EXPECT_EQ(value_of(sum), Rational(a) * Rational(b) * Rational(c));
  }
}

TEST(ExpansionRange, BoundsAreWithinAndZeroDoesNotCount) {
  const double within[] = {kExpansionLeast, -kExpansionGreatest, 0.0, -0.0, 1.0};
  EXPECT_TRUE(in_expansion_range(within, 5));
  EXPECT_TRUE(in_expansion_range(within, 0));
  for (const double out :
       {std::nextafter(kExpansionLeast, 0.0), std::nextafter(kExpansionGreatest, 1e300), kTiny,
        -kTiny, std::numeric_limits<double>::infinity(),
        std::numeric_limits<double>::quiet_NaN()}) {
    const double values[] = {1.0, out, 1.0};
    EXPECT_FALSE(in_expansion_range(values, 3)) << out;
    EXPECT_TRUE(in_expansion_range(values, 1));
  }
}

// The residue of this product underflows; a zero residue would be mistaken for an exact product.
TEST(ExpansionRange, Trap1p3eMinus160Times1p7eMinus160IsRefused) {
  const double factors[] = {1.3e-160, 1.7e-160};
  const Exact2 product = two_product(factors[0], factors[1]);
  ASSERT_NE(Rational(product.value) + Rational(product.residue),
            Rational(factors[0]) * Rational(factors[1]))
      << "the trap does not bite";
  EXPECT_FALSE(in_expansion_range(factors, 1));
  EXPECT_FALSE(in_expansion_range(factors, 2));
}

TEST(ExpansionRange, SubnormalsAreRefusedWhereTheHostReadsThemAsZero) {
  const double values[] = {0x1p-1060};
  for (const test::FloatMode& mode : test::float_modes()) {
    EXPECT_FALSE(test::in_mode(mode, [&] { return in_expansion_range(values, 1); })) << mode.name;
  }
}

TEST(ExpansionsHold, OnlyToNearestWithoutFlushing) {
  for (const test::FloatMode& mode : test::float_modes()) {
    EXPECT_EQ(test::in_mode(mode, [] { return expansions_hold(); }), mode.is_plain()) << mode.name;
  }
  EXPECT_TRUE(expansions_hold());
}

}  // namespace
}  // namespace sunder::detail
