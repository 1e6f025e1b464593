// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "exact/integer.hpp"

namespace sunder::detail {
namespace {

/// -(2^64 k + 1): Boost 1.74 loses its sign in a right shift.
template <class Int>
void expect_signs_kept() {
  for (int bits = 64; bits < 400; bits += 32) {
    for (const int low : {0, 1, 2}) {
      Int value(3);
      value <<= bits;
      value += low;
      const int shift = bit_length(value) - 60;
      const std::int64_t up = scaled_down<Int>(value, shift);
      const std::int64_t down = scaled_down<Int>(Int(-value), shift);
      EXPECT_EQ(up, std::int64_t{3} << 58) << bits << " bits + " << low;
      EXPECT_LE(std::abs(up + down), 1) << bits << " bits + " << low;
    }
  }
}

TEST(ScaledDown, KeepsTheSignOfEveryWidth) {
  expect_signs_kept<BigInt>();
  expect_signs_kept<FixedInt<512>>();
  expect_signs_kept<FixedInt<1024>>();
}

}  // namespace
}  // namespace sunder::detail
