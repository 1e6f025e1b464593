// SPDX-License-Identifier: Apache-2.0
//
// The integers behind every exact sign, and the way from a double to them. Everything here works on
// bits, never on floating-point operations, so the host's rounding mode and flush-to-zero are no
// matter.
#pragma once

#include <bit>
#include <boost/multiprecision/cpp_int.hpp>
#include <cstdint>

namespace sunder::detail {

/// Integers of any size; the last resort when a fixed width does not hold.
using BigInt = boost::multiprecision::number<boost::multiprecision::cpp_int_backend<>,
                                             boost::multiprecision::et_off>;

/// Integers of a fixed number of bits plus sign, on the stack. Overflow is silent: whoever uses one
/// has proven beforehand that nothing exceeds it.
template <unsigned Bits>
using FixedInt = boost::multiprecision::number<
    boost::multiprecision::cpp_int_backend<Bits, Bits, boost::multiprecision::signed_magnitude,
                                           boost::multiprecision::unchecked, void>,
    boost::multiprecision::et_off>;

/// value = mantissa * 2^exponent, exactly; the mantissa is odd, or 0 with exponent 0.
struct Dyadic {
  std::int64_t mantissa = 0;
  int exponent = 0;
};

/// The exact value of a finite double. Subnormals are decoded even where the host flushes them.
inline Dyadic decode(double value) noexcept {
  const auto bits = std::bit_cast<std::uint64_t>(value);
  const auto field = static_cast<int>((bits >> 52) & 0x7ff);
  auto magnitude = static_cast<std::int64_t>(bits & ((std::uint64_t{1} << 52) - 1));
  if (field != 0) magnitude |= std::int64_t{1} << 52;
  if (magnitude == 0) return {};
  const int zeros = std::countr_zero(static_cast<std::uint64_t>(magnitude));
  magnitude >>= zeros;
  const int exponent = (field == 0 ? 1 : field) - 1075 + zeros;
  return {(bits >> 63) != 0 ? -magnitude : magnitude, exponent};
}

/// True for +0 and -0 only, whatever the host does to subnormals.
inline bool is_zero_bits(double value) noexcept {
  return (std::bit_cast<std::uint64_t>(value) << 1) == 0;
}

/// Finite, tested on the bits: holds under -ffinite-math-only hosts too.
inline bool is_finite_bits(double value) noexcept {
  return ((std::bit_cast<std::uint64_t>(value) >> 52) & 0x7ff) != 0x7ff;
}

/// Native integers of 128 bits: an order of magnitude faster than any other, enough for small
/// grids.
__extension__ using Int128 = __int128;

/// Number of bits of |value|; 0 for 0.
template <class Int>
int bit_length(const Int& value) noexcept {
  if (value == 0) return 0;
  return static_cast<int>(boost::multiprecision::msb(boost::multiprecision::abs(value))) + 1;
}
inline int bit_length(const Int128& value) noexcept {
  __extension__ using Unsigned = unsigned __int128;
  const Unsigned magnitude =
      value < 0 ? -static_cast<Unsigned>(value) : static_cast<Unsigned>(value);
  const auto high = static_cast<std::uint64_t>(magnitude >> 64);
  if (high != 0) return 64 + static_cast<int>(std::bit_width(high));
  return static_cast<int>(std::bit_width(static_cast<std::uint64_t>(magnitude)));
}

/// value / 2^shift, within one unit; the caller has chosen shift so that it fits 62 bits.
template <class Int>
std::int64_t scaled_down(const Int& value, int shift) noexcept {
  // Boost 1.74 loses the sign of -(2^64 k + 1) in a right shift: only magnitudes are shifted.
  if (shift <= 0) return static_cast<std::int64_t>(value);
  if (value < 0) return -static_cast<std::int64_t>(Int(Int(-value) >> shift));
  return static_cast<std::int64_t>(Int(value >> shift));
}

template <class Int>
int sign_of(const Int& value) noexcept {
  return value > 0 ? 1 : (value < 0 ? -1 : 0);
}

}  // namespace sunder::detail
