// SPDX-License-Identifier: Apache-2.0
//
// Tests products by halves, which WebAssembly needs, against the machine's own products of 128 bits.
#include <array>
#include <cstdint>
#include <gtest/gtest.h>
#include <random>
#include <vector>

#include "exact/int128.hpp"

namespace sunder::detail {
namespace {

TEST(WideProduct, ByHalvesIsTheMachinesOwn) {
  // Halves that carry and that do not, in every position.
  std::vector<std::uint64_t> numbers;
  const std::array<std::uint64_t, 6> halves{0, 1, 2, 0x7fffffff, 0x80000000, 0xffffffff};
  for (const std::uint64_t high : halves)
    for (const std::uint64_t low : halves) numbers.push_back(high << 32 | low);
  std::mt19937_64 random(26);
  for (int i = 0; i < 1000; ++i) numbers.push_back(random() >> (random() % 64));
  for (const std::uint64_t p : numbers) {
    for (const std::uint64_t q : numbers) {
      EXPECT_TRUE(product_of_halves(p, q) == static_cast<UInt128>(p) * q) << p << " " << q;
      EXPECT_TRUE(wide_product(p, q) == static_cast<UInt128>(p) * q) << p << " " << q;
      const auto r = static_cast<std::int64_t>(p), s = static_cast<std::int64_t>(q);
      EXPECT_TRUE(wide_product(r, s) == static_cast<Int128>(r) * s) << r << " " << s;
    }
  }
}

}  // namespace
}  // namespace sunder::detail
