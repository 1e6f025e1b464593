// SPDX-License-Identifier: Apache-2.0
//
// Tests the leading bits of a quotient and what is decided by them. They must be as near as they say, and decide
// wherever they can. A slower way follows them, so that other tests do not see where they fail to.
#include <bit>
#include <cmath>
#include <cstdint>
#include <gtest/gtest.h>
#include <limits>

#include "exact/nearest.hpp"
#include "exact/rounding.hpp"
#include "suite/random.hpp"

namespace sunder::detail {
namespace {

using suite::Random;

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kGreatest = std::numeric_limits<double>::max();

BigInt bits_of(Random& random, int bits) {
  BigInt value = 1;
  for (int i = 1; i < bits; ++i) value = 2 * value + random.in(0, 1);
  return value;
}

template <std::size_t Limbs>
Wide<Limbs> in_limbs(const BigInt& size) {
  Wide<Limbs> wide(0);
  for (int shift = 0; size >> shift != 0; shift += 32) {
    const BigInt part = (size >> shift) & 0xffffffffU;
    wide += Wide<Limbs>(static_cast<std::int64_t>(part)) << shift;
  }
  return wide;
}

/// value << by, of a number that loses nothing to the right.
BigInt moved(const BigInt& value, int by) { return by >= 0 ? value << by : value >> -by; }

template <std::size_t Limbs>
void expect_leading(const BigInt& numerator, const BigInt& denominator) {
  SCOPED_TRACE(testing::Message() << numerator << " / " << denominator);
  int exponent = 0;
  const LeadingBits leading =
      leading_quotient(in_limbs<Limbs>(numerator), in_limbs<Limbs>(denominator), exponent);
  const auto width = static_cast<int>(std::bit_width(leading.q));
  EXPECT_TRUE(width == 64 || (width == 63 && denominator != 1)) << width;
  // Both sides of n / (d 2^exponent), in integers.
  const BigInt n = exponent < 0 ? numerator << -exponent : numerator;
  const BigInt d = exponent > 0 ? denominator << exponent : denominator;
  const BigInt rest = n - leading.q * d;
  // Nothing is lost of so few bits, whatever zeros follow them.
  const auto length_of = [](const BigInt& value) {
    return bit_length(value) - static_cast<int>(lsb(value));
  };
  EXPECT_EQ(leading.is_exact,
            denominator == 1 || (length_of(numerator) <= 127 && length_of(denominator) <= 64));
  if (leading.is_exact) {
    EXPECT_TRUE(rest >= 0 && rest < d);
    EXPECT_EQ(leading.has_rest, rest != 0);
  } else {
    EXPECT_LT(abs(rest), 2 * d);
  }
}

TEST(LeadingQuotient, IsAsNearAsItSays) {
  Random random(11);
  for (int round = 0; round < 3000; ++round) {
    const int zeros = random.in(0, 2) == 0 ? random.in(0, 30) : 0;
    const BigInt denominator = bits_of(random, random.in(1, 140)) << zeros;
    BigInt numerator = bits_of(random, random.in(1, 180)) << zeros;
    if (random.in(0, 2) == 0) numerator = denominator * bits_of(random, random.in(1, 60));
    expect_leading<6>(numerator, denominator);
    expect_leading<9>(numerator, denominator);
    expect_leading<6>(numerator, 1);
  }
}

TEST(LeadingQuotient, WithoutBitsIsZeroAndClaimsNothing) {
  const LeadingBits none;
  EXPECT_EQ(none.q, 0u);
  EXPECT_FALSE(none.is_exact);
  EXPECT_FALSE(none.has_rest);
}

TEST(LeadingQuotient, OfAsManyBitsAsItKeeps) {
  for (const int n : {1, 2, 62, 63, 64, 65, 66, 126, 127, 128, 129, 190}) {
    for (const int d : {1, 2, 62, 63, 64, 65, 66, 120}) {
      for (int away = -1; away <= 1; ++away) {
        const BigInt numerator = (BigInt(1) << n) + away, denominator = (BigInt(1) << d) + away;
        expect_leading<5>(numerator, denominator);
        expect_leading<5>(numerator, (BigInt(1) << d) - 1);
        expect_leading<5>(numerator, 1);
      }
    }
  }
}

// ---- what they decide ----

constexpr int kScale = 1400;

/// value * 2^kScale, where infinity is the double that would follow the greatest.
BigInt scaled(double value) {
  if (std::isinf(value)) return BigInt(1) << (1024 + kScale);
  if (value == 0) return 0;
  const Dyadic dyadic = decode(value);
  return moved(BigInt(dyadic.mantissa), dyadic.exponent + kScale);
}

/// Twice the middle of a double and the next one, or of the greatest and 2^1024, times 2^kScale.
BigInt twice_middle_above(double value) {
  return scaled(value) + scaled(std::nextafter(value, kInfinity));
}

/// The double that is nearest to every number between q - 2 and q + 2, times 2^exponent; none where that differs.
/// Found by halving: the greatest double whose lower middle is not above the first.
bool nearest_of_all(std::uint64_t q, int exponent, double& nearest) {
  const BigInt unit = BigInt(1) << (kScale + exponent + 1);  // twice
  const BigInt first = (BigInt(q) - 2) * unit, last = (BigInt(q) + 2) * unit;
  std::uint64_t low = 0, high = std::bit_cast<std::uint64_t>(kInfinity);
  while (low < high) {
    const std::uint64_t middle = low + (high - low) / 2;
    if (twice_middle_above(std::bit_cast<double>(middle)) > first) {
      high = middle;
    } else {
      low = middle + 1;
    }
  }
  nearest = std::bit_cast<double>(low);
  return std::isinf(nearest) || twice_middle_above(nearest) >= last;
}

void expect_decided(std::uint64_t q, int exponent) {
  SCOPED_TRACE(testing::Message() << q << " * 2^" << exponent);
  double expected = 0;
  const bool one = nearest_of_all(q, exponent, expected);
  for (const bool negative : {false, true}) {
    double found = -7;
    const bool decided = round_leading({q, false, false}, exponent, negative, found);
    // Below half the least double the bits give up.
    const bool gives_up = exponent < -1074 - 63;
    EXPECT_EQ(decided, one && !gives_up);
    if (decided) {
      EXPECT_EQ(found, negative ? -expected : expected);
      EXPECT_EQ(std::signbit(found), negative);
    }
  }
}

TEST(RoundLeading, DecidesWhateverTheBitsLeaveNoDoubtOf) {
  Random random(12);
  for (int round = 0; round < 300; ++round) {
    const int width = random.in(63, 64);
    const int dropped = width - 53;
    const std::uint64_t top = static_cast<std::uint64_t>(bits_of(random, 53)) << dropped;
    const std::uint64_t half = std::uint64_t{1} << (dropped - 1);
    const int exponent = random.in(-1074 - dropped, 1024 - 65);
    for (std::uint64_t away = 0; away <= 4; ++away) {
      expect_decided(top + half + away, exponent);
      expect_decided(top + half - away, exponent);
      expect_decided(top + away, exponent);
      if (away > 0) expect_decided(top + 2 * half - away, exponent);
    }
    expect_decided(static_cast<std::uint64_t>(bits_of(random, width)), exponent);
  }
}

/// Subnormals keep fewer bits, down to none.
TEST(RoundLeading, DecidesSubnormalsDownToHalfTheLeast) {
  Random random(13);
  for (int dropped = 8; dropped <= 66; ++dropped) {
    const int exponent = -1074 - dropped;
    for (int round = 0; round < 6; ++round) {
      const auto q = static_cast<std::uint64_t>(bits_of(random, random.in(63, 64)));
      expect_decided(q, exponent);
      if (dropped > 63) continue;
      const std::uint64_t half = std::uint64_t{1} << (dropped - 1);
      const std::uint64_t tie = (q & ~(2 * half - 1)) | half;
      for (std::uint64_t away = 0; away <= 4; ++away) {
        if (std::bit_width(tie - away) >= 63) expect_decided(tie - away, exponent);
        expect_decided(tie + away, exponent);
      }
    }
  }
}

/// The greatest subnormal, the least normal number, and both beside a tie.
TEST(RoundLeading, KeepsSubnormalsApartFromNormalNumbers) {
  const std::uint64_t least = std::uint64_t{1} << 52;
  for (const std::uint64_t units : {least - 1, least, least + 1, 2 * least - 1}) {
    for (const int below : {0, 3, 1020, 1028, 2045}) {
      const std::uint64_t q = (units << 11) + static_cast<std::uint64_t>(below);
      if (std::bit_width(q) >= 63) expect_decided(q, -1074 - 11);
    }
  }
}

TEST(RoundLeading, GoesOverToInfinity) {
  const std::uint64_t all = ~std::uint64_t{0};
  for (const std::uint64_t q : {all - 2000, all - 1025, all - 1021, all - 500}) {
    for (const int exponent : {1022 - 64, 1023 - 64, 1024 - 64, 1025 - 64, 1100})
      expect_decided(q, exponent);
  }
}

/// The neighbours of q + r, for |r| < 2 or for an exact one.
void expect_neighbours(const LeadingBits& leading, int exponent) {
  SCOPED_TRACE(testing::Message() << leading.q << " * 2^" << exponent
                                  << (leading.is_exact ? " exactly" : ""));
  const int dropped = static_cast<int>(std::bit_width(leading.q)) - 53;
  const std::uint64_t whole = std::uint64_t{1} << dropped, below = leading.q % whole;
  const double lower = std::ldexp(static_cast<double>(leading.q - below), exponent);
  const double upper = std::nextafter(lower, kInfinity);
  Enclosed found{-7, -7};
  const bool done = enclose_leading(leading, exponent, found);
  if (exponent + dropped < -1074 || exponent + dropped > 970) {
    EXPECT_FALSE(done);
    EXPECT_EQ(found.lower, 0);
  } else if (leading.is_exact) {
    EXPECT_TRUE(done);
    EXPECT_EQ(found.lower, lower);
    EXPECT_EQ(found.upper, below == 0 && !leading.has_rest ? lower : upper);
  } else {
    const bool near_lower = below<2, near_upper = below + 2> whole;
    EXPECT_EQ(done, !near_lower && !near_upper);
    EXPECT_EQ(found.lower, near_upper ? upper : lower);
    if (done) {
      EXPECT_EQ(found.upper, upper);
    }
  }
}

TEST(EncloseLeading, GivesTheNeighboursOrTheOneDoubleThatIsNear) {
  Random random(14);
  for (int round = 0; round < 400; ++round) {
    const int dropped = random.in(10, 11);
    const BigInt units = round % 4 == 0 ? (BigInt(1) << 53) - 1 : bits_of(random, 53);
    const std::uint64_t top = static_cast<std::uint64_t>(units) << dropped;
    const std::uint64_t whole = std::uint64_t{1} << dropped;
    for (const int power :
         {random.in(-1000, 900), -1076, -1075, -1074, -1073, 969, 970, 971, 972}) {
      if (power == 971 && round % 4 == 0) continue;  // the upper one is infinite
      for (const std::uint64_t below :
           {std::uint64_t{0}, std::uint64_t{1}, std::uint64_t{2}, std::uint64_t{3}, whole / 2,
            whole - 3, whole - 2, whole - 1}) {
        expect_neighbours({top + below, false, false}, power - dropped);
        expect_neighbours({top + below, true, false}, power - dropped);
        expect_neighbours({top + below, true, true}, power - dropped);
      }
    }
  }
}

/// Integers of 128 bits are rounded as those of any size.
TEST(NearestQuotient, OfTheMachinesIntegers) {
  Random random(15);
  const auto machine = [](const BigInt& size) {
    return (static_cast<Int128>(static_cast<std::uint64_t>(size >> 64)) << 64) |
           static_cast<Int128>(static_cast<std::uint64_t>(size & ~std::uint64_t{0}));
  };
  for (int round = 0; round < 4000; ++round) {
    const BigInt over = bits_of(random, random.in(1, 64));
    const BigInt wide_over = bits_of(random, random.in(1, 127));
    BigInt size = bits_of(random, random.in(1, 127));
    if (round % 3 == 0 && bit_length(over) < 60) size = over * bits_of(random, random.in(52, 56));
    const int exponent = round % 4 == 0 ? random.in(-1210, -1060) : random.in(-1000, 850);
    const double expected = nearest_quotient(size, over, exponent);
    const auto divisor = static_cast<std::uint64_t>(over);
    EXPECT_EQ(nearest_quotient(machine(size), divisor, exponent), expected)
        << size << " / " << over;
    EXPECT_EQ(nearest_quotient(Int128(-machine(size)), divisor, exponent), -expected);
    const Enclosed both = enclose_quotient(size, wide_over, exponent);
    const Enclosed found = enclose_quotient(machine(size), machine(wide_over), exponent);
    EXPECT_EQ(found.lower, both.lower) << size << " / " << wide_over;
    EXPECT_EQ(found.upper, both.upper) << size << " / " << wide_over;
  }
  EXPECT_EQ(std::bit_cast<std::uint64_t>(nearest_quotient(Wide<4>(0), Wide<4>(3), 5)), 0u);
  EXPECT_FALSE(std::signbit(nearest_quotient(Int128(0), 3, 5)));
  EXPECT_EQ(nearest_quotient(Int128(0), 3, 5), 0);
  // Three quarters of the least double, and half of it: a tie, whose even side is 0.
  EXPECT_EQ(nearest_quotient(Int128(3), 4, -1074), 0x1p-1074);
  EXPECT_EQ(nearest_quotient(Int128(-3), 4, -1074), -0x1p-1074);
  EXPECT_EQ(nearest_quotient(Int128(1), 2, -1074), 0);
  EXPECT_EQ(nearest_quotient(Int128(1), 1, 1023), 0x1p1023);
  EXPECT_EQ(nearest_quotient(Int128(1), 1, 1024), kInfinity);
  EXPECT_EQ(nearest_quotient(Int128(2), 1, 1023), kInfinity);
  EXPECT_EQ(nearest_quotient(Int128((Int128(1) << 53) - 1), 1, 971), kGreatest);
}

TEST(EncloseQuotient, IsInUnitsOfOneUnlessTold) {
  const Enclosed half = enclose_quotient(BigInt(1), BigInt(2));
  EXPECT_EQ(half.lower, 0.5);
  EXPECT_EQ(half.upper, 0.5);
}

TEST(StackInteger, KeepsEveryInt128) {
  Random random(16);
  for (int round = 0; round < 500; ++round) {
    const Int128 high = static_cast<std::int64_t>(random.bits() >> random.in(0, 63)) - (round % 2);
    const std::uint64_t low = random.bits() >> random.in(0, 63);
    const Int128 value = high * (Int128(1) << 62) * 4 + static_cast<Int128>(low);
    const StackInt found = to_stack(value);
    EXPECT_EQ(found,
              StackInt(static_cast<std::int64_t>(high)) * (StackInt(1) << 64) + StackInt(low));
  }
}

}  // namespace
}  // namespace sunder::detail
