// SPDX-License-Identifier: Apache-2.0
//
// Tests signs of doubles, read from their bits, in every mode of the host.
#include "exact/dyadic.hpp"

#include <array>
#include <bit>
#include <cstdint>
#include <gtest/gtest.h>
#include <limits>

#include "geometry/float_environment.hpp"

namespace sunder::detail {
namespace {

std::uint64_t opposite_bits(double value) { return std::bit_cast<std::uint64_t>(opposite(value)); }

TEST(Dyadic, TheOppositeOfEitherZeroIsZeroAndNothingElseIsFlushed) {
  constexpr double kLeast = std::numeric_limits<double>::denorm_min();
  for (const test::FloatMode& mode : test::float_modes()) {
    const auto bits = test::in_mode(mode, [] {
      return std::array{opposite_bits(0.0), opposite_bits(-0.0), opposite_bits(kLeast),
                        opposite_bits(-kLeast), opposite_bits(2.5)};
    });
    EXPECT_EQ(bits[0], 0u) << mode.name;
    EXPECT_EQ(bits[1], 0u) << mode.name;
    EXPECT_EQ(bits[2], std::bit_cast<std::uint64_t>(-kLeast)) << mode.name;
    EXPECT_EQ(bits[3], std::bit_cast<std::uint64_t>(kLeast)) << mode.name;
    EXPECT_EQ(bits[4], std::bit_cast<std::uint64_t>(-2.5)) << mode.name;
  }
}

TEST(Dyadic, ALengthIsFiniteAndNotNegative) {
  constexpr double kLeast = std::numeric_limits<double>::denorm_min();
  constexpr double kMost = std::numeric_limits<double>::max();
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
  for (const test::FloatMode& mode : test::float_modes()) {
    const auto lengths = test::in_mode(mode, [] {
      int count = 0;
      for (const double length : {0.0, -0.0, kLeast, 0.5, 1.0, 2.0, 3.0, kMost})
        count += is_length(length) ? 1 : 0;
      return count;
    });
    EXPECT_EQ(lengths, 8) << mode.name;
    const auto others = test::in_mode(mode, [] {
      int count = 0;
      for (const double other :
           {-kLeast, -0.5, -1.0, -2.0, -3.0, -kMost, kInfinity, -kInfinity, kNan, -kNan})
        count += is_length(other) ? 1 : 0;
      return count;
    });
    EXPECT_EQ(others, 0) << mode.name;
  }
}

}  // namespace
}  // namespace sunder::detail
