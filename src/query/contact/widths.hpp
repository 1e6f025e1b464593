// SPDX-License-Identifier: Apache-2.0
//
// Converts integers from one width to another, and rounds their quotients.
#pragma once

#include <cstddef>
#include <cstdint>

#include "exact/nearest.hpp"

namespace sunder::detail::contact {

inline StackInt converted(const StackInt& value, const StackInt*) { return value; }
template <std::size_t Limbs>
StackInt converted(const Wide<Limbs>& value, const StackInt*) {
  return to_stack(value);
}
template <std::size_t From, std::size_t To>
Wide<To> converted(const Wide<From>& value, const Wide<To>*) noexcept {
  return Wide<To>(value);
}
inline StackInt converted(const Int128& value, const StackInt*) { return to_stack(value); }
template <std::size_t Limbs>
Wide<Limbs> converted(const Int128& value, const Wide<Limbs>*) noexcept {
  // The lower half is unsigned, and enters in two parts.
  const auto low = static_cast<std::uint64_t>(value);
  Wide<Limbs> wide(static_cast<std::int64_t>(value >> 64));
  wide = (wide << 32) + Wide<Limbs>(static_cast<std::int64_t>(low >> 32));
  return (wide << 32) + Wide<Limbs>(static_cast<std::int64_t>(low & 0xffffffffU));
}
inline Int128 converted(const StackInt& value, const Int128*) {
  const StackInt size = abs(value);
  const auto high = static_cast<std::uint64_t>(StackInt(size >> 62));
  const auto low = static_cast<std::uint64_t>(size & StackInt((std::int64_t{1} << 62) - 1));
  const Int128 result = (static_cast<Int128>(high) << 62) + static_cast<Int128>(low);
  return value < 0 ? -result : result;
}

template <std::size_t Limbs>
Wide<Limbs> converted(const StackInt& value, const Wide<Limbs>*) {
  const StackInt size = abs(value);
  Wide<Limbs> wide(0);
  for (int bits = (bit_length(size) + 61) / 62 * 62; bits > 0; bits -= 62) {
    const StackInt part = (size >> (bits - 62)) & StackInt((std::int64_t{1} << 62) - 1);
    wide = (wide << 62) + Wide<Limbs>(static_cast<std::int64_t>(part));
  }
  return value < 0 ? -wide : wide;
}
template <class To, class From>
To converted(const From& value) {
  return converted(value, static_cast<const To*>(nullptr));
}

inline double nearest_of(const Int128& numerator, const Int128& denominator, int exponent) {
  if (bit_length(denominator) <= 64)
    return nearest_quotient(numerator, static_cast<std::uint64_t>(denominator), exponent);
  return nearest_quotient(converted<Wide<4>>(numerator), converted<Wide<4>>(denominator), exponent);
}
inline double nearest_of(const StackInt& numerator, const StackInt& denominator, int exponent) {
  return nearest_stack_quotient(numerator, denominator, exponent);
}
template <std::size_t Limbs>
double nearest_of(const Wide<Limbs>& numerator, const Wide<Limbs>& denominator, int exponent) {
  return nearest_quotient(numerator, denominator, exponent);
}

}  // namespace sunder::detail::contact
