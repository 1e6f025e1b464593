// SPDX-License-Identifier: Apache-2.0
//
// A sum of doubles and a span of exponents without nonzero values, and signed squares.
#include "exact/dyadic_sum.hpp"

#include <gtest/gtest.h>

namespace sunder::detail {
namespace {

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
