// SPDX-License-Identifier: Apache-2.0
//
// The double nearest to a fraction, against the definition in rational numbers, and what a sum of
// doubles and a span of exponents are where nothing is left.
#include "exact/nearest.hpp"

#include <bit>
#include <cmath>
#include <gtest/gtest.h>
#include <limits>
#include <random>

#include "exact/dyadic_sum.hpp"
#include "geometry/rational.hpp"

namespace sunder::detail {
namespace {

using test::Rational;

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kLargest = std::numeric_limits<double>::max();

Rational value_of(const BigInt& numerator, const BigInt& denominator, int exponent) {
  const Rational power(BigInt(1) << std::abs(exponent));
  const Rational ratio = Rational(numerator) / Rational(denominator);
  return exponent < 0 ? Rational(ratio / power) : Rational(ratio * power);
}

/// No neighbour is nearer, and one that is as near has an odd last bit.
void expect_nearest(const BigInt& numerator, const BigInt& denominator, int exponent) {
  const double result = nearest_quotient(numerator, denominator, exponent);
  ASSERT_TRUE(std::isfinite(result));
  const Rational exact = value_of(numerator, denominator, exponent);
  const Rational error = abs(Rational(Rational(result) - exact));
  for (const double toward : {-kInfinity, kInfinity}) {
    const double other = std::nextafter(result, toward);
    if (!std::isfinite(other)) continue;
    const Rational its_error = abs(Rational(Rational(other) - exact));
    ASSERT_LE(error, its_error) << result;
    if (error == its_error) {
      ASSERT_EQ(std::bit_cast<std::uint64_t>(result) & 1, 0U) << result;
    }
  }
}

TEST(NearestQuotient, OfRandomFractions) {
  std::mt19937_64 random(21);
  for (int round = 0; round < 600; ++round) {
    BigInt numerator = random() >> (random() % 64);
    const BigInt denominator = 1 + (random() >> (random() % 64));
    if (round % 3 == 1) numerator <<= static_cast<int>(random() % 200);
    if (round % 2 == 1) numerator = -numerator;
    expect_nearest(numerator, denominator, static_cast<int>(random() % 1500) - 1200);
    if (HasFailure()) return;
  }
}

/// Halfway between neighbours, and beside it by less than any number of bits that a shift keeps.
TEST(NearestQuotient, OfTiesAndTheirNeighbours) {
  std::mt19937_64 random(22);
  for (int round = 0; round < 60; ++round) {
    const BigInt units = (std::uint64_t{1} << 52) + (random() >> 12);
    const BigInt tie = 2 * units + 1;
    const BigInt odd = 3 + 2 * (random() % 1000);
    const BigInt far = BigInt(1) << 300;
    for (const int exponent : {0, -1074, 300}) {
      for (const int sign : {1, -1}) {
        expect_nearest(sign * tie, 1, exponent);
        expect_nearest(sign * tie * odd, odd, exponent);
        for (const int beside : {1, -1}) {
          expect_nearest(sign * (tie * far + beside), far, exponent);
          expect_nearest(sign * (tie * far * odd + beside), far * odd, exponent);
        }
      }
    }
    if (HasFailure()) return;
  }
}

TEST(NearestQuotient, OfSubnormals) {
  std::mt19937_64 random(23);
  for (int round = 0; round < 100; ++round) {
    const BigInt eighths = random() % 1000;
    expect_nearest(eighths, 8, -1074);
    expect_nearest(eighths, 24, -1074);
    expect_nearest(eighths, 1, -1077);
    if (HasFailure()) return;
  }
  EXPECT_EQ(nearest_quotient(1, 2, -1074), 0.0);
  EXPECT_EQ(nearest_quotient(3, 2, -1074), 0x1p-1073);
  EXPECT_EQ(nearest_quotient(3, 4, -1074), 0x1p-1074);
  EXPECT_EQ(nearest_quotient(1, 1, -5000), 0.0);
}

TEST(NearestQuotient, OfZeroAndOfWhatOverflows) {
  const double zero = nearest_quotient(0, 7, 3);
  EXPECT_EQ(zero, 0.0);
  EXPECT_FALSE(std::signbit(zero));
  // The largest double, half a unit beyond it, and a little less than that.
  const BigInt largest = (BigInt(1) << 53) - 1;
  EXPECT_EQ(nearest_quotient(largest, 1, 971), kLargest);
  EXPECT_EQ(nearest_quotient(2 * largest + 1, 2, 971), kInfinity);
  EXPECT_EQ(nearest_quotient(-2 * largest - 1, 2, 971), -kInfinity);
  EXPECT_EQ(nearest_quotient((2 * largest + 1) * 1000 - 1, 2000, 971), kLargest);
}

TEST(ExactSum, OfNothingIsZeroWithoutAnExponent) {
  EXPECT_EQ(exact_sum({}).exponent, 0);
  const double zeros[] = {0.0, -0.0};
  const double cancelling[] = {0.25, 0x1p-1074, -0.25, -0x1p-1074};
  EXPECT_EQ(exact_sum(zeros).exponent, 0);
  EXPECT_EQ(exact_sum(cancelling).exponent, 0);
  EXPECT_EQ(exact_sum(cancelling).mantissa, 0);
  const double terms[] = {0.25, 3, -0.0};
  EXPECT_EQ(exact_sum(terms).mantissa, 13);
  EXPECT_EQ(exact_sum(terms).exponent, -2);
}

TEST(ExponentSpan, CountsTheBitsBetween) {
  ExponentSpan span;
  EXPECT_TRUE(span.empty());
  EXPECT_EQ(span.bits(), 0);
  span.include(-0.0);
  EXPECT_EQ(span.bits(), 0);
  span.include(-3.0);
  EXPECT_FALSE(span.empty());
  EXPECT_EQ(span.bits(), 2);
  span.include(0x1p-1074);
  EXPECT_EQ(span.bits(), 1076);
  EXPECT_EQ(span.low, -1074);
  EXPECT_EQ(span.top, 2);
}

TEST(SignedSquare, KeepsTheSign) {
  EXPECT_EQ(signed_square(BigInt(-3)), -9);
  EXPECT_EQ(signed_square(BigInt(0)), 0);
  EXPECT_EQ(signed_square(BigInt(1)), 1);
  EXPECT_EQ(signed_square(BigInt(3)), 9);
}

}  // namespace
}  // namespace sunder::detail
