// SPDX-License-Identifier: Apache-2.0
//
// The cofactors of R rotate normals, and the sign of its determinant decides whether they point
// outward.
//
// Let m be the largest entry of R in doubles and rho the error of each. A cofactor has the
// roundings of two products and their difference, at most 6 2^-52 m^2. The errors of its entries
// contribute rho (4 m + 2 rho); twice that is used. The 2^-850 exceeds the products lost to
// underflow.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>

#include "filter/filtered_pair.hpp"
#include "geometry/vectors.hpp"
#include "narrow/sat/bounds.hpp"

namespace sunder::detail::sat {

struct Cofactors {
  std::array<double, 9> entry;
  double largest_of_r = 0;  ///< the largest entry of R
  double largest = 0;
  double error = 0;  ///< of each entry
};

inline Cofactors cofactors_of(const Pose<3>& pose) noexcept {
  const double rho = linear_error(pose);
  const double* r = linear_data(pose);
  const std::array<Vector3, 3> rows{Vector3{r[0], r[1], r[2]}, Vector3{r[3], r[4], r[5]},
                                    Vector3{r[6], r[7], r[8]}};
  Cofactors found;
  for (std::size_t l = 0; l < 3; ++l) {
    const Vector3 cofactors = cross(rows[(l + 1) % 3], rows[(l + 2) % 3]);
    for (std::size_t k = 0; k < 3; ++k) {
      found.entry[3 * l + k] = cofactors[k];
      found.largest = std::max(found.largest, std::fabs(cofactors[k]));
      found.largest_of_r = std::max(found.largest_of_r, std::fabs(rows[l][k]));
    }
  }
  const double most = found.largest_of_r;
  found.error = kCofactorUnits * kUnit * most * most +
                kCofactorEntries * rho * (4 * most + 2 * rho) + kCofactorUnderflow;
  return found;
}

struct Determinant {
  double value;
  double error;
  /// Returns 0 if it is not proven.
  double sign() const noexcept { return value > error ? 1 : (value < -error ? -1 : 0); }
};

/// Returns the determinant of a matrix: sum_k R_0k C_0k, whose products have four roundings
/// together.
inline Determinant determinant_of(const Pose<3>& pose, const Cofactors& cofactors) noexcept {
  const double* linear = linear_data(pose);
  double det = 0;
  double off = kSmallDetUnderflow;
  for (std::size_t k = 0; k < 3; ++k) {
    const double product = linear[k] * cofactors.entry[k];
    det += product;
    off += kSmallDetUnits * kUnit * std::fabs(product) + std::fabs(linear[k]) * cofactors.error;
  }
  return {det, off * (1 + kSumShare)};
}

}  // namespace sunder::detail::sat
