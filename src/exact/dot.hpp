// SPDX-License-Identifier: Apache-2.0
//
// Computes dot products of vectors of big integers.
#pragma once

#include <cstddef>
#include <span>

#include "exact/integer.hpp"

namespace sunder::detail {

/// The vectors have the same size.
inline BigInt dot(std::span<const BigInt> u, std::span<const BigInt> v) {
  BigInt sum = 0;
  for (std::size_t k = 0; k < u.size(); ++k) sum += u[k] * v[k];
  return sum;
}

}  // namespace sunder::detail
