// SPDX-License-Identifier: Apache-2.0
//
// Tests the reader of fractions from outside, against the same numbers written by hand.
#include "certificate/exact_numbers.hpp"

#include <gtest/gtest.h>
#include <limits>
#include <string>

namespace sunder::detail::certificate {
namespace {

/// Reads a number as p / q * 2^exponent.
void expect_read(const ExactNumber& number, const BigInt& p, const BigInt& q) {
  Fraction found;
  std::string reason;
  ASSERT_TRUE(read_fraction(number, "x", found, reason)) << reason;
  EXPECT_GT(found.denominator, 0);
  const BigInt left = found.exponent > 0 ? found.numerator << found.exponent : found.numerator;
  const BigInt right =
      found.exponent < 0 ? found.denominator << -found.exponent : found.denominator;
  EXPECT_EQ(left * q, p * right) << number.integer << ' ' << number.value;
}

TEST(ReadFraction, DoublesIntegersAndQuotients) {
  expect_read({0.75, ""}, 3, 4);
  expect_read({-6, ""}, -6, 1);
  expect_read({0, ""}, 0, 1);
  expect_read({0x1p-1074, ""}, 1, BigInt(1) << 1074);
  expect_read({0x1p1000, ""}, BigInt(1) << 1000, 1);
  expect_read({0, "7"}, 7, 1);
  expect_read({0, "-12345678901234567890123"}, BigInt("-12345678901234567890123"), 1);
  expect_read({0, "-7/3"}, -7, 3);
  expect_read({0, "0/5"}, 0, 1);
  const Fraction none;
  EXPECT_EQ(none.numerator, 0);
  EXPECT_EQ(none.denominator, 1);
  EXPECT_EQ(none.exponent, 0);
}

TEST(ReadFraction, WhatIsNoneIsRefused) {
  Fraction found;
  std::string reason;
  const std::string most(kMaxDigits, '1');
  EXPECT_TRUE(read_fraction({0, most + "/" + most}, "x", found, reason));
  for (const std::string& text :
       {std::string("7/0"), std::string("7/-3"), std::string("7/"), std::string("/3"),
        std::string("1/2/3"), std::string("0x1"), std::string(" 1"), std::string("-"), most + "1",
        "1/" + most + "1"}) {
    reason.clear();
    EXPECT_FALSE(read_fraction({0, text}, "x", found, reason)) << text.substr(0, 20);
    EXPECT_EQ(
        reason,
        "x is no quotient of decimal integers of at most 65536 digits with a denominator above 0");
  }
  for (const double value :
       {std::numeric_limits<double>::infinity(), std::numeric_limits<double>::quiet_NaN()}) {
    EXPECT_FALSE(read_fraction({value, ""}, "x", found, reason));
    EXPECT_EQ(reason, "x is not finite");
  }
}

}  // namespace
}  // namespace sunder::detail::certificate
