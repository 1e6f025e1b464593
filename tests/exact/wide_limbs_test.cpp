// SPDX-License-Identifier: Apache-2.0
//
// Carries of integers of fixed width. All pairs of numbers whose limbs are extremes are tested:
// each limb does and does not carry into, or borrow from, each other. The oracle is integers of any
// size modulo 2^(64 Limbs). A limb depends on the others by its carry alone.
#include <gtest/gtest.h>

#include "exact/wide.hpp"

namespace sunder::detail {
namespace {

using Limb = std::uint64_t;

/// v modulo 2^(64 Limbs), between -2^(64 Limbs - 1) and 2^(64 Limbs - 1).
template <std::size_t Limbs>
BigInt wrapped(const BigInt& v) {
  const BigInt modulus = BigInt(1) << (64 * Limbs);
  BigInt rest = v % modulus;
  if (rest < 0) rest += modulus;
  return 2 * rest >= modulus ? BigInt(rest - modulus) : rest;
}

template <std::size_t Limbs>
struct Twin {
  Wide<Limbs> wide;
  BigInt big;
};

/// All numbers whose limbs are among these.
template <std::size_t Limbs>
std::vector<Twin<Limbs>> numbers_of(const std::vector<Limb>& extremes) {
  std::vector<Twin<Limbs>> numbers;
  std::size_t count = 1;
  for (std::size_t i = 0; i < Limbs; ++i) count *= extremes.size();
  for (std::size_t code = 0; code < count; ++code) {
    Wide<Limbs> wide(0);
    BigInt big = 0;
    std::size_t rest = code;
    for (std::size_t i = 0; i < Limbs; ++i, rest /= extremes.size()) {
      const Limb limb = extremes[rest % extremes.size()];
      // Halves of a limb are positive as 64-bit integers.
      Wide<Limbs> part(static_cast<std::int64_t>(limb >> 32));
      part <<= 32;
      part += Wide<Limbs>(static_cast<std::int64_t>(limb & 0xffffffffU));
      wide = (wide << 64) + part;
      big = (big << 64) + limb;
    }
    numbers.push_back({wide, wrapped<Limbs>(big)});
  }
  return numbers;
}

template <std::size_t Limbs>
void expect_all(const std::vector<Limb>& extremes) {
  const auto numbers = numbers_of<Limbs>(extremes);
  for (const auto& p : numbers) {
    // -2^(64 Limbs - 1) is outside the range of Wide: to_big() would compute its size.
    const BigInt least = -(BigInt(1) << (64 * Limbs - 1));
    const auto same = [&](const Wide<Limbs>& wide, const BigInt& big) {
      const BigInt expected = wrapped<Limbs>(big);
      return expected == least ? wide.negative() : to_big(wide) == expected;
    };
    ASSERT_TRUE(same(p.wide, p.big));
    ASSERT_TRUE(same(-p.wide, -p.big));
    ASSERT_EQ(sign_of(p.wide), p.big.sign());
    if (p.big != least) {
      ASSERT_EQ(bit_length(p.wide), bit_length(p.big));
    }
    for (const auto& q : numbers) {
      ASSERT_TRUE(same(p.wide + q.wide, p.big + q.big));
      ASSERT_TRUE(same(p.wide - q.wide, p.big - q.big));
      ASSERT_TRUE(same(p.wide * q.wide, p.big * q.big));
      ASSERT_EQ(p.wide == q.wide, p.big == q.big);
      ASSERT_EQ(p.wide < q.wide, p.big < q.big);
    }
  }
}

template <std::size_t Limbs>
void expect_shifts(const std::vector<Limb>& extremes) {
  for (const auto& p : numbers_of<Limbs>(extremes)) {
    if (p.big == -(BigInt(1) << (64 * Limbs - 1))) continue;
    for (int bits = 0; bits < static_cast<int>(64 * Limbs); ++bits) {
      const BigInt unit = BigInt(1) << bits;
      BigInt down = p.big / unit;
      if (p.big < 0 && down * unit != p.big) down -= 1;
      ASSERT_EQ(to_big(p.wide >> bits), down) << bits;
      const BigInt up = wrapped<Limbs>(BigInt(p.big * unit));
      if (up != -(BigInt(1) << (64 * Limbs - 1))) {
        ASSERT_EQ(to_big(p.wide << bits), up) << bits;
      }
    }
  }
}

constexpr Limb kHigh = Limb{1} << 63;

TEST(WideLimbs, EveryPairOfTwoExtremeLimbs) {
  expect_all<2>(
      {0, 1, 2, 0xffffffff, 0x100000000, kHigh - 1, kHigh, kHigh + 1, ~Limb{1}, ~Limb{0}});
}
TEST(WideLimbs, EveryPairOfFourExtremeLimbs) { expect_all<4>({0, kHigh, ~Limb{0}}); }
TEST(WideLimbs, EveryPairOfSixLimbsOfZerosOrOnes) { expect_all<6>({0, ~Limb{0}}); }
TEST(WideLimbs, EveryShift) {
  expect_shifts<2>({0, 1, kHigh - 1, kHigh, ~Limb{0}});
  expect_shifts<4>({0, 1, ~Limb{0}});
}

// The first guess is right in five bits for each of the 16 odd numbers modulo 32. Newton's step
// doubles the number of right bits. All odd numbers of 16 bits are tested, and their complements.
TEST(WideLimbs, InversesOfEveryOddNumberOfSixteenBits) {
  for (Limb odd = 1; odd < 0x10000; odd += 2) {
    ASSERT_EQ(odd * inverse_of_odd(odd), 1U);
    ASSERT_EQ((~odd | 1) * inverse_of_odd(~odd | 1), 1U);
  }
}

}  // namespace
}  // namespace sunder::detail
