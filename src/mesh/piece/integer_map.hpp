// SPDX-License-Identifier: Apache-2.0
//
// The integers of a pair: each piece's chain of poses as an integer matrix and vector, both of one common scale.
#pragma once

#include <array>
#include <cstdint>

#include "exact/integer.hpp"
#include "exact/wide.hpp"
#include "mesh/piece/placed.hpp"

namespace sunder::detail::mesh {

/// Point p of the piece lies at matrix * (p / 2^point_exponent) + offset, in the pair's scale.
struct IntegerMap {
  std::array<BigInt, 9> matrix;
  std::array<BigInt, 3> offset;
  int point_exponent = 0;
};

struct IntegerMaps {
  std::array<IntegerMap, 2> of;
  BigInt denominator;  ///< a coordinate is its integer * 2^exponent / denominator; positive
  int exponent = 0;
  int bits = 0;  ///< the difference of any two points is below 2^bits in size
};

/// Throws std::bad_alloc.
IntegerMaps integer_maps(const Placed& a, const Placed& b);

/// Converts to an integer that is known to hold the value.
template <class Int>
Int narrowed(const BigInt& value);
template <>
inline BigInt narrowed<BigInt>(const BigInt& value) {
  return value;
}
template <>
inline std::int64_t narrowed<std::int64_t>(const BigInt& value) {
  return static_cast<std::int64_t>(value);
}
template <std::size_t Limbs>
Wide<Limbs> narrowed_to_wide(const BigInt& value) {
  Wide<Limbs> result(0);
  const auto& backend = value.backend();
  static_assert(sizeof(*backend.limbs()) == 8);
  for (unsigned i = backend.size(); i-- > 0;) {
    result <<= 64;
    result += Wide<Limbs>(static_cast<std::int64_t>(backend.limbs()[i] >> 32)) << 32;
    result += Wide<Limbs>(static_cast<std::int64_t>(backend.limbs()[i] & 0xffffffffU));
  }
  return value < 0 ? -result : result;
}
template <>
inline Wide<4> narrowed<Wide<4>>(const BigInt& value) {
  return narrowed_to_wide<4>(value);
}
template <>
inline Wide<8> narrowed<Wide<8>>(const BigInt& value) {
  return narrowed_to_wide<8>(value);
}

}  // namespace sunder::detail::mesh
