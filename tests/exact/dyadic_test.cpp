// SPDX-License-Identifier: Apache-2.0
//
// Signs of doubles, read from their bits, in every mode of the host.
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

}  // namespace
}  // namespace sunder::detail
