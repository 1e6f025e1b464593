// SPDX-License-Identifier: Apache-2.0
//
// Bounds the size of everything that a pair's errors depend on by one number, without a product of
// matrices.
//
// Let sigma be the greatest singular value of a body's R, which bounds the length of every row and
// column. Let M be the largest |coordinate|s, rho the error of the entries of R, and
//
//   reach = sigma_A |M_A|_1 + sigma_B |M_B|_1 + |t_B - t_A|_1,
//
//   drift = rho_A |M_A|_1 + rho_B |M_B|_1.
//
// A row's sum of |R_lk| M_k is at most the row's length times |M|. Hence reach is at least every
// reach_l of filtered_pair.hpp. (A rounded R may be longer than the exact one, by far less than
// kRoundUp allows.) Its lemmas then give, with every operation rounded in any mode:
//
//   a component of a point of C is off by at most   6 2^-52 reach + drift + 2^-850,
//
//   a gap along u by at most   |u|_1 (9 2^-52 reach + drift) + 2^-600.
//
// The second holds for |u|_1 up to 2^200 as for 1: since reach is below kGreatestReach, nothing
// overflows, and underflow loses no more. Lemma 2 of simplex_interior.hpp holds with every entry at
// most `most` = reach + entry_error:
//
//   a determinant of three points is off by at most   36 2^-52 most^3 + 18 entry_error most^2.
#pragma once

#include <cmath>
#include <limits>

#include "filter/bounds.hpp"
#include "filter/filtered_pair.hpp"

namespace sunder::detail {

struct Reach {
  double reach;
  double drift;

  /// Returns false also where the lemmas do not hold, or if a singular value has no finite bound.
  bool in_range() const noexcept { return reach > kLeastReach && reach < kGreatestReach; }
  /// Returns the error of a component of a point of C.
  double entry_error() const noexcept {
    return (kReachPointUnits * kUnit * reach + kDriftFactor * drift) + kReachPointUnderflow;
  }
  /// Returns the error of a gap for each unit of |u|_1; kLeastGapError is added to it.
  double gap_error() const noexcept {
    return (kReachGapUnits * kUnit * reach + kDriftFactor * drift) * kRoundUp;
  }
  double minor_error() const noexcept {
    const double entry = entry_error();
    const double most = reach + entry;
    return (kReachDet3Units * kUnit * most + kReachDet3Entries * entry) * (most * most) * kRoundUp +
           kReachDet3Underflow;
  }
};

[[gnu::always_inline]] inline double sum_of_three(const double* v) noexcept {
  return (v[0] + v[1]) + v[2];
}
[[gnu::always_inline]] inline double sum_of_sizes(const Vector3& v) noexcept {
  return (std::fabs(v[0]) + std::fabs(v[1])) + std::fabs(v[2]);
}
[[gnu::always_inline]] inline Vector3 offset_of(const Pair<3>& pair) noexcept {
  const double* const s = offset_data(*pair.a.pose);
  const double* const t = offset_data(*pair.b.pose);
  return {t[0] - s[0], t[1] - s[1], t[2] - s[2]};
}

/// `offset` is t_B - t_A.
[[gnu::always_inline]] inline Reach reach_of(const Pair<3>& pair, const Vector3& offset) noexcept {
  const Pose<3>& a = *pair.a.pose;
  const Pose<3>& b = *pair.b.pose;
  const double size_a = sum_of_three(pair.a.hull->max_abs);
  const double size_b = sum_of_three(pair.b.hull->max_abs);
  const double turned = greatest_singular_value(a) * size_a + greatest_singular_value(b) * size_b;
  const double drift = linear_error(a) * size_a + linear_error(b) * size_b;
  if (!pair.a.in_filter_range() || !pair.b.in_filter_range()) [[unlikely]] {
    return {std::numeric_limits<double>::infinity(), 0};
  }
  return {(turned + sum_of_sizes(offset)) * kRoundUp, drift * kRoundUp};
}

}  // namespace sunder::detail
