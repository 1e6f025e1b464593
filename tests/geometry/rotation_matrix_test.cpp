// SPDX-License-Identifier: Apache-2.0
//
// Tests the matrix of a quaternion, bit by bit, against the same quotients by plain division of 128 bits.
#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <gtest/gtest.h>
#include <random>

#include "exact/int128.hpp"
#include "geometry/double_bits.hpp"
#include "geometry/quaternion.hpp"

namespace sunder::detail {
namespace {

using Wxyz = std::array<double, 4>;

int bits_of(UInt128 value) {
  const auto high = static_cast<std::uint64_t>(value >> 64);
  return high != 0 ? 64 + bit_length(high) : bit_length(static_cast<std::uint64_t>(value));
}

/// |numerator| * 2^62 / N, both cut to 63 bits of N, rounded down and then half up to 53 bits.
double entry(Int128 numerator, UInt128 norm) {
  const int shift = bits_of(norm) - 63;
  const bool negative = numerator < 0;
  const UInt128 size = static_cast<UInt128>(negative ? -numerator : numerator) >> shift;
  auto quotient = static_cast<std::uint64_t>((size << 62) / (norm >> shift));
  const int excess = std::max(0, bit_length(quotient) - 53);
  if (excess > 0) quotient += std::uint64_t{1} << (excess - 1);
  const double value = std::ldexp(static_cast<double>(quotient >> excess), excess - 62);
  return negative && value != 0 ? -value : value;
}

std::array<double, 9> plain_matrix(const Wxyz& wxyz) {
  int top = -2000;
  for (const double x : wxyz)
    if (x != 0) top = std::max(top, exponent_above(x));
  std::array<Int128, 4> q{};
  for (std::size_t i = 0; i < 4; ++i)
    q[i] = static_cast<std::int64_t>(std::trunc(std::ldexp(wxyz[i], 62 - top)));
  const auto& [w, x, y, z] = q;
  const auto norm = static_cast<UInt128>(w * w + x * x + y * y + z * z);
  const std::array<Int128, 9> numerators{
      w * w + x * x - y * y - z * z, 2 * (x * y - w * z),           2 * (x * z + w * y),
      2 * (x * y + w * z),           w * w - x * x + y * y - z * z, 2 * (y * z - w * x),
      2 * (x * z - w * y),           2 * (y * z + w * x),           w * w - x * x - y * y + z * z};
  std::array<double, 9> matrix{};
  for (std::size_t i = 0; i < 9; ++i) matrix[i] = entry(numerators[i], norm);
  return matrix;
}

void expect_plain(const Wxyz& wxyz) {
  if (wxyz == Wxyz{}) return;
  const std::array<double, 9> found = rotation_matrix(wxyz), plain = plain_matrix(wxyz);
  for (std::size_t i = 0; i < 9; ++i) {
    EXPECT_EQ(std::bit_cast<std::uint64_t>(found[i]), std::bit_cast<std::uint64_t>(plain[i]))
        << "entry " << i << " of " << wxyz[0] << " " << wxyz[1] << " " << wxyz[2] << " " << wxyz[3];
  }
}

TEST(RotationMatrix, IsThatOfPlainDivision) {
  std::mt19937_64 random(26);
  std::normal_distribution<double> normal;
  for (int i = 0; i < 100000; ++i) {
    Wxyz q{};
    for (double& x : q) x = normal(random);
    expect_plain(q);
    // Entries that lose their last bits, or all of them.
    for (double& x : q) x = std::ldexp(x, static_cast<int>(random() % 80) - 40);
    expect_plain(q);
    for (double& x : q) x = static_cast<float>(normal(random));
    expect_plain(q);
  }
}

TEST(RotationMatrix, WhereQuotientsAreOrAreNearlyWhole) {
  // N at both ends of its range, equal entries, neighbours of powers of two.
  const std::array<double, 9> entries{
      0, 1, -1, 0.5, 2, std::nextafter(1, 0), std::nextafter(1, 2), 3, -0.75};
  for (const double w : entries)
    for (const double x : entries)
      for (const double y : entries)
        for (const double z : entries) {
          expect_plain({w, x, y, z});
          expect_plain({std::ldexp(w, -1073), std::ldexp(x, -1073), std::ldexp(y, -1073),
                        std::ldexp(z, -1073)});
          expect_plain(
              {std::ldexp(w, 1021), std::ldexp(x, 1021), std::ldexp(y, 1021), std::ldexp(z, 1021)});
        }
}

}  // namespace
}  // namespace sunder::detail
