// SPDX-License-Identifier: Apache-2.0
//
// Conversions from doubles to integers and back, against rationals, in every host mode.
#include "exact/integer.hpp"

#include <cmath>
#include <limits>
#include <random>
#include <vector>

#include "gtest/gtest.h"

#include "exact/rounding.hpp"
#include "geometry/float_environment.hpp"
#include "geometry/rational.hpp"

namespace sunder::detail {
namespace {

using test::Rational;

constexpr double kTiny = std::numeric_limits<double>::denorm_min();
constexpr double kMost = std::numeric_limits<double>::max();
constexpr double kInfinity = std::numeric_limits<double>::infinity();

Rational power_of_two(int exponent) {
  const BigInt power = BigInt(1) << std::abs(exponent);
  const Rational value(boost::multiprecision::cpp_int(power.str()));
  return exponent < 0 ? 1 / value : value;
}

Rational exact(const BigInt& value) {
  return Rational(boost::multiprecision::cpp_int(value.str()));
}

BigInt random_integer(std::mt19937_64& random, int bits) {
  BigInt value = 0;
  for (int i = 0; i < bits; i += 32) value = (value << 32) + static_cast<unsigned>(random() >> 32);
  return (value >> (bit_length(value) > bits ? bit_length(value) - bits : 0)) + 1;
}

std::vector<double> doubles_of_all_classes() {
  std::vector<double> all{0.0,
                          -0.0,
                          1.0,
                          -1.0,
                          3.0,
                          0.1,
                          kTiny,
                          -kTiny,
                          3 * kTiny,
                          0x1p-1022,
                          kMost,
                          -kMost,
                          0x1p-1023,
                          0x1p52,
                          0x1p53,
                          0x1p1023,
                          1e308,
                          0x1.8p-1070,
                          std::nextafter(0x1p-1022, 0.0)};
  std::mt19937_64 random(4);
  while (all.size() < 500) {
    const double x = std::bit_cast<double>(random());
    if (std::isfinite(x)) all.push_back(x);
  }
  return all;
}

TEST(Decode, IsTheExactValueInEveryMode) {
  for (const double x : doubles_of_all_classes()) {
    const Dyadic nearest = decode(x);
    EXPECT_EQ(Rational(nearest.mantissa) * power_of_two(nearest.exponent), Rational(x)) << x;
    EXPECT_TRUE(nearest.mantissa % 2 != 0 || (nearest.mantissa == 0 && nearest.exponent == 0)) << x;
    for (const test::FloatMode& mode : test::float_modes()) {
      const Dyadic found = test::in_mode(mode, [x] { return decode(x); });
      EXPECT_EQ(found.mantissa, nearest.mantissa) << x << " " << mode.name;
      EXPECT_EQ(found.exponent, nearest.exponent) << x << " " << mode.name;
    }
  }
}

TEST(DoubleBits, ZeroAndFiniteDoNotDependOnTheHost) {
  for (const test::FloatMode& mode : test::float_modes()) {
    const auto zero = [&](double x) {
      return test::in_mode(mode, [x] { return is_zero_bits(x); });
    };
    EXPECT_TRUE(zero(0.0) && zero(-0.0)) << mode.name;
    EXPECT_FALSE(zero(kTiny) || zero(-kTiny) || zero(0x1p-1023)) << mode.name;
  }
  EXPECT_TRUE(is_finite_bits(kMost) && is_finite_bits(-kTiny) && is_finite_bits(0));
  EXPECT_FALSE(is_finite_bits(kInfinity) || is_finite_bits(-kInfinity) ||
               is_finite_bits(std::numeric_limits<double>::quiet_NaN()));
}

template <class Int>
void expect_bit_lengths(int most) {
  EXPECT_EQ(bit_length(Int(0)), 0);
  for (int bits = 1; bits <= most; ++bits) {
    const Int power = Int(1) << (bits - 1);
    EXPECT_EQ(bit_length(power), bits);
    EXPECT_EQ(bit_length(Int(-power)), bits);
    EXPECT_EQ(bit_length(Int(power - 1)), bits - 1);
    EXPECT_EQ(bit_length(Int(power + (power - 1))), bits);
  }
}

TEST(BitLength, OfEveryWidth) {
  expect_bit_lengths<Int128>(127);
  expect_bit_lengths<FixedInt<256>>(255);
  expect_bit_lengths<BigInt>(700);
  const Int128 least = static_cast<Int128>(1) << 126;
  EXPECT_EQ(bit_length(static_cast<Int128>(-least - least)), 128);
}

TEST(ScaledDown, IsWithinOneUnit) {
  std::mt19937_64 random(5);
  for (int i = 0; i < 500; ++i) {
    const int bits = 1 + static_cast<int>(random() % 200);
    const BigInt value = random_integer(random, bits) * (i % 2 == 0 ? 1 : -1);
    const int shift = std::max(0, bit_length(value) - 62);
    const Rational off = Rational(scaled_down(value, shift)) - exact(value) / power_of_two(shift);
    EXPECT_LE(abs(off), shift > 0 ? 1 : 0) << value;
  }
  EXPECT_EQ(scaled_down(static_cast<Int128>(-5), 0), -5);
}

TEST(ToBig, KeepsEveryInt128) {
  const auto text = [](Int128 value) { return to_big(value).str(); };
  EXPECT_EQ(text(0), "0");
  EXPECT_EQ(text(-1), "-1");
  EXPECT_EQ(text(static_cast<Int128>(1) << 64), "18446744073709551616");
  EXPECT_EQ(text(-(static_cast<Int128>(1) << 64) - 1), "-18446744073709551617");
  EXPECT_EQ(text(-(static_cast<Int128>(1) << 126) * 2), "-170141183460469231731687303715884105728");
}

/// The neighbours of the exact value among the doubles, found by steps from a rounded guess.
struct Neighbours {
  double down;
  double up;
};
Neighbours neighbours(const Rational& value) {
  if (value > Rational(kMost)) return {kMost, kInfinity};
  double guess = value.convert_to<double>();
  if (!std::isfinite(guess)) guess = kMost;
  while (Rational(guess) > value) guess = std::nextafter(guess, -kInfinity);
  while (guess < kMost && Rational(std::nextafter(guess, kInfinity)) <= value) {
    guess = std::nextafter(guess, kInfinity);
  }
  return {guess, Rational(guess) == value ? guess : std::nextafter(guess, kInfinity)};
}

void expect_directed(const BigInt& magnitude, int exponent) {
  const auto [down, up] = neighbours(exact(magnitude) * power_of_two(exponent));
  EXPECT_EQ(directed(magnitude, exponent, false, false), down) << magnitude << " " << exponent;
  EXPECT_EQ(directed(magnitude, exponent, true, false), up) << magnitude << " " << exponent;
  // Slightly more than the value: the lower bound stays, and the upper one is the next double,
  // unless it was above already.
  EXPECT_EQ(directed(magnitude, exponent, false, true), down) << magnitude << " " << exponent;
  const double above = down == up ? std::nextafter(down, kInfinity) : up;
  EXPECT_EQ(directed(magnitude, exponent, true, true), above) << magnitude << " " << exponent;
}

TEST(Directed, RandomValuesOfEverySize) {
  std::mt19937_64 random(6);
  for (int i = 0; i < 600; ++i) {
    const int bits = 1 + static_cast<int>(random() % 160);
    expect_directed(random_integer(random, bits), static_cast<int>(random() % 2200) - 1150 - bits);
  }
}

TEST(Directed, CarriesIntoTheNextBinadeAndOutOfTheSubnormals) {
  for (const int bits : {52, 53, 54, 60, 107}) {
    const BigInt ones = (BigInt(1) << bits) - 1;
    for (const int exponent : {-1200, -1126, -1075, -1074, -1073, 0, 900}) {
      expect_directed(ones, exponent);
      expect_directed(ones, exponent - bits);
      expect_directed(ones + 1, exponent - bits);
      expect_directed(ones + 2, exponent - bits);
    }
  }
  for (int bits = 50; bits <= 56; ++bits) expect_directed((BigInt(1) << bits) - 1, -1022 - bits);
}

TEST(Directed, ZeroAndBothEndsOfTheRange) {
  EXPECT_EQ(directed(0, 5, false, false), 0.0);
  EXPECT_EQ(directed(0, 5, true, false), 0.0);
  EXPECT_EQ(directed(0, 5, false, true), 0.0);
  EXPECT_EQ(directed(0, 5, true, true), kTiny);
  EXPECT_EQ(directed(1, -5000, false, false), 0.0);
  EXPECT_EQ(directed(1, -5000, true, false), kTiny);
  EXPECT_EQ(directed(1, 5000, false, false), kMost);
  EXPECT_EQ(directed(1, 5000, true, false), kInfinity);
  expect_directed((BigInt(1) << 53) - 1, 971);
  expect_directed((BigInt(1) << 54) - 1, 970);
  expect_directed(BigInt(1) << 1023, 0);
  expect_directed(BigInt(1) << 1024, 0);
}

// A root may be whole although the division left a remainder, or a division although the root did.
// Neither result is the double itself.
TEST(EncloseRoot, SeesWhatTheDivisionOrTheRootLeaves) {
  constexpr double kRoot = 0x1p70;
  const double next = std::nextafter(kRoot, kInfinity);
  for (const int divisor : {1, 3}) {
    const BigInt root = BigInt(divisor) << 70;
    const Enclosed exact = enclose_root(root * root, divisor, 0);
    EXPECT_EQ(exact.lower, kRoot);
    EXPECT_EQ(exact.upper, kRoot);
    const Enclosed more = enclose_root(root * root + 1, divisor, 0);
    EXPECT_EQ(more.lower, kRoot);
    EXPECT_EQ(more.upper, next);
    const Enclosed less = enclose_root(root * root - 1, divisor, 0);
    EXPECT_EQ(less.lower, std::nextafter(kRoot, 0.0));
    EXPECT_EQ(less.upper, kRoot);
  }
}

TEST(Quotient, IsWithinAnUlpOrSo) {
  std::mt19937_64 random(7);
  for (int i = 0; i < 500; ++i) {
    const BigInt numerator = random_integer(random, 1 + static_cast<int>(random() % 150));
    const BigInt denominator = random_integer(random, 1 + static_cast<int>(random() % 150));
    const int exponent = static_cast<int>(random() % 100) - 50;
    const Rational value = exact(numerator) / exact(denominator) * power_of_two(exponent);
    const double found = quotient(numerator, denominator, exponent);
    EXPECT_LE(abs(Rational(found) - value), value * power_of_two(-51)) << numerator << denominator;
    EXPECT_EQ(quotient(-numerator, denominator, exponent), -found);
  }
  EXPECT_EQ(quotient(0, 7, 3), 0.0);
  EXPECT_EQ(quotient(6, 3, 0), 2.0);
}

TEST(ToUnitDoubles, KeepsDirectionsAndScalesTheLargestBelowOne) {
  std::mt19937_64 random(8);
  for (int i = 0; i < 300; ++i) {
    std::vector<BigInt> values;
    for (int k = 0; k < 4; ++k) {
      const int bits = 1 + static_cast<int>(random() % 300);
      values.push_back(random_integer(random, bits) * (random() % 2 == 0 ? 1 : -1));
    }
    std::vector<double> out(4);
    to_unit_doubles(std::span<const BigInt>(values), out.data());
    int bits = 0;
    for (const BigInt& value : values) bits = std::max(bits, bit_length(value));
    double largest = 0;
    for (std::size_t k = 0; k < 4; ++k) {
      largest = std::max(largest, std::abs(out[k]));
      const Rational off = Rational(out[k]) - exact(values[k]) / power_of_two(bits);
      EXPECT_LE(abs(off), power_of_two(-53));
    }
    EXPECT_GE(largest, 0.5);
    EXPECT_LE(largest, 1.0);
  }
}

TEST(ToUnitDoubles, ZeroStaysZeroAndSmallIntegersStayExact) {
  const std::vector<Int128> zero(3);
  std::vector<double> out(3, 7.0);
  to_unit_doubles(std::span<const Int128>(zero), out.data());
  EXPECT_EQ(out, std::vector<double>(3));
  const std::vector<Int128> small{3, -8, 0};
  to_unit_doubles(std::span<const Int128>(small), out.data());
  EXPECT_EQ(out, (std::vector<double>{3.0 / 16, -0.5, 0}));
}

}  // namespace
}  // namespace sunder::detail
