// SPDX-License-Identifier: Apache-2.0
//
// Defines the integers behind every exact sign, and the conversion of doubles to them. Everything
// here works on bits, never on floating-point operations. The host's rounding mode and
// flush-to-zero therefore do not matter.
#pragma once

#include <bit>
#include <boost/multiprecision/cpp_int.hpp>
#include <cstdint>

#include "exact/dyadic.hpp"
#include "exact/int128.hpp"

namespace sunder::detail {

/// Integers of any size, for inputs that no fixed width holds.
using BigInt = boost::multiprecision::number<boost::multiprecision::cpp_int_backend<>,
                                             boost::multiprecision::et_off>;

/// Integers of a fixed number of bits plus sign, on the stack. Overflow is silent: the caller has
/// proven that no result exceeds the width.
template <unsigned Bits>
using FixedInt = boost::multiprecision::number<
    boost::multiprecision::cpp_int_backend<Bits, Bits, boost::multiprecision::signed_magnitude,
                                           boost::multiprecision::unchecked, void>,
    boost::multiprecision::et_off>;

/// Returns number of bits of |value|; 0 for 0. For integers of unlimited width it may run out of
/// memory.
template <class Int>
int bit_length(const Int& value) {
  if (value == 0) return 0;
  return static_cast<int>(boost::multiprecision::msb(boost::multiprecision::abs(value))) + 1;
}
inline int bit_length(const Int128& value) noexcept {
  const UInt128 magnitude = value < 0 ? -static_cast<UInt128>(value) : static_cast<UInt128>(value);
  const auto high = static_cast<std::uint64_t>(magnitude >> 64);
  if (high != 0) return 64 + static_cast<int>(std::bit_width(high));
  return static_cast<int>(std::bit_width(static_cast<std::uint64_t>(magnitude)));
}

/// Returns value / 2^shift, within one unit; the caller chose `shift` so that the result fits 62
/// bits.
template <class Int>
std::int64_t scaled_down(const Int& value, int shift) {
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
