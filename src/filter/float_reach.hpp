// SPDX-License-Identifier: Apache-2.0
//
// Derives the bounds of reach.hpp for vertices, poses and directions rounded to floats, and
// computations in floats. Let e = 2^-23, the unit of any rounding mode; reach and drift are defined
// there.
//
// - A component of R_A a - (t_B - t_A), or of R_B b: its factors lose 2e of each product. Its three
// products and three sums, fused or not, lose e each: 6e of the absolute values' sum.
//
// - A height u . p of such a point p: products and sums lose 3e |u|_1 |p|_inf. The difference of
// two heights, with its own rounding, is then off by at most |u|_1 10e reach.
//
// - A height whose last n bits hold a name has lost 2^n e of itself.
//
// The factors below also cover products of errors and roundings of the bounds themselves. Hence for
// C = K_A - K_B,
//
//   a component of a point of C is off by at most   8e reach + 2 drift,
//
//   a gap along u by at most   |u|_1 ((12 + 2^n) e reach + 2 drift) + 2^-120.
//
// Here |u|_1 is between 2^-90 and 2^90, so that nothing overflows. Entries of u below 2^-126 may be
// read as zero; they lose less than a unit e of |u|_1 reach. Other values that are flushed to zero,
// or lose digits near it, are below 2^-126. They grow by factors below 2^60 in a component, to
// 2^-64; in_range holds e reach above 2^-53. Lemma 2 of simplex_interior.hpp holds with e for
// 2^-52.
#pragma once

#include "filter/bounds.hpp"
#include "filter/reach.hpp"

namespace sunder::detail {

struct FloatReach {
  double reach;
  double drift;

  static constexpr double kSecondOrder = 1 + kFloatShare;

  /// `names` is 2^n.
  float gap_error(double names) const noexcept {
    return static_cast<float>(
        ((kFloatHeightUnits + names) * kFloatUnit * reach + kDriftFactor * drift) * kSecondOrder);
  }
  /// Returns the bound that separates heights of the same point along the same direction; for
  /// searches.
  float height_noise(double names) const noexcept {
    return static_cast<float>((kFloatNoiseUnits + names) * kFloatUnit * reach);
  }
  /// Returns the error of a component of a point of C.
  double entry_error() const noexcept {
    return kFloatPointUnits * kFloatUnit * reach + kDriftFactor * drift;
  }
  float minor_error() const noexcept {
    const double entry = entry_error();
    const double most = reach + entry;
    const double error = (kFloatDet3Units * kFloatUnit * most + kFloatDet3Entries * entry) *
                         (most * most) * kSecondOrder;
    return static_cast<float>(error + kFloatDet3Underflow);
  }
};

/// Returns true if bodies and poses have sizes for floats. The reach is above 2^-30 and below 2^30,
/// the singular values of R are below 2^30, and coordinates are below 2^60.
[[gnu::always_inline]] inline bool suits_floats(const Pair<3>& pair, const Reach& reach) noexcept {
  const double stretch =
      greatest_singular_value(*pair.a.pose) + greatest_singular_value(*pair.b.pose);
  const double size = sum_of_three(pair.a.hull->max_abs) + sum_of_three(pair.b.hull->max_abs);
  return reach.reach > kLeastFloatReach && reach.reach < kGreatestFloatReach &&
         stretch < kGreatestFloatSingular && size < kGreatestFloatCoordinate;
}

}  // namespace sunder::detail
