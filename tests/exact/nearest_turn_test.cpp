// SPDX-License-Identifier: Apache-2.0
//
// Cosine and sine rounded to nearest, against Boost's floating-point numbers of 1,400 bits, which reduce an angle by
// themselves. Angles are random, next to multiples of a quarter turn, tiny and huge.
#include "exact/nearest_turn.hpp"

#include <bit>
#include <boost/multiprecision/cpp_bin_float.hpp>
#include <cmath>
#include <cstdint>
#include <gtest/gtest.h>
#include <limits>
#include <numbers>

#include "suite/effort.hpp"
#include "suite/random.hpp"

namespace sunder::detail {
namespace {

using Digits = boost::multiprecision::number<
    boost::multiprecision::cpp_bin_float<1400, boost::multiprecision::digit_base_2>,
    boost::multiprecision::et_off>;

constexpr double kInfinity = std::numeric_limits<double>::infinity();

/// No neighbour of a double is as near to the exact value. Ties do not occur.
void expect_nearest(double found, const Digits& exact) {
  const Digits own = abs(Digits(found) - exact);
  EXPECT_LT(own, abs(Digits(std::nextafter(found, kInfinity)) - exact)) << found;
  EXPECT_LT(own, abs(Digits(std::nextafter(found, -kInfinity)) - exact)) << found;
}

void expect_right(double radians) {
  SCOPED_TRACE(radians);
  const Turn turn = nearest_turn(radians);
  const Digits angle(radians);
  expect_nearest(turn.cosine, cos(angle));
  expect_nearest(turn.sine, sin(angle));
  const Turn back = nearest_turn(-radians);
  EXPECT_EQ(back.cosine, turn.cosine);
  EXPECT_EQ(back.sine, -turn.sine);
}

TEST(NearestTurn, OfAnglesOfEverySize) {
  suite::Random random(1);
  for (int i = 0; i < suite::cases(150); ++i) {
    expect_right(14 * random.unit() - 7);
    expect_right(std::ldexp(1 + random.unit(), random.in(-60, 60)));
  }
  for (int i = 0; i < suite::cases(12); ++i)
    expect_right(std::ldexp(1 + random.unit(), random.in(61, 1023)));
  expect_right(std::numeric_limits<double>::max());
}

TEST(NearestTurn, NextToMultiplesOfAnEighth) {
  suite::Random random(2);
  for (int i = 0; i < suite::cases(150); ++i) {
    const int n = i < 32 ? i : random.in(0, 1 << 20);
    double angle = n * (std::numbers::pi / 4);
    for (int step = random.in(0, 2); step > 0; --step) angle = std::nextafter(angle, kInfinity);
    expect_right(angle);
  }
  // The double that is nearest to a multiple of pi / 2, 2^-62 of a unit beside it.
  expect_right(6381956970095103.0 * 0x1p797);
}

/// Few bits leave most angles open. Where they decide, they are right: the bound of the error is none too small.
TEST(NearestTurn, FewBitsDecideRightlyOrNotAtAll) {
  suite::Random random(3);
  int open = 0, decided = 0;
  for (int i = 0; i < suite::cases(400); ++i) {
    const double radians = random.nonzero(1 << 20) * std::ldexp(1, random.in(-18, -10));
    SCOPED_TRACE(radians);
    const Digits exact(radians);
    for (const int bits : {56, 58, 60, 62, 64, 68}) {
      Turn turn;
      if (!turn_with(decode(radians), bits, turn)) {
        ++open;
        continue;
      }
      ++decided;
      expect_nearest(turn.cosine, cos(exact));
      expect_nearest(turn.sine, sin(exact));
    }
  }
  EXPECT_GT(open, suite::cases(400));
  EXPECT_GT(decided, suite::cases(400));
}

TEST(NearestTurn, OfSmallAngles) {
  // The least angle that is not small, and its neighbours; its sine is still the angle.
  for (const double angle : {0x1p-30, std::nextafter(0x1p-30, 0), std::nextafter(0x1p-30, 1.0),
                             0x1p-29, 0x1.fp-27, 0x1.8p-27, 0x1.6a09ep-27, 0x1p-26, 0x1p-25})
    expect_right(angle);
  for (const double angle : {0.0, 0x1p-1074, 0x1p-1022, 0x1.23456789p-31}) {
    EXPECT_EQ(nearest_turn(angle).cosine, 1);
    EXPECT_EQ(std::bit_cast<std::uint64_t>(nearest_turn(angle).sine),
              std::bit_cast<std::uint64_t>(angle));
    EXPECT_EQ(std::bit_cast<std::uint64_t>(nearest_turn(-angle).sine),
              std::bit_cast<std::uint64_t>(-angle));
  }
}

TEST(NearestTurn, NoneIsTheTurnByZero) {
  EXPECT_EQ(Turn{}.cosine, 1);
  EXPECT_EQ(Turn{}.sine, 0);
}

}  // namespace
}  // namespace sunder::detail
