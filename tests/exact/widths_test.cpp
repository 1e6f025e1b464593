// SPDX-License-Identifier: Apache-2.0
//
// Tests the choice of an integer's width, and vectors of integers of any size.
#include <array>
#include <gtest/gtest.h>
#include <type_traits>
#include <vector>

#include "exact/at_width.hpp"
#include "exact/big_vector.hpp"
#include "suite/random.hpp"

namespace sunder::detail {
namespace {

/// How many bits the chosen type has beside its sign; 0 for any number.
int width_at(int bits) {
  return at_width(bits, [](auto zero) {
    using Int = decltype(zero);
    EXPECT_EQ(zero, Int(0));
    if (std::is_same_v<Int, Int128>) return 127;
    if (std::is_same_v<Int, FixedInt<512>>) return 512;
    if (std::is_same_v<Int, FixedInt<1024>>) return 1024;
    return std::is_same_v<Int, BigInt> ? 0 : -1;
  });
}

TEST(AtWidth, IsTheNarrowestThatHoldsTheBits) {
  for (int bits = 1; bits < 1200; ++bits)
    EXPECT_EQ(width_at(bits), bits <= 127 ? 127 : (bits <= 512 ? 512 : (bits <= 1024 ? 1024 : 0)));
}

Big3 vector_of(const std::array<int, 3>& at) { return {at[0], at[1], at[2]}; }

TEST(BigVector, AddsAndMultipliesEachEntry) {
  const BigInt far = BigInt(1) << 200;
  const Big3 p{far, 3, -5}, q{7, -11, far};
  EXPECT_EQ(big_sum(p, q), (Big3{far + 7, -8, far - 5}));
  EXPECT_EQ(big_difference(p, q), (Big3{far - 7, 14, -5 - far}));
  EXPECT_EQ(big_multiple(p, -4), (Big3{-4 * far, -12, 20}));
}

TEST(BigVector, TheLongestEntryMayBeAny) {
  for (std::size_t k = 0; k < 3; ++k) {
    for (const int sign : {-1, 1}) {
      Big3 v{5, 5, 5};
      v[k] = sign * ((BigInt(1) << 90) + 1);
      EXPECT_EQ(longest_entry(v), 91);
    }
  }
  EXPECT_EQ(longest_entry(Big3{}), 0);
}

/// One vector for each line, and one for each ray: over all small ones, against a search for the shortest multiple.
TEST(BigVector, OneVectorForEachLine) {
  constexpr int kMost = 6;
  for (int x = -kMost; x <= kMost; ++x) {
    for (int y = -kMost; y <= kMost; ++y) {
      for (int z = -kMost; z <= kMost; ++z) {
        if (x == 0 && y == 0 && z == 0) continue;
        int divisor = kMost;
        while (x % divisor != 0 || y % divisor != 0 || z % divisor != 0) --divisor;
        const std::array<int, 3> ray{x / divisor, y / divisor, z / divisor};
        EXPECT_EQ(primitive_vector(vector_of({x, y, z})), vector_of(ray));
        const bool back = std::array<int, 3>{} > ray;
        EXPECT_EQ(primitive_line(vector_of({x, y, z})),
                  vector_of(back ? std::array<int, 3>{-ray[0], -ray[1], -ray[2]} : ray));
      }
    }
  }
}

TEST(BigVector, ThreeSpanUnlessTheirDeterminantIsZero) {
  suite::Random random(17);
  int spanning = 0;
  for (int round = 0; round < 2000; ++round) {
    std::vector<Big3> vectors;
    std::array<std::array<int, 3>, 5> at{};
    const int count = random.in(0, 5);
    for (int i = 0; i < count; ++i) {
      auto& v = at[static_cast<std::size_t>(i)];
      for (int& entry : v) entry = random.in(-1, 1);
      if (round % 2 == 0) v[2] = v[0] - v[1];  // in one plane
      vectors.push_back(vector_of(v));
    }
    bool expected = false;
    for (std::size_t i = 0; i < vectors.size(); ++i) {
      for (std::size_t j = 0; j < i; ++j) {
        for (std::size_t k = 0; k < j; ++k) {
          const auto &p = at[i], &q = at[j], &r = at[k];
          expected = expected || p[0] * (q[1] * r[2] - q[2] * r[1]) -
                                         p[1] * (q[0] * r[2] - q[2] * r[0]) +
                                         p[2] * (q[0] * r[1] - q[1] * r[0]) !=
                                     0;
        }
      }
    }
    EXPECT_EQ(span_space(vectors), expected);
    spanning += expected ? 1 : 0;
  }
  EXPECT_GT(spanning, 100);
}

}  // namespace
}  // namespace sunder::detail
