// SPDX-License-Identifier: Apache-2.0
//
// Implements integers of any size that lie on the stack up to 512 bits.
#pragma once

#include <cstddef>
#include <memory>

#include "exact/integer.hpp"
#include "exact/wide.hpp"

namespace sunder::detail {

/// Allocates beyond 512 bits alone. Moving one copies its limbs.
using StackInt = boost::multiprecision::number<
    boost::multiprecision::cpp_int_backend<512, 0, boost::multiprecision::signed_magnitude,
                                           boost::multiprecision::unchecked,
                                           std::allocator<boost::multiprecision::limb_type>>,
    boost::multiprecision::et_off>;

inline StackInt to_stack(const Int128& value) {
  StackInt result(static_cast<std::int64_t>(value >> 64));
  result <<= 64;
  return result + StackInt(static_cast<std::uint64_t>(value));
}
template <std::size_t Limbs>
StackInt to_stack(const Wide<Limbs>& value) {
  const Wide<Limbs> size = value.negative() ? -value : value;
  StackInt result = 0;
  for (std::size_t i = Limbs; i-- > 0;) {
    result <<= 64;
    result += size.limb(i);
  }
  return value.negative() ? StackInt(-result) : result;
}
inline StackInt to_stack(const BigInt& value) { return StackInt(value); }

}  // namespace sunder::detail
