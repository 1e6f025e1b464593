// SPDX-License-Identifier: Apache-2.0
//
// Computes with vectors of space in integers of any size.
#pragma once

#include <algorithm>
#include <span>
#include <utility>

#include "exact/integer.hpp"
#include "exact/whole_vector.hpp"

namespace sunder::detail {

using Big3 = Whole3<BigInt>;

inline Big3 big_sum(const Big3& p, const Big3& q) {
  return {p[0] + q[0], p[1] + q[1], p[2] + q[2]};
}
inline Big3 big_difference(const Big3& p, const Big3& q) {
  return {p[0] - q[0], p[1] - q[1], p[2] - q[2]};
}
inline Big3 big_multiple(const Big3& p, const BigInt& factor) {
  return {p[0] * factor, p[1] * factor, p[2] * factor};
}
inline bool is_zero_vector(const Big3& v) {
  return v[0].is_zero() && v[1].is_zero() && v[2].is_zero();
}
/// Returns the number of bits of the largest entry.
inline int longest_entry(const Big3& v) {
  return std::max({bit_length(v[0]), bit_length(v[1]), bit_length(v[2])});
}
/// Divides a vector that is not 0 by what its entries have in common.
inline Big3 primitive_vector(Big3 v) {
  const BigInt common = gcd(gcd(v[0], v[1]), v[2]);
  for (BigInt& entry : v) entry /= common;
  return v;
}
/// Also makes the first entry that is not 0 positive: one vector for each line.
inline Big3 primitive_line(Big3 v) {
  v = primitive_vector(std::move(v));
  const BigInt& first = v[0].is_zero() ? (v[1].is_zero() ? v[2] : v[1]) : v[0];
  return first < 0 ? big_multiple(v, -1) : v;
}

/// Do the vectors span the space?
inline bool span_space(std::span<const Big3> vectors) {
  Big3 line{}, normal{};
  for (const Big3& v : vectors) {
    if (is_zero_vector(line)) {
      line = v;
    } else if (is_zero_vector(normal)) {
      normal = cross(line, v);
    }
  }
  return std::any_of(vectors.begin(), vectors.end(),
                     [&](const Big3& v) { return dot(normal, v) != 0; });
}

}  // namespace sunder::detail
