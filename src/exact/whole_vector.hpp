// SPDX-License-Identifier: Apache-2.0
//
// Computes with vectors of space in integers of any width. The caller counts the bits: a cross
// product takes the bits of both factors and one more, a dot product two more.
#pragma once

#include <array>

#include "machine/strict_arithmetic.hpp"

namespace sunder::detail {

template <class Int>
using Whole3 = std::array<Int, 3>;

template <class Int>
Whole3<Int> cross(const Whole3<Int>& p, const Whole3<Int>& q) {
  return {p[1] * q[2] - p[2] * q[1], p[2] * q[0] - p[0] * q[2], p[0] * q[1] - p[1] * q[0]};
}

template <class Int>
Int dot(const Whole3<Int>& p, const Whole3<Int>& q) {
  return p[0] * q[0] + p[1] * q[1] + p[2] * q[2];
}

template <class Int>
Int size_of(const Int& value) {
  return value < Int(0) ? Int(-value) : value;
}

}  // namespace sunder::detail
