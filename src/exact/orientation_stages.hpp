// SPDX-License-Identifier: Apache-2.0
//
// Declares the two stages of orient2d() and orient3d(). Doubles answer where their error cannot
// change the sign, in every rounding mode and with subnormals flushed. Integers always answer.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>

#include "machine/strict_arithmetic.hpp"

namespace sunder::detail::orientation {

// The filters hold if every difference of coordinates is at most this. An infinity or a NaN from an
// overflow fails the test too.
inline constexpr double kLargestDifference = 0x1p200;

// The host may flush a coordinate or result below 2^-1022 to zero. Each of the three numbers in a
// difference (two inputs, one result) then errs by less than 2^-1022. Other factors magnify that by
// at most 2^200 in the plane and 2^400 in space. A flushed product errs by less than 2^-1022. Over
// the fewer than 32 such numbers the sum stays below these terms.
inline constexpr double kFlushed2d = 0x1p-800;
inline constexpr double kFlushed3d = 0x1p-600;

/// Returns the sign of value if |value| > bound, else 0: not certain.
inline int certain_sign(double value, double bound) noexcept {
  if (value > bound) return 1;
  if (value < -bound) return -1;
  return 0;
}

/// Returns the sign of orient2d(), or 0 where doubles do not decide it.
///
/// Each product carries three roundings, and their difference one more: 4 units of |left| + |right|
/// exactly. The computed sum of magnitudes falls short of the exact one by at most 4 units of
/// itself. The factor of 6 units covers both, with their second-order terms.
inline int filtered2d(const double* a, const double* b, const double* c) noexcept {
  const double bx = b[0] - a[0];
  const double by = b[1] - a[1];
  const double cx = c[0] - a[0];
  const double cy = c[1] - a[1];
  const double largest =
      std::max(std::max(std::fabs(bx), std::fabs(by)), std::max(std::fabs(cx), std::fabs(cy)));
  if (!(largest <= kLargestDifference)) return 0;
  const double left = bx * cy;
  const double right = by * cx;
  const double bound = 6 * kUnit * (std::fabs(left) + std::fabs(right)) + kFlushed2d;
  return certain_sign(left - right, bound);
}

/// Returns the sign of orient3d(), or 0 where doubles do not decide it.
///
/// Each of the six products carries eight roundings: three from its differences, two from its
/// products, one from its minor, two from the last sums. These are 8 units of the exact sum of
/// magnitudes. The computed sum of magnitudes falls short of that by at most 8 units of itself. The
/// factor of 10 units covers both.
inline int filtered3d(const double* a, const double* b, const double* c, const double* d) noexcept {
  const std::array<double, 3> u{b[0] - a[0], b[1] - a[1], b[2] - a[2]};
  const std::array<double, 3> v{c[0] - a[0], c[1] - a[1], c[2] - a[2]};
  const std::array<double, 3> w{d[0] - a[0], d[1] - a[1], d[2] - a[2]};
  bool in_range = true;
  for (std::size_t k = 0; k < 3; ++k) {
    in_range = in_range && std::fabs(u[k]) <= kLargestDifference &&
               std::fabs(v[k]) <= kLargestDifference && std::fabs(w[k]) <= kLargestDifference;
  }
  if (!in_range) return 0;
  double determinant = 0;
  double magnitude = 0;
  for (std::size_t k = 0; k < 3; ++k) {
    const std::size_t l = (k + 1) % 3;
    const std::size_t m = (k + 2) % 3;
    const double left = u[l] * v[m];
    const double right = u[m] * v[l];
    determinant += (left - right) * w[k];
    magnitude += (std::fabs(left) + std::fabs(right)) * std::fabs(w[k]);
  }
  return certain_sign(determinant, 10 * kUnit * magnitude + kFlushed3d);
}

/// Returns the signs of orient2d() and orient3d() in integers that are just wide enough.
int exact2d(const double* a, const double* b, const double* c);
int exact3d(const double* a, const double* b, const double* c, const double* d);

}  // namespace sunder::detail::orientation
