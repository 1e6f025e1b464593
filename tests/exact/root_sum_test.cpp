// SPDX-License-Identifier: Apache-2.0
//
// Tests roots plus and minus exact numbers, against rationals: an end of the interval is compared
// with the value by squares.
#include "exact/root_sum.hpp"

#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>
#include <limits>

#include "suite/random.hpp"

namespace sunder::detail {
namespace {

using Rational = boost::multiprecision::cpp_rational;
constexpr double kInfinity = std::numeric_limits<double>::infinity();

Rational power_of_two(int exponent) {
  const boost::multiprecision::cpp_int one = 1;
  return exponent < 0 ? Rational(1, one << -exponent) : Rational(one << exponent);
}

/// A root and a length, and the same as rationals.
struct Case {
  Root root;
  BigDyadic length;
  Rational squared;  ///< of the root
  Rational plain;    ///< the length

  Case(const Root& r, const BigDyadic& l) : root(r), length(l) {
    using Whole = boost::multiprecision::cpp_int;
    squared =
        Rational(Whole(r.squared), Whole(r.divisor * r.divisor)) * power_of_two(2 * r.exponent);
    plain = Rational(Whole(l.mantissa)) * power_of_two(l.exponent);
  }

  /// sign(root + sign * length - x)
  int compare(int sign, double x) const {
    const Rational side = Rational(x) - sign * plain;
    return side < 0 ? 1 : squared.compare(Rational(side * side));
  }
};

/// `value_sign` is that of root + sign * length; the interval holds its size.
void expect_enclosed(const Case& item, int sign, const Enclosed& found) {
  const int side = item.compare(sign, 0) < 0 ? -1 : 1;
  EXPECT_LE(found.lower, found.upper);
  EXPECT_GE(side * item.compare(sign, side * found.lower), 0) << found.lower;
  if (std::isfinite(found.upper)) {
    EXPECT_LE(side * item.compare(sign, side * found.upper), 0) << found.upper;
  }
  const bool exact = item.compare(sign, side * found.lower) == 0;
  EXPECT_EQ(found.upper, exact ? found.lower : std::nextafter(found.lower, kInfinity));
}

void expect_right(const Root& root, const BigDyadic& length) {
  const Case item(root, length);
  EXPECT_EQ(compare_root(root, length), item.compare(-1, 0));
  expect_enclosed(item, 1, enclose_sum(root, length));
  expect_enclosed(item, -1, enclose_difference(root, length));
}

BigDyadic dyadic(double value) { return exact_sum({&value, 1}); }

TEST(RootSum, WholeRoots) {
  for (const int exponent : {-1000, -30, 0, 7, 900}) {
    for (const double length : {0.0, 2.5, 5.0, 5 + 0x1p-50, 7.0, 0x1p-1074, 0x1p1000}) {
      expect_right({25, 1, exponent}, dyadic(length));
      expect_right({25, 3, exponent}, dyadic(length));
    }
  }
  const Enclosed seven = enclose_sum(Root{.squared = 25}, dyadic(2));
  EXPECT_EQ(seven.lower, 7);
  EXPECT_EQ(seven.upper, 7);
  expect_right({}, dyadic(0));
  expect_right({}, dyadic(0x1p-1074));
}

TEST(RootSum, CancelsToTheLastPlace) {
  suite::Random random(91);
  for (int i = 0; i < 4000; ++i) {
    Root root;
    root.squared = BigInt(random.bits()) * BigInt(random.bits() >> random.in(0, 63)) + 1;
    if (i % 2 == 0) root.squared |= BigInt(1) << 128;  // a root of 65 bits, and what follows
    root.divisor = random.chance(1, 2) ? BigInt(1) : BigInt(random.bits() >> random.in(0, 62)) + 1;
    root.exponent = random.in(-600, 500);
    const Enclosed size = enclose_root(root.squared, root.divisor, root.exponent);
    double length = size.lower;
    if (random.chance(1, 4)) length = std::nextafter(length, 0.0);
    if (random.chance(1, 4)) length = std::nextafter(length, kInfinity);
    if (random.chance(1, 8)) length *= random.unit();
    expect_right(root, dyadic(length));
    // A sum of two doubles may come nearer than any one.
    const double terms[] = {length, std::ldexp(length, -60) * random.unit()};
    expect_right(root, exact_sum(terms));
    if (testing::Test::HasFailure()) return;
  }
}

/// The interval holds the value. This near to a double there may be one double between its ends.
void expect_held(const Case& item, int sign, const Enclosed& found) {
  const int side = item.compare(sign, 0) < 0 ? -1 : 1;
  EXPECT_GE(side * item.compare(sign, side * found.lower), 0) << found.lower;
  EXPECT_LE(side * item.compare(sign, side * found.upper), 0) << found.upper;
  EXPECT_LE(found.upper, std::nextafter(std::nextafter(found.lower, kInfinity), kInfinity));
}

/// The root is a little above a whole number, and the length has a finer or a coarser unit. The remainder alone keeps the
/// upper end away from the sum of both.
TEST(RootSum, SeesTheRemainderOfARoot) {
  const BigInt above = (BigInt(1) << 400) + 1;  // its root is 2^200 + 2^-201
  for (const int unit : {-500, -300, -1, 0, 1, 150}) {
    for (const int exponent : {-200, 0, 300}) {
      const BigDyadic length{BigInt(1) << (160 - std::min(unit, 160)), unit + exponent};
      for (const Root& root : {Root{above, 1, exponent}, Root{9 * above, 3, exponent}}) {
        const Case item(root, length);
        EXPECT_EQ(compare_root(root, length), item.compare(-1, 0));
        expect_held(item, 1, enclose_sum(root, length));
        expect_held(item, -1, enclose_difference(root, length));
      }
    }
  }
}

TEST(RootSum, BeyondTheDoubles) {
  const double most = std::numeric_limits<double>::max();
  const Enclosed sum = enclose_sum({1, 1, 1023}, dyadic(most));
  EXPECT_EQ(sum.lower, most);
  EXPECT_EQ(sum.upper, kInfinity);
  const Enclosed tiny = enclose_difference({2, 1, -1200}, dyadic(0));
  EXPECT_EQ(tiny.lower, 0);
  EXPECT_EQ(tiny.upper, std::numeric_limits<double>::denorm_min());
}

}  // namespace
}  // namespace sunder::detail
