// SPDX-License-Identifier: Apache-2.0
//
// Converts an exact fraction to the nearest double, or to the doubles next to it, by bits alone.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>

#include "exact/rounding.hpp"
#include "exact/stack_integer.hpp"
#include "exact/wide.hpp"

namespace sunder::detail {

/// Returns numerator / denominator * 2^exponent, rounded to nearest, ties to even; infinite if it
/// overflows. The denominator is positive. A zero numerator gives +0.
double nearest_quotient(const BigInt& numerator, const BigInt& denominator, int exponent);
/// Does not allocate while the numbers lie on the stack.
double nearest_stack_quotient(const StackInt& numerator, const StackInt& denominator, int exponent);

/// A number q + r of 63 or 64 bits before the point. It is known exactly, with 0 <= r < 1, or to within
/// |r| < 2.
struct LeadingBits {
  std::uint64_t q = 0;
  bool is_exact = false;
  bool has_rest = false;  ///< of an exact one: r > 0
};
/// Rounds leading * 2^exponent to nearest, ties to even. Returns false where the leading bits do not
/// decide, and for a subnormal of which they hold less than half a unit.
bool round_leading(const LeadingBits& leading, int exponent, bool negative,
                   double& nearest) noexcept;

/// Returns the leading bits of a quotient, and adds to `exponent` what they are short of. The numerator
/// is not 0, and the denominator is positive.
///
/// Let N' be the first 127 bits of the numerator and D' the first 64 of the denominator. The quotient is
/// (N' + e) / (D' + f) with 0 <= e, f < 1. It is less than (N' + 1) / D' < N' / D' + 1, and at least
/// N' / D' - N' / (D' (D' + 1)) > N' / D' - 2, as N' / D' < 2^64 and D' >= 2^63. With the part of
/// N' / D' that q lacks, it is within 2 of q.
template <std::size_t Limbs>
LeadingBits leading_quotient(const Wide<Limbs>& size, const Wide<Limbs>& denominator,
                             int& exponent) noexcept {
  const int bits = bit_length(size);
  LeadingBits leading;
  if (denominator == Wide<Limbs>(1)) {
    const int shift = bits - 64;
    const Wide<Limbs> top = shift > 0 ? size >> shift : size << -shift;
    leading = {top.limb(0), true, shift > 0 && (top << shift) != size};
    exponent += shift;
    return leading;
  }
  // Two shifts keep every bit below the 127th: a Wide of four limbs or more holds both.
  const int shift_n = bits - 127;
  const int shift_d = bit_length(denominator) - 64;
  const Wide<Limbs> n = shift_n > 0 ? size >> shift_n : size << -shift_n;
  const Wide<Limbs> d = shift_d > 0 ? denominator >> shift_d : denominator << -shift_d;
  const UInt128 top = (static_cast<UInt128>(n.limb(1)) << 64) | n.limb(0);
  const UInt128 quotient = top / d.limb(0);
  leading.q = static_cast<std::uint64_t>(quotient);
  if ((shift_n <= 0 || (n << shift_n) == size) && (shift_d <= 0 || (d << shift_d) == denominator)) {
    leading.is_exact = true;
    leading.has_rest = quotient * d.limb(0) != top;
  }
  exponent += shift_n - shift_d;
  return leading;
}

template <std::size_t Limbs>
double nearest_quotient(const Wide<Limbs>& numerator, const Wide<Limbs>& denominator,
                        int exponent) {
  static_assert(Limbs >= 4);
  if (numerator == Wide<Limbs>(0)) return 0;
  const bool negative = numerator.negative();
  int last = exponent;
  const LeadingBits leading =
      leading_quotient(negative ? -numerator : numerator, denominator, last);
  double nearest = 0;
  if (round_leading(leading, last, negative, nearest)) return nearest;
  return nearest_stack_quotient(to_stack(numerator), to_stack(denominator), exponent);
}

/// The bits that enclose_quotient() needs beside those of the denominator.
inline constexpr int kQuotientRoom = 54;

/// Sets the doubles next to leading * 2^exponent. Returns false where they are not normal numbers, with
/// `lower` 0, and where the leading bits do not tell the fraction from a double: then `lower` is that double.
bool enclose_leading(const LeadingBits& leading, int exponent, Enclosed& enclosed) noexcept;

/// Encloses a fraction as enclose_quotient() of rounding.hpp does. Only a double that the leading bits
/// cannot tell from the fraction is multiplied out.
template <std::size_t Limbs>
Enclosed enclose_quotient(const Wide<Limbs>& numerator, const Wide<Limbs>& denominator,
                          int exponent) {
  static_assert(Limbs >= 4);
  Enclosed enclosed{0, 0};
  if (numerator == Wide<Limbs>(0)) return enclosed;
  int last = exponent;
  const LeadingBits leading = leading_quotient(numerator, denominator, last);
  if (enclose_leading(leading, last, enclosed)) return enclosed;
  if (is_zero_bits(enclosed.lower)) {
    return enclose_quotient(to_big(numerator), to_big(denominator), exponent);
  }
  const Dyadic close = decode(enclosed.lower);
  const int shift = close.exponent - exponent;
  const Wide<Limbs> product = denominator * Wide<Limbs>(close.mantissa);
  const auto order =
      shift > 0 ? numerator <=> (product << shift) : (numerator << -shift) <=> product;
  const auto step = [&](int by) {
    return std::bit_cast<double>(std::bit_cast<std::int64_t>(enclosed.lower) + by);
  };
  if (order > 0) return {enclosed.lower, step(1)};
  if (order < 0) return {step(-1), enclosed.lower};
  return {enclosed.lower, enclosed.lower};
}
inline Enclosed enclose_quotient(Int128 numerator, Int128 denominator, int exponent) {
  const auto widened = [](Int128 value) {
    return (Wide<4>(static_cast<std::int64_t>(value >> 64)) << 64) +
           (Wide<4>(static_cast<std::int64_t>((value >> 32) & 0xffffffff)) << 32) +
           Wide<4>(static_cast<std::int64_t>(value & 0xffffffff));
  };
  return enclose_quotient(widened(numerator), widened(denominator), exponent);
}

/// The denominator is below 2^64, and not 0.
inline double nearest_quotient(const Int128& numerator, std::uint64_t denominator, int exponent) {
  if (numerator == 0) return 0;
  const bool negative = numerator < 0;
  const auto size = static_cast<UInt128>(negative ? -numerator : numerator);
  const int shift_n = 127 - bit_length(static_cast<Int128>(size));
  const int shift_d = std::countl_zero(denominator);
  const UInt128 n = size << shift_n;
  const std::uint64_t d = denominator << shift_d;
  const UInt128 quotient = n / d;
  double nearest = 0;
  if (round_leading({static_cast<std::uint64_t>(quotient), true, quotient * d != n},
                    exponent - shift_n + shift_d, negative, nearest))
    return nearest;
  return nearest_stack_quotient(to_stack(numerator), StackInt(denominator), exponent);
}

}  // namespace sunder::detail
