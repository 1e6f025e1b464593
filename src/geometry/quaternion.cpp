// SPDX-License-Identifier: Apache-2.0
//
// Idea: An entry of R is a quotient of integers of 126 bits. The nine have one denominator, whose reciprocal is computed once.
// Source: Moller and Granlund, "Improved division by invariant integers" (2011): its quotients are exact floors.
// Bound: An entry is off by less than 2^-53; the proof is below.
// Cost: 1,200 instructions. Where a division of 128 bits is a loop, as in WebAssembly, the reciprocal saves eight of them.
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
#include <limits>

#include "exact/int128.hpp"
#include "geometry/double_bits.hpp"

namespace sunder::detail {
namespace {

int bit_length_128(Int128 value) noexcept {
  const auto high = static_cast<std::uint64_t>(static_cast<UInt128>(value) >> 64);
  return high != 0 ? 64 + bit_length(high) : bit_length(static_cast<std::uint64_t>(value));
}

int exponent_above_largest(const std::array<double, 4>& wxyz) noexcept {
  int top = std::numeric_limits<int>::min();
  for (const double x : wxyz) {
    if (!is_zero_bits(x)) top = std::max(top, exponent_above(x));
  }
  return top;
}

/// Returns value * 2^power truncated to an integer; the product is below 2^62.
std::int64_t fixed_point(double value, int power) noexcept {
  const Dyadic dyadic = decode(value);
  const int shift = dyadic.exponent + power;
  if (dyadic.mantissa == 0 || shift <= -64) return 0;
  if (shift >= 0) return dyadic.mantissa << shift;
  const std::int64_t size = (dyadic.mantissa < 0 ? -dyadic.mantissa : dyadic.mantissa) >> -shift;
  return dyadic.mantissa < 0 ? -size : size;
}

/// Returns value >> shift for 0 < shift < 64; the result is below 2^64.
std::uint64_t shifted(UInt128 value, int shift) noexcept {
  return static_cast<std::uint64_t>(value >> 64) << (64 - shift) |
         static_cast<std::uint64_t>(value) >> shift;
}

/// Divides by N', which is in [2^62, 2^63).
class Denominator {
 public:
  explicit Denominator(std::uint64_t value) noexcept
      : doubled_(value << 1), reciprocal_(static_cast<std::uint64_t>(~UInt128{0} / doubled_)) {}

  /// Returns (size * 2^62) / N', rounded down, for size <= N'.
  std::uint64_t quotient(std::uint64_t size) const noexcept {
    // It is that of size * 2^63 and 2N', whose highest bit is 1.
    const std::uint64_t high = size >> 1, low = size << 63;
    const UInt128 guess =
        static_cast<UInt128>(reciprocal_) * high + (static_cast<UInt128>(high) << 64 | low);
    std::uint64_t result = static_cast<std::uint64_t>(guess >> 64) + 1;
    std::uint64_t rest = low - result * doubled_;
    if (rest > static_cast<std::uint64_t>(guess)) {
      --result;
      rest += doubled_;
    }
    return rest >= doubled_ ? result + 1 : result;
  }

 private:
  std::uint64_t doubled_;
  std::uint64_t reciprocal_;  ///< the low half of (2^128 - 1) / 2N'; the high half is 1
};

double quotient(Int128 numerator, const Denominator& denominator, int shift) noexcept {
  const bool negative = numerator < 0;
  std::uint64_t bits =
      denominator.quotient(shifted(static_cast<UInt128>(negative ? -numerator : numerator), shift));
  const int half = bit_length(bits) - 54;
  if (half >= 0) bits += std::uint64_t{1} << half;
  const int excess = std::max(0, bit_length(bits) - 53);
  bits >>= excess;
  return compose(bits, excess - 62, negative && bits != 0);
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
  const Int128 w = fixed_point(wxyz[0], power);
  const Int128 x = fixed_point(wxyz[1], power);
  const Int128 y = fixed_point(wxyz[2], power);
  const Int128 z = fixed_point(wxyz[3], power);
  const Int128 norm = w * w + x * x + y * y + z * z;
  const std::array<Int128, 9> numerators{
      w * w + x * x - y * y - z * z, 2 * (x * y - w * z),           2 * (x * z + w * y),
      2 * (x * y + w * z),           w * w - x * x + y * y - z * z, 2 * (y * z - w * x),
      2 * (x * z - w * y),           2 * (y * z + w * x),           w * w - x * x - y * y + z * z};
  const int shift = bit_length_128(norm) - 63;  // 60 to 63
  const Denominator denominator(shifted(static_cast<UInt128>(norm), shift));
  std::array<double, 9> matrix{};
  for (std::size_t i = 0; i < 9; ++i) matrix[i] = quotient(numerators[i], denominator, shift);
  return matrix;
}

}  // namespace sunder::detail
