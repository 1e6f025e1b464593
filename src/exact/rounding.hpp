// SPDX-License-Identifier: Apache-2.0
//
// Converts exact integers to doubles, by bits alone.
#pragma once

#include <cmath>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "exact/integer.hpp"

namespace sunder::detail {

/// Divides the vector by a power of two so that its largest entry lies in [1/2, 1], and rounds the
/// entries. The zero vector stays zero. Writes out[i] for i < values.size().
template <class Int>
void to_unit_doubles(std::span<const Int> values, double* out) {
  int bits = 0;
  for (const Int& value : values) bits = std::max(bits, bit_length(value));
  const int shift = std::max(0, bits - 62);
  for (std::size_t i = 0; i < values.size(); ++i) {
    out[i] = std::ldexp(static_cast<double>(scaled_down(values[i], shift)), shift - bits);
  }
}

inline BigInt to_big(const Int128& value) {
  BigInt big(static_cast<std::int64_t>(value >> 64));
  big <<= 64;
  return big + BigInt(static_cast<std::uint64_t>(value));
}
template <class Int>
BigInt to_big(const Int& value) {
  return BigInt(value);
}

/// Returns magnitude * 2^exponent for magnitude >= 0, rounded down or up; the result may be a
/// subnormal, zero, the largest double or infinity. `inexact` means that the true value is a little
/// larger.
double directed(const BigInt& magnitude, int exponent, bool up, bool inexact);

/// Two neighbouring doubles, or one double twice.
struct Enclosed {
  double lower;
  double upper;
};
/// Encloses sqrt(squared) / divisor * 2^exponent between neighbouring doubles; both are equal if it
/// is a double. `upper` is infinite if it overflows. squared >= 0, divisor > 0.
Enclosed enclose_root(const BigInt& squared, const BigInt& divisor, int exponent);

/// Encloses numerator / denominator * 2^exponent between neighbouring doubles; both are equal if it
/// is a double. `upper` is infinite if it overflows. numerator >= 0, denominator > 0.
Enclosed enclose_quotient(const BigInt& numerator, const BigInt& denominator, int exponent = 0);

/// Returns numerator / denominator * 2^exponent, rounded towards zero; for points and weights, not
/// for proofs. The denominator is positive. A zero numerator gives +0.
double quotient(const BigInt& numerator, const BigInt& denominator, int exponent);

}  // namespace sunder::detail
