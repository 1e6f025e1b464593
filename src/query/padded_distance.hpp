// SPDX-License-Identifier: Apache-2.0
//
// Turns the distance of two bodies that are apart into that of the bodies padded by balls.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include "exact/dyadic.hpp"
#include "sunder/query.hpp"

namespace sunder::detail {

/// A difference is off by less than one place in any rounding mode. A host may flush one that is smaller than this.
inline constexpr double kFlushedDifference = 0x1p-1000;

/// Returns an interval for the distance less both radii, which is positive, from one for the distance.
inline Interval less_radii(const Interval& distance, double radius_a, double radius_b) noexcept {
  constexpr double kBeyond = std::numeric_limits<double>::infinity();
  const double sum = radius_a + radius_b;
  const double lower = std::nextafter(distance.lower - std::nextafter(sum, kBeyond), -kBeyond);
  const double upper = std::nextafter(distance.upper - std::nextafter(sum, 0.0), kBeyond);
  return {lower > kFlushedDifference ? lower : 0.0, std::max(upper, kFlushedDifference)};
}

/// Moves the closest points out to the balls about them. Drops points that overflow.
template <int D>
void move_out(std::optional<Witness<D>>& witness, double radius_a, double radius_b) noexcept {
  if (!witness) return;
  bool finite = true;
  for (std::size_t k = 0; k < D; ++k) {
    witness->point_a[k] += radius_a * witness->normal[k];
    witness->point_b[k] -= radius_b * witness->normal[k];
    finite = finite && is_finite_bits(witness->point_a[k]) && is_finite_bits(witness->point_b[k]);
  }
  if (!finite) witness.reset();
}

}  // namespace sunder::detail
