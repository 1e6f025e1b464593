// SPDX-License-Identifier: Apache-2.0
//
// Searches use these products of small vectors in doubles. Proofs have their own, with error
// bounds.
#pragma once

#include <cmath>
#include <cstddef>

#include "machine/strict_arithmetic.hpp"
#include "sunder/polytope.hpp"

namespace sunder::detail {

template <int D>
double dot(const Vector<D>& p, const Vector<D>& q) noexcept {
  double sum = 0;
  for (std::size_t l = 0; l < D; ++l) sum += p[l] * q[l];
  return sum;
}

template <int D>
double length(const Vector<D>& v) noexcept {
  return std::sqrt(dot<D>(v, v));
}

template <int D>
Vector<D> minus(const Vector<D>& p, const Vector<D>& q) noexcept {
  Vector<D> r{};
  for (std::size_t l = 0; l < D; ++l) r[l] = p[l] - q[l];
  return r;
}

/// Returns the negated vector, without negative zeros.
template <int D>
Vector<D> negated(const Vector<D>& v) noexcept {
  return minus<D>(Vector<D>{}, v);
}

inline Vector3 cross(const Vector3& p, const Vector3& q) noexcept {
  return {p[1] * q[2] - p[2] * q[1], p[2] * q[0] - p[0] * q[2], p[0] * q[1] - p[1] * q[0]};
}
inline double cross(const Vector2& p, const Vector2& q) noexcept {
  return p[0] * q[1] - p[1] * q[0];
}

}  // namespace sunder::detail
