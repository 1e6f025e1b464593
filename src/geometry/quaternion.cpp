// SPDX-License-Identifier: Apache-2.0
//
// Idea: An entry of R is a quotient of integers of 126 bits. The nine have one denominator, whose reciprocal is computed once.
// Source: Moller and Granlund, "Improved division by invariant integers" (2011), algorithms 2 and 4: exact floors.
// Bound: An entry is off by less than 2^-53; the proof is below.
// Cost: 800 instructions, without a division of 128 bits, which is a loop in WebAssembly, and without a branch on the signs.
// Gives up: Nothing.
//
// Let q be scaled so that its largest entry is in [1/2, 1). Let Q_i = q_i * 2^62 truncated to an
// integer: |Q_i| < 2^62, and each is off by less than 1, so that q_i is off by d_i < 2^-62. (The
// largest entry has 53 bits and is exact.) The numerators and N = sum Q_i^2 are computed exactly
// from the Q_i, below 2^126 in size. For unit quaternions an entry of R changes by at most 4 |dq|
// to first order. Here |dq| / |q| <= sqrt(3) 2^-62 / (1/2) < 2^-60, and truncation costs less than
// 2^-57.
//
// N and the numerator are then shifted right by the same s >= 0, so that N' = N >> s is in [2^62,
// 2^63). Since N >= 2^122, s >= 60, and nothing is lost to the left. Both lose less than 1: with
// |R| <= 1 the quotient is off by less than 2 / 2^62. The integer quotient (numerator' * 2^62) / N'
// is off by less than 1 more, that is 2^-62 of R. Last, the 63-bit quotient is rounded to the nearest
// of 53 bits: 2^-54 at most. In all less than 2^-57 + 2^-61 + 2^-62 + 2^-54 < 2^-53.
//
// A numerator equal to +-N gives exactly +-1, and a numerator 0 exactly 0.
#include "geometry/quaternion.hpp"

#include <algorithm>

#include "exact/int128.hpp"
#include "geometry/double_bits.hpp"

namespace sunder::detail {
namespace {

constexpr std::uint64_t kSignBit = std::uint64_t{1} << 63;
constexpr std::uint64_t kLeadingBit = std::uint64_t{1} << 52;

int bit_length_128(UInt128 value) noexcept {
  const auto high = static_cast<std::uint64_t>(value >> 64);
  return high != 0 ? 64 + bit_length(high) : bit_length(static_cast<std::uint64_t>(value));
}

/// Returns exponent_above() of the largest entry.
int exponent_above_largest(const std::array<double, 4>& wxyz) noexcept {
  std::uint64_t largest = 0;
  for (const double x : wxyz)
    largest = std::max(largest, std::bit_cast<std::uint64_t>(x) & ~kSignBit);
  return exponent_above(std::bit_cast<double>(largest));
}

/// Returns value * 2^power truncated to an integer; the product is below 2^62.
std::int64_t fixed_point(double value, int power) noexcept {
  const auto bits = std::bit_cast<std::uint64_t>(value);
  const auto field = static_cast<int>((bits >> 52) & 0x7ff);
  const std::uint64_t mantissa = (bits & (kLeadingBit - 1)) | (field != 0 ? kLeadingBit : 0);
  const int shift = std::max(field, 1) - 1075 + power;
  const auto size = static_cast<std::int64_t>(shift >= 0 ? mantissa << std::min(shift, 63)
                                                         : mantissa >> std::min(-shift, 63));
  return (bits & kSignBit) != 0 ? -size : size;
}

/// Returns value >> shift for 0 < shift < 64; the result is below 2^64.
std::uint64_t shifted(UInt128 value, int shift) noexcept {
  return static_cast<std::uint64_t>(value >> 64) << (64 - shift) |
         static_cast<std::uint64_t>(value) >> shift;
}

std::uint64_t high_half(UInt128 value) noexcept { return static_cast<std::uint64_t>(value >> 64); }

/// Divides by N', which is in [2^62, 2^63).
class Denominator {
 public:
  explicit Denominator(std::uint64_t value) noexcept
      : doubled_(value << 1), reciprocal_(reciprocal_of_doubled(value)) {}

