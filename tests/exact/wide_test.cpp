// SPDX-License-Identifier: Apache-2.0
//
// Tests integers of fixed width against Boost's integers of any size: every operation, at every
// width in use. Numbers have every length and both signs.
#include "exact/wide.hpp"

#include <gtest/gtest.h>

#include "exact/rounding.hpp"
#include "suite/random.hpp"

namespace sunder::detail {
namespace {

using suite::Random;

struct Twin {
  BigInt big;
  int bits;
};

/// A number of up to `bits` bits, often with runs of zeros or ones.
Twin random_big(Random& random, int bits) {
  const auto length = static_cast<int>(random.in(0, bits));
  BigInt value = 0;
  for (int i = 0; i < length; i += 32) {
    const auto kind = random.in(0, 3);
    const std::uint64_t word = kind == 0 ? 0 : (kind == 1 ? 0xffffffffu : random.bits() >> 32);
    value <<= 32;
    value += word;
  }
  value &= (BigInt(1) << length) - 1;
  if (random.in(0, 1) == 0) value = -value;
  return {value, length};
}

template <std::size_t Limbs>
Wide<Limbs> wide_of(const BigInt& value) {
  BigInt size = abs(value);
  Wide<Limbs> wide(0);
  for (int shift = 0; size != 0; shift += 32) {
    wide += Wide<Limbs>(static_cast<std::int64_t>(size & 0xffffffffu)) << shift;
    size >>= 32;
  }
  return value < 0 ? -wide : wide;
}

template <std::size_t Limbs>
void expect_arithmetic() {
  constexpr int kBits = 64 * static_cast<int>(Limbs) - 1;
  Random random(Limbs);
  for (int i = 0; i < 3000; ++i) {
    const Twin p = random_big(random, kBits - 1);
    const Twin q = random_big(random, i % 3 == 0 ? kBits - 1 : kBits - p.bits);
    const auto x = wide_of<Limbs>(p.big);
    const auto y = wide_of<Limbs>(q.big);
    ASSERT_EQ(to_big(x), p.big);
    ASSERT_EQ(to_big(x + y), p.big + q.big);
    ASSERT_EQ(to_big(x - y), p.big - q.big);
    ASSERT_EQ(to_big(-x), -p.big);
    ASSERT_EQ(x < y, p.big < q.big);
    ASSERT_EQ(x > y, p.big > q.big);
    ASSERT_EQ(x == y, p.big == q.big);
    ASSERT_EQ(x > Wide<Limbs>(0), p.big > 0);
    ASSERT_EQ(sign_of(x), p.big.sign());
    ASSERT_EQ(bit_length(x), bit_length(p.big));
    const auto shift = static_cast<int>(random.in(0, kBits - p.bits));
    ASSERT_EQ(to_big(x << shift), p.big * (BigInt(1) << shift));
    const auto down = static_cast<int>(random.in(0, kBits));
    const BigInt power = BigInt(1) << down;
    const BigInt floor =
        p.big < 0 ? BigInt(-((-p.big + power - 1) / power)) : BigInt(p.big / power);
    ASSERT_EQ(to_big(x >> down), floor);
    if (p.bits + q.bits > kBits) continue;
    ASSERT_EQ(to_big(x * y), p.big * q.big);
    if (q.big == 0) continue;
    ASSERT_EQ(to_big(ExactDivisor<Wide<Limbs>>(y).quotient(x * y)), p.big);
  }
}

TEST(Wide, CountsAsIntegersOfAnySizeDo) {
  expect_arithmetic<2>();
  expect_arithmetic<4>();
  expect_arithmetic<6>();
  expect_arithmetic<8>();
  expect_arithmetic<9>();
  expect_arithmetic<12>();
  expect_arithmetic<16>();
}

TEST(Wide, KeepsItsValueWhenWidened) {
  Random random(11);
  for (int i = 0; i < 1000; ++i) {
    const BigInt value = random_big(random, 255).big;
    ASSERT_EQ(to_big(Wide<6>(wide_of<4>(value))), value);
    ASSERT_EQ(to_big(Wide<9>(wide_of<4>(value))), value);
  }
}

/// Factors of one limb have a product of their own. These are the least, the greatest and their
/// neighbours of two limbs.
TEST(Wide, MultipliesByOneLimbAndByJustMore) {
  const BigInt limb = BigInt(1) << 63;
  Random random(12);
  for (int i = 0; i < 300; ++i) {
    const BigInt p = random_big(random, 300).big;
    for (const BigInt& q :
         {BigInt(limb - 1), limb, BigInt(limb + 1), BigInt(1 - limb), BigInt(-limb),
          BigInt(-limb - 1), BigInt(2 * limb - 1), BigInt(0), BigInt(-1)}) {
      ASSERT_EQ(to_big(wide_of<6>(p) * wide_of<6>(q)), p * q);
      ASSERT_EQ(to_big(wide_of<6>(q) * wide_of<6>(p)), p * q);
      ASSERT_EQ(to_big(wide_of<9>(p) * wide_of<9>(q)), p * q);
    }
  }
}

template <class Int>
void expect_whole_quotients() {
  Random random(7);
  for (int i = 0; i < 500; ++i) {
    const auto divisor = static_cast<std::int64_t>(random.in(1, 1 << 30)) << random.in(0, 30);
    const auto value = static_cast<std::int64_t>(random.in(-(1 << 30), 1 << 30));
    const Int product = Int(divisor) * Int(value);
    ASSERT_EQ(ExactDivisor<Int>(Int(divisor)).quotient(product), Int(value));
    ASSERT_EQ(ExactDivisor<Int>(Int(-divisor)).quotient(product), Int(-value));
  }
}

TEST(Wide, DividesWholeQuotientsInEveryWidth) {
  expect_whole_quotients<Int128>();
  expect_whole_quotients<Wide<4>>();
  expect_whole_quotients<Wide<16>>();
  expect_whole_quotients<FixedInt<512>>();
}

// Up to 63 zeros are those of the lower half; more are counted in the upper one.
TEST(Wide, DividesByPowersOfTwoInEitherHalf) {
  for (int zeros = 0; zeros <= 121; ++zeros) {
    for (const int odd : {1, 3, -3}) {
      const Int128 divisor = Int128{odd} * (Int128{1} << zeros);
      ASSERT_EQ(ExactDivisor<Int128>(divisor).quotient(divisor * 5), Int128{5}) << zeros;
      ASSERT_EQ(ExactDivisor<Int128>(divisor).quotient(divisor * -7), Int128{-7}) << zeros;
    }
  }
}

// Divisors of two limbs, with a zero lower limb too, and of one limb.
TEST(Wide, DividesByMoreThanOneLimb) {
  for (const int high : {1, 2, 3, 12, 64}) {
    for (const int low : {0, 1, 2, 3, 64}) {
      const Int128 divisor = (static_cast<Int128>(high) << 64) + low;
      const ExactDivisor<Int128> by(divisor);
      const ExactDivisor<Int128> by_negative(-divisor);
      for (const int value : {0, 1, -1, 5, -1000, 1 << 20}) {
        ASSERT_TRUE(by.quotient(divisor * value) == value) << high << " " << low << " " << value;
        ASSERT_TRUE(by_negative.quotient(divisor * value) == -value);
      }
    }
  }
  for (const int divisor : {1, 2, 3, 64}) {
    ASSERT_TRUE(ExactDivisor<Int128>(divisor).quotient(divisor * static_cast<Int128>(77)) == 77);
  }
}

TEST(Wide, IsScaledDownByEveryShift) {
  for (const int shift : {-1, 0, 1, 2, 3, 63, 64, 65, 127, 128}) {
    const int up = std::max(shift, 0);
    EXPECT_EQ(scaled_down(Wide<4>(1000) << up, shift), 1000) << shift;
    EXPECT_EQ(scaled_down(Wide<4>(-1000) << up, shift), -1000) << shift;
  }
}

TEST(Wide, IsRoundedAsOtherIntegersAre) {
  Random random(8);
  for (int i = 0; i < 500; ++i) {
    std::array<BigInt, 3> big;
    std::array<Wide<8>, 3> wide;
    for (std::size_t l = 0; l < 3; ++l) {
      big[l] = random_big(random, 500).big;
      wide[l] = wide_of<8>(big[l]);
    }
    std::array<double, 3> of_big, of_wide;
    to_unit_doubles(std::span<const BigInt>(big), of_big.data());
    to_unit_doubles(std::span<const Wide<8>>(wide), of_wide.data());
    for (std::size_t l = 0; l < 3; ++l) EXPECT_NEAR(of_big[l], of_wide[l], 0x1p-60);
  }
}

TEST(Wide, IsMadeShifted) {
  for (const std::int64_t value :
       {std::int64_t{0}, std::int64_t{1}, std::int64_t{-1}, std::int64_t{0x1fedcba9876543},
        std::int64_t{-0x10000000000001}}) {
    for (int bits = 0; bits < 320; ++bits) {
      EXPECT_EQ(Wide<6>::shifted(value, bits), Wide<6>(value) << bits);
    }
  }
}

}  // namespace
}  // namespace sunder::detail
