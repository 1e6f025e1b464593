// SPDX-License-Identifier: Apache-2.0
//
// Computes the plane of a facet in integers, and its distance from 0. Doubles compare two distances
// where their bound allows it; products of integers decide the others.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <type_traits>

#include "exact/integer.hpp"
#include "exact/rounding.hpp"
#include "exact/whole_vector.hpp"

namespace sunder::detail {

/// The points { x : normal . x = height }; the polytope lies where normal . x <= height. Corners of
/// less than 2^b have a normal of less than 2^(2 b + 3), or 2^(b + 1) in 2-D, and a height of less
/// than 2^(D b + 5).
template <int D, class Int>
struct FacetPlane {
  std::array<Int, D> normal;
  Int height;

  Int value(const std::array<Int, D>& point) const {
    Int sum = normal[0] * point[0];
    for (std::size_t k = 1; k < D; ++k) sum += normal[k] * point[k];
    return sum;
  }
  bool is_beyond(const std::array<Int, D>& point) const { return value(point) > height; }
  void flip() {
    for (Int& entry : normal) entry = -entry;
    height = -height;
  }
};

template <std::size_t D, class Int>
std::array<Int, D> difference_of(const std::array<Int, D>& p, const std::array<Int, D>& q) {
  std::array<Int, D> difference;
  for (std::size_t k = 0; k < D; ++k) difference[k] = p[k] - q[k];
  return difference;
}

/// Returns the plane through corners that run counter-clockwise seen from the side its normal
/// points to.
template <class Int>
FacetPlane<2, Int> plane_through(const std::array<const std::array<Int, 2>*, 2>& corners) {
  const std::array<Int, 2> edge = difference_of(*corners[1], *corners[0]);
  FacetPlane<2, Int> plane{{edge[1], -edge[0]}, Int(0)};
  plane.height = plane.value(*corners[0]);
  return plane;
}
template <class Int>
FacetPlane<3, Int> plane_through(const std::array<const std::array<Int, 3>*, 3>& corners) {
  FacetPlane<3, Int> plane{
      cross(difference_of(*corners[1], *corners[0]), difference_of(*corners[2], *corners[0])),
      Int(0)};
  plane.height = plane.value(*corners[0]);
  return plane;
}

/// Integers that hold height^2 |normal|^2 of two planes, 10 b + 18 bits. The planes' own type holds
/// 3 b + 10.
template <class Int>
struct WiderThan;
template <>
struct WiderThan<Int128> {
  using Type = FixedInt<512>;
};
template <>
struct WiderThan<FixedInt<512>> {
  using Type = FixedInt<2048>;
};
template <>
struct WiderThan<FixedInt<1024>> {
  using Type = FixedInt<4096>;
};
template <>
struct WiderThan<BigInt> {
  using Type = BigInt;
};
template <class Int>
using Wider = typename WiderThan<Int>::Type;

/// (height / |normal|)^2 of a plane that 0 is strictly inside of, as fraction * 2^exponent with
/// fraction in [1/2, 1).
///
/// Height and normal are truncated to 62 bits, which changes the largest entry by 2^-61 of itself. With
/// ten roundings, in any mode, the error of the fraction is below 2^-45. No intermediate is below
/// 2^-126 or above 2^126.
struct SquaredDistance {
  double fraction = 0;
  int exponent = 0;
};

template <int D, class Int>
SquaredDistance approximate_distance(const FacetPlane<D, Int>& plane) {
  constexpr int kBits = 62;
  int normal_bits = 0;
  for (const Int& entry : plane.normal) normal_bits = std::max(normal_bits, bit_length(entry));
  const int normal_shift = std::max(0, normal_bits - kBits);
  const int height_shift = std::max(0, bit_length(plane.height) - kBits);
  const auto height = static_cast<double>(scaled_down(plane.height, height_shift));
  double square = 0;
  for (const Int& entry : plane.normal) {
    const auto rounded = static_cast<double>(scaled_down(entry, normal_shift));
    square += rounded * rounded;
  }
  SquaredDistance distance;
  distance.fraction = std::frexp(height * height / square, &distance.exponent);
  distance.exponent += 2 * (height_shift - normal_shift);
  return distance;
}

/// Returns -1 or 1 where the bound decides, otherwise 0.
inline int compare_surely(const SquaredDistance& p, const SquaredDistance& q) {
  const int lead = p.exponent - q.exponent;
  if (lead > 1 || lead < -1) return lead > 0 ? 1 : -1;
  const double scaled = std::ldexp(p.fraction, lead);
  constexpr double kUnsure = 0x1p-40;
  if (scaled < q.fraction * (1 - kUnsure)) return -1;
  return scaled > q.fraction * (1 + kUnsure) ? 1 : 0;
}

/// Returns the sign of the difference of two planes' distances. 0 must be strictly inside both.
template <int D, class Int>
int compare_exactly(const FacetPlane<D, Int>& p, const FacetPlane<D, Int>& q) {
  using Wide = Wider<Int>;
  const auto square = [](const FacetPlane<D, Int>& plane) {
    Wide sum(0);
    for (const Int& entry : plane.normal) sum += Wide(entry) * Wide(entry);
    return sum;
  };
  const Wide height_p(p.height);
  const Wide height_q(q.height);
  return sign_of(Wide(height_p * height_p * square(q) - height_q * height_q * square(p)));
}

/// Do the normals point the same way?
template <int D, class Int>
bool same_direction(const FacetPlane<D, Int>& p, const FacetPlane<D, Int>& q) {
  using Wide = Wider<Int>;
  for (std::size_t i = 0; i < D; ++i) {
    if (sign_of(p.normal[i]) != sign_of(q.normal[i])) return false;
    for (std::size_t k = 0; k < i; ++k) {
      if (Wide(p.normal[i]) * Wide(q.normal[k]) != Wide(p.normal[k]) * Wide(q.normal[i])) {
        return false;
      }
    }
  }
  return true;
}

}  // namespace sunder::detail
