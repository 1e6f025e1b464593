// SPDX-License-Identifier: Apache-2.0
//
// Idea: The leading bits of a quotient decide its rounding, unless they are close to a tie or a double.
// Bound: leading_quotient() gives the leading bits within 2 units.
// Cost: Some 50 instructions where they decide, a long division otherwise.
// Gives up: On leading bits that do not decide, and on numbers that are not normal.
#include "exact/nearest.hpp"

#include <algorithm>
#include <bit>

#include "exact/rounding.hpp"

namespace sunder::detail {

namespace {

template <class Int>
double round_quotient(const Int& numerator, const Int& denominator, int exponent) {
  if (numerator < 0) return -round_quotient(Int(-numerator), denominator, exponent);
  if (numerator == 0) return 0;
  // The quotient has at least 54 bits: those of a double, and half of its last place. One more bit
  // records a remainder, so that a tie is recognised.
  const int shift = std::max(0, 54 - (bit_length(numerator) - bit_length(denominator)));
  Int quotient;
  Int rest;
  boost::multiprecision::divide_qr(Int(numerator << shift), denominator, quotient, rest);
  quotient <<= 1;
  if (rest != 0) ++quotient;
  exponent -= shift + 1;
  constexpr int kLeastExponent = -1074;
  const int dropped = std::max(exponent + bit_length(quotient) - 53, kLeastExponent) - exponent;
  Int units = quotient >> dropped;
  const Int remainder = quotient - (units << dropped);
  const Int half = Int(1) << (dropped - 1);
  if (remainder > half || (remainder == half && (units & 1) != 0)) ++units;
  return directed(BigInt(units), exponent + dropped, true, false);  // exact, or an infinity
}

/// Returns the first `count` bits of a number that is not 0, at most 127, and how many others it has; fewer than none
/// where it is shorter.
UInt128 first_bits(const BigInt& value, int count, int& others) noexcept {
  const auto& backend = value.backend();
  const auto* const limbs = backend.limbs();
  static_assert(sizeof(*limbs) == 8);
  const auto size = static_cast<std::size_t>(backend.size());
  const auto limb = [&](std::size_t from_top) -> std::uint64_t {
    return from_top < size ? limbs[size - 1 - from_top] : 0;
  };
  const int zeros = std::countl_zero(limb(0));
  others = static_cast<int>(64 * size) - zeros - count;
  UInt128 top = (static_cast<UInt128>(limb(0)) << 64) | limb(1);
  if (zeros > 0) top = (top << zeros) | (limb(2) >> (64 - zeros));
  return top >> (128 - count);
}

}  // namespace

double nearest_quotient(const BigInt& numerator, const BigInt& denominator, int exponent) {
  if (numerator == 0) return 0;
  // This is leading_quotient() of Wide.
  int others_n = 0, others_d = 0;
  const UInt128 n = first_bits(numerator, 127, others_n);
  const auto d = static_cast<std::uint64_t>(first_bits(denominator, 64, others_d));
  const LeadingBits leading{static_cast<std::uint64_t>(n / d)};
  double nearest = 0;
  if (round_leading(leading, exponent + others_n - others_d, numerator < 0, nearest))
    return nearest;
  return round_quotient(numerator, denominator, exponent);
}
double nearest_stack_quotient(const StackInt& numerator, const StackInt& denominator,
                              int exponent) {
  return round_quotient(numerator, denominator, exponent);
}

bool enclose_leading(const LeadingBits& leading, int exponent, Enclosed& enclosed) noexcept {
  const int dropped = static_cast<int>(std::bit_width(leading.q)) - 53;
  const int power = exponent + dropped;
  enclosed.lower = 0;
  if (power < -1074 || power > 970) return false;
  // Units of 53 bits, or one more: the sum carries into the field of the exponent.
  const auto number = [&](std::uint64_t units) {
    return std::bit_cast<double>((static_cast<std::uint64_t>(power + 1074) << 52) + units);
  };
  const std::uint64_t whole = std::uint64_t{1} << dropped;
  const std::uint64_t below = leading.q & (whole - 1);
  const std::uint64_t units = leading.q >> dropped;
  if (leading.is_exact) {
    const bool is_double = below == 0 && !leading.has_rest;
    enclosed = {number(units), number(is_double ? units : units + 1)};
    return true;
  }
  if (below >= 2 && below <= whole - 2) {
    enclosed = {number(units), number(units + 1)};
    return true;
  }
  enclosed.lower = number(below < 2 ? units : units + 1);
  return false;
}

bool round_leading(const LeadingBits& leading, int exponent, bool negative,
                   double& nearest) noexcept {
  constexpr int kLeastExponent = -1074;
  const int dropped =
      std::max(static_cast<int>(std::bit_width(leading.q)) - 53, kLeastExponent - exponent);
  if (dropped > 63) return false;
  const std::uint64_t half = std::uint64_t{1} << (dropped - 1);
  const std::uint64_t below = leading.q & (2 * half - 1);
  std::uint64_t units = leading.q >> dropped;
  if (leading.is_exact) {
    const bool is_tie = below == half && !leading.has_rest;
    if (below > half || (below == half && !is_tie) || (is_tie && (units & 1) != 0)) ++units;
  } else {
    if (below + 2 > half && below < half + 2) return false;
    if (below > half) ++units;
  }
  constexpr std::uint64_t kLeastNormal = std::uint64_t{1} << 52;
  int power = exponent + dropped;
  if (units == 2 * kLeastNormal) {
    units >>= 1;
    ++power;
  }
  std::uint64_t bits = units;  // of a subnormal, whose power is the least
  if (units >= kLeastNormal) {
    const auto field = static_cast<std::uint64_t>(std::min(power - kLeastExponent + 1, 0x7ff));
    bits = (field << 52) | (field == 0x7ff ? 0 : units - kLeastNormal);
  }
  nearest = std::bit_cast<double>(bits | (negative ? std::uint64_t{1} << 63 : 0));
  return true;
}

}  // namespace sunder::detail