  /// Returns (size * 2^62) / N', rounded down, for size <= N'.
  std::uint64_t quotient(std::uint64_t size) const noexcept {
    // It is that of size * 2^63 and 2N', whose highest bit is 1. No branch: each way is as frequent
    // as the other.
    const std::uint64_t high = size >> 1, low = size << 63;
    const UInt128 guess =
        wide_product(reciprocal_, high) + (static_cast<UInt128>(high) << 64 | low);
    std::uint64_t result = high_half(guess) + 1;
    std::uint64_t rest = low - result * doubled_;
    const std::uint64_t back = rest > static_cast<std::uint64_t>(guess) ? ~std::uint64_t{0} : 0;
    result += back;
    rest += back & doubled_;
    return result + (rest >= doubled_ ? 1 : 0);
  }

 private:
  /// Returns the low half of (2^128 - 1) / d for d = 2 * value, rounded down. The high half is 1.
  static std::uint64_t reciprocal_of_doubled(std::uint64_t value) noexcept {
    // The source's algorithm 2 for an even d: 11, 21, 34, 65 and 64 right bits.
    const std::uint64_t d = value << 1;
    const std::uint64_t d40 = (d >> 24) + 1;
    const std::uint64_t v0 =
        std::uint32_t{(1U << 19) - 3 * (1U << 8)} / static_cast<std::uint32_t>(d >> 55);
    const std::uint64_t v1 = (v0 << 11) - (v0 * v0 * d40 >> 40) - 1;
    const std::uint64_t v2 = (v1 << 13) + (v1 * ((std::uint64_t{1} << 60) - v1 * d40) >> 47);
    const std::uint64_t v3 = (v2 << 31) + (high_half(wide_product(v2, 0 - v2 * value)) >> 1);
    return v3 - high_half(wide_product(v3, d) + d) - d;
  }

  std::uint64_t doubled_;
  std::uint64_t reciprocal_;
};

double quotient(Int128 numerator, const Denominator& denominator, int shift) noexcept {
  const bool negative = numerator < 0;
  const std::uint64_t bits =
      denominator.quotient(shifted(static_cast<UInt128>(negative ? -numerator : numerator), shift));
  const int excess = std::max(0, bit_length(bits) - 53);
  const auto nearest =
      static_cast<std::int64_t>((bits + (std::uint64_t{1} << excess >> 1)) >> excess);
  // 2^53 at most, and a power of two: both conversions are exact.
  const double scale = std::bit_cast<double>(static_cast<std::uint64_t>(1023 - 62 + excess) << 52);
  return static_cast<double>(negative ? -nearest : nearest) * scale;
}

}  // namespace

std::array<double, 4> scaled_quaternion(const std::array<double, 4>& wxyz) noexcept {
  int power = -exponent_above_largest(wxyz);
  for (const double x : wxyz) {
    const Dyadic dyadic = decode(x);
    if (dyadic.mantissa != 0) power = std::max(power, -1074 - dyadic.exponent);
  }
  std::array<double, 4> scaled{};
  for (std::size_t i = 0; i < 4; ++i) scaled[i] = times_power_of_two(wxyz[i], power);
  return scaled;
}

std::array<double, 9> rotation_matrix(const std::array<double, 4>& wxyz) noexcept {
  const int power = 62 - exponent_above_largest(wxyz);
  const std::int64_t w = fixed_point(wxyz[0], power);
  const std::int64_t x = fixed_point(wxyz[1], power);
  const std::int64_t y = fixed_point(wxyz[2], power);
  const std::int64_t z = fixed_point(wxyz[3], power);
  const Int128 ww = wide_product(w, w), xx = wide_product(x, x);
  const Int128 yy = wide_product(y, y), zz = wide_product(z, z);
  const Int128 xy = wide_product(x, y), xz = wide_product(x, z), yz = wide_product(y, z);
  const Int128 wx = wide_product(w, x), wy = wide_product(w, y), wz = wide_product(w, z);
  const Int128 norm = ww + xx + yy + zz;
  const std::array<Int128, 9> numerators{ww + xx - yy - zz, 2 * (xy - wz),     2 * (xz + wy),  //
                                         2 * (xy + wz),     ww - xx + yy - zz, 2 * (yz - wx),  //
                                         2 * (xz - wy),     2 * (yz + wx),     ww - xx - yy + zz};
  const int shift = bit_length_128(static_cast<UInt128>(norm)) - 63;  // 60 to 63
  const Denominator denominator(shifted(static_cast<UInt128>(norm), shift));
  std::array<double, 9> matrix{};
  for (std::size_t i = 0; i < 9; ++i) matrix[i] = quotient(numerators[i], denominator, shift);
  return matrix;
}

}  // namespace sunder::detail
