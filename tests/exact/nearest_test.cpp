// SPDX-License-Identifier: Apache-2.0
//
// Tests fractions and roots rounded to doubles. The tests compare, in integers, the distances of
// the double and its neighbours to the exact number.
#include "exact/nearest.hpp"

#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>
#include <limits>

#include "exact/rounding.hpp"
#include "suite/random.hpp"

namespace sunder::detail {
namespace {

using suite::Random;

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kGreatest = std::numeric_limits<double>::max();
constexpr int kPlaces = 1300;

/// value * 2^kPlaces. Infinity counts as 2^1024, the double that would follow.
BigInt whole_of(double value) {
  if (std::isinf(value)) return (value < 0 ? -1 : 1) * (BigInt(1) << (1024 + kPlaces));
  int exponent = 0;
  const auto mantissa = static_cast<std::int64_t>(0x1p53 * std::frexp(value, &exponent));
  const BigInt size = BigInt(std::abs(mantissa)) << (exponent + kPlaces);
  const BigInt whole = size >> 53;
  return mantissa < 0 ? BigInt(-whole) : whole;
}

BigInt random_bits(Random& random, int bits) {
  BigInt value = 1;
  for (int i = 1; i < bits; ++i) value = 2 * value + random.in(0, 1);
  return value;
}

/// Returns the distance of the double to numerator / denominator * 2^exponent, times denominator *
/// 2^kPlaces.
BigInt distance_to(double value, const BigInt& numerator, const BigInt& denominator, int exponent) {
  return abs(BigInt((numerator << (exponent + kPlaces)) - denominator * whole_of(value)));
}

template <std::size_t Limbs>
Wide<Limbs> wide_of(const BigInt& value) {
  BigInt size = abs(value);
  Wide<Limbs> wide(0);
  for (int shift = 0; size != 0; shift += 32) {
    wide += Wide<Limbs>(static_cast<std::int64_t>(size & 0xffffffffU)) << shift;
    size >>= 32;
  }
  return value < 0 ? -wide : wide;
}

/// Integers of fixed width are rounded as those of any size, where they hold the numbers.
template <std::size_t Limbs>
void expect_same_in_limbs(const BigInt& numerator, const BigInt& denominator, int exponent,
                          double nearest) {
  if (std::max(bit_length(numerator), bit_length(denominator)) > static_cast<int>(64 * Limbs) - 2) {
    return;
  }
  const auto above = wide_of<Limbs>(numerator);
  const auto below = wide_of<Limbs>(denominator);
  EXPECT_EQ(nearest_quotient(above, below, exponent), nearest) << numerator << " / " << denominator;
  EXPECT_EQ(nearest_quotient(-above, below, exponent), -nearest);
}

void expect_nearest(const BigInt& numerator, const BigInt& denominator, int exponent) {
  const double found = nearest_quotient(numerator, denominator, exponent);
  EXPECT_EQ(nearest_quotient(-numerator, denominator, exponent), -found);
  expect_same_in_limbs<4>(numerator, denominator, exponent, found);
  expect_same_in_limbs<9>(numerator, denominator, exponent, found);
  const BigInt own = distance_to(found, numerator, denominator, exponent);
  const bool even = (std::bit_cast<std::uint64_t>(found) & 1) == 0;
  for (const double toward : {-kInfinity, kInfinity}) {
    const double next = std::nextafter(found, toward);
    if (next == found) continue;
    const BigInt other = distance_to(next, numerator, denominator, exponent);
    EXPECT_TRUE(own < other || (own == other && even))
        << numerator << " / " << denominator << " * 2^" << exponent << ": " << found;
  }
}

TEST(NearestQuotient, IsNearestAtEverySize) {
  Random random(1);
  for (int round = 0; round < 400; ++round) {
    const BigInt numerator = random_bits(random, random.in(1, 150));
    const BigInt denominator = random_bits(random, random.in(1, 150));
    expect_nearest(numerator, denominator, random.in(-1100, 880));
  }
}

TEST(NearestQuotient, IsNearestAmongSubnormals) {
  Random random(2);
  for (int round = 0; round < 300; ++round) {
    const int bits = random.in(1, 60);
    const BigInt numerator = random_bits(random, bits);
    expect_nearest(numerator, 1, -1074 - random.in(1, bits + 1));
    expect_nearest(3 * numerator + random.in(-1, 1), 3, -1074 - random.in(1, bits + 1));
  }
}

/// Whatever is about the least double, of small numbers.
TEST(NearestQuotient, IsNearestAtTheLeastDouble) {
  for (int numerator = 1; numerator < 8; ++numerator) {
    for (int denominator = 1; denominator < 8; ++denominator) {
      for (int exponent = -1082; exponent < -1064; ++exponent)
        expect_nearest(numerator, denominator, exponent);
    }
  }
}

/// 1 over the integers next to 2^120 / m, which lie beside the middle of two doubles.
TEST(NearestQuotient, OfOneIsNearestBesideATie) {
  Random random(6);
  for (int round = 0; round < 200; ++round) {
    const BigInt middle = 2 * random_bits(random, 53) + 1;
    const BigInt denominator = (BigInt(1) << 120) / middle;
    for (const int away : {0, 1}) expect_nearest(1, denominator + away, random.in(-800, 800));
  }
}

TEST(NearestQuotient, TakesTheEvenOneOfATie) {
  for (int last = 0; last < 8; ++last) {
    const BigInt tie = (BigInt(1) << 53) + 2 * last + 1;
    for (const int exponent : {-1074, 0, 900}) {
      expect_nearest(tie, 1, exponent);
      expect_nearest(7 * tie, 7, exponent);
      expect_nearest((tie << 100) + 1, 1, exponent - 100);
      expect_nearest((tie << 100) - 1, 1, exponent - 100);
      expect_nearest(3 * tie + 1, 3, exponent);
      expect_nearest(3 * tie - 1, 3, exponent);
    }
    expect_nearest(2 * last + 1, 1, -1075);
    expect_nearest(2 * last + 1, 4, -1073);
  }
}

/// Quotients at, and next to, the middle of two doubles, by denominators of many bits: the leading bits
/// decide all but the nearest of them.
TEST(NearestQuotient, IsNearestBesideATieOfWideNumbers) {
  Random random(5);
  for (int round = 0; round < 300; ++round) {
    const BigInt denominator = random_bits(random, random.in(2, 120));
    const BigInt middle = 2 * random_bits(random, 53) + 1;
    const int shift = random.in(0, 60);
    const BigInt tie = (middle * denominator) << shift;
    for (const int away : {-1, 0, 1}) {
      expect_nearest(tie + away, denominator, random.in(-300, 300) - shift);
      expect_nearest(tie + away * (BigInt(1) << shift), denominator, -shift);
      expect_nearest((middle << shift) + away, 1, -shift);
    }
  }
}

TEST(NearestQuotient, OverflowsFromHalfAnUlpAboveTheGreatest) {
  const BigInt half_above = (BigInt(1) << 54) - 1;
  EXPECT_EQ(nearest_quotient(half_above, 1, 970), kInfinity);
  EXPECT_EQ(nearest_quotient(-half_above, 1, 970), -kInfinity);
  EXPECT_EQ(nearest_quotient(4 * half_above - 1, 1, 968), kGreatest);
  EXPECT_EQ(nearest_quotient(1, 3, 5000), kInfinity);
  EXPECT_EQ(nearest_quotient(1, 3, -5000), 0.0);
  EXPECT_EQ(nearest_quotient(1, 1, -1075), 0.0);
}

TEST(NearestQuotient, ZeroIsPositive) {
  EXPECT_EQ(nearest_quotient(0, 7, 3), 0.0);
  EXPECT_FALSE(std::signbit(nearest_quotient(0, 7, 3)));
}

TEST(Quotient, IsRoundedTowardsZero) {
  Random random(3);
  for (int round = 0; round < 300; ++round) {
    const BigInt numerator = random_bits(random, random.in(1, 150));
    const BigInt denominator = random_bits(random, random.in(1, 150));
    const int exponent = random.in(-1100, 800);
    const BigInt exact = numerator << (exponent + kPlaces);
    const double found = quotient(numerator, denominator, exponent);
    ASSERT_LE(denominator * whole_of(found), exact);
    ASSERT_GT(denominator * whole_of(std::nextafter(found, kInfinity)), exact);
    ASSERT_EQ(quotient(-numerator, denominator, exponent), -found);
  }
  EXPECT_FALSE(std::signbit(quotient(0, 7, 3)));
}

void expect_enclosed(const BigInt& squared, const BigInt& divisor, int exponent) {
  const Enclosed root = enclose_root(squared, divisor, exponent);
  const BigInt exact = squared << (2 * (exponent + kPlaces));
  const BigInt lower = divisor * whole_of(root.lower);
  const BigInt upper = divisor * whole_of(root.upper);
  ASSERT_LE(lower * lower, exact) << squared << " / " << divisor;
  ASSERT_GE(upper * upper, exact) << squared << " / " << divisor;
  if (lower * lower == exact) {
    ASSERT_EQ(root.lower, root.upper);
  } else {
    ASSERT_EQ(std::nextafter(root.lower, kInfinity), root.upper);
  }
}

TEST(EncloseRoot, LiesBetweenNeighbours) {
  Random random(4);
  for (int round = 0; round < 300; ++round) {
    const BigInt squared = random_bits(random, random.in(1, 250));
    const BigInt divisor = random_bits(random, random.in(1, 120));
    expect_enclosed(squared, divisor, random.in(-1000, 500));
    expect_enclosed(divisor * divisor, 1, random.in(-1100, 500));
    expect_enclosed(squared * squared * divisor * divisor, divisor, 0);
  }
  expect_enclosed(0, 5, 0);
}

// The root would be a double except for the remainder of one of the two truncations.
TEST(EncloseRoot, SeesWhatEitherRoundingLeavesOut) {
  const BigInt square = BigInt(1) << 120;
  expect_enclosed(square + 1, 1, -60);
  expect_enclosed(9 * square + 1, 3, -60);
  expect_enclosed(9 * square, 3, -60);
  expect_enclosed(square - 1, 1, -60);
}

template <std::size_t Limbs>
void expect_same_enclosure(const BigInt& numerator, const BigInt& denominator, int exponent) {
  const Enclosed expected = enclose_quotient(numerator, denominator, exponent);
  const Enclosed found =
      enclose_quotient(wide_of<Limbs>(numerator), wide_of<Limbs>(denominator), exponent);
  EXPECT_EQ(found.lower, expected.lower);
  EXPECT_EQ(found.upper, expected.upper);
}

// Fractions that are a double, or one part in the denominator above or below it, and any others.
TEST(EncloseQuotient, InLimbsAsInAnyWidth) {
  Random random(5);
  for (int i = 0; i < 20000; ++i) {
    SCOPED_TRACE(i);
    const BigInt denominator = random_bits(random, random.in(1, 190));
    const int exponent = random.in(0, 9) == 0 ? random.in(-1200, 1000) : random.in(-40, 40);
    BigInt numerator = random_bits(random, random.in(1, 250));
    const int kind = random.in(0, 3);
    if (kind > 0) {
      numerator = denominator * random_bits(random, random.in(50, 53));
      if (kind == 2) ++numerator;
      if (kind == 3) --numerator;
    }
    expect_same_enclosure<6>(numerator, denominator, exponent);
    expect_same_enclosure<16>(numerator, denominator, exponent);
  }
  expect_same_enclosure<4>(0, 3, 0);
  expect_same_enclosure<4>(1, 1, 0);
}

/// A few units beside doubles, in numbers of as many bits as a quotient's leading ones, and of more and fewer.
TEST(EncloseQuotient, InTheLastOfTheLeadingBits) {
  for (const int bits : {54, 61, 62, 63, 64, 65, 90, 126, 127, 128, 150}) {
    for (const BigInt& first : {BigInt(1) << bits, ((BigInt(1) << 53) - 1) << (bits - 52)}) {
      for (int away = -5; away <= 5; ++away) {
        for (const BigInt& denominator : {BigInt(1), BigInt(3), BigInt(1) << 64,
                                          (BigInt(1) << 64) - 1, (BigInt(1) << 90) + 1}) {
          expect_same_enclosure<6>(first + away, denominator, -3);
          expect_same_enclosure<6>(first * denominator + away, denominator, 40);
        }
      }
    }
  }
}

}  // namespace
}  // namespace sunder::detail
