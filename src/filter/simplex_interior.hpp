// SPDX-License-Identifier: Apache-2.0
//
// Tests by Lemmas 2 and 3 whether 0 is inside a simplex of d+1 points of C.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <span>
#include <vector>

#include "filter/bounds.hpp"
#include "filter/filtered_pair.hpp"
#include "filter/linear_system.hpp"

namespace sunder::detail {

/// Scales d+1 points and their errors by one power of two if the largest coordinate is above 2^64
/// or below 2^-64. No product of three is then lost. Returns false if that coordinate is not within
/// 2^-700 and 2^500.
template <int D>
[[gnu::always_inline]] inline bool bring_near_one(std::array<Vector<D>, D + 1>& c,
                                                  Vector<D>& e) noexcept {
  double largest = 0;
  for (const auto& point : c) {
    for (const double entry : point) largest = std::max(largest, std::fabs(entry));
  }
  if (!(largest > 0x1p-700 && largest < 0x1p500)) return false;
  if (largest < 0x1p-64 || largest > 0x1p64) {
    const double scale = unit_scale(largest);
    for (auto& point : c) {
      for (double& entry : point) entry *= scale;
    }
    // Scaling c may itself flush an entry, by less than the smallest normal number.
    for (double& entry : e) entry = entry * scale + kScalingUnderflow;
  }
  return true;
}

/// Returns the error of Lemma 2 in a determinant of D points of C. Coordinate l of a point is off
/// by at most e_l, and its size is at most x_l including that error. With u = 2^-52 the error is at
/// most
///
///   (8 u x_0 x_1 + 2 (e_0 x_1 + x_0 e_1)) (1 + 2^-30) + 2^-600 in the plane, and
///
///   (36 u x_0 x_1 x_2 + 6 (e_0 x_1 x_2 + x_0 e_1 x_2 + x_0 x_1 e_2)) (1 + 2^-30) + 2^-600
///
/// in space. The term 2^-600 covers underflow.
template <int D>
[[gnu::always_inline]] inline double determinant_error(const Vector<D>& x,
                                                       const Vector<D>& e) noexcept {
  double bound;
  if constexpr (D == 2) {
    bound = kDet2Units * kUnit * x[0] * x[1] + kDet2Entries * (e[0] * x[1] + x[0] * e[1]);
  } else {
    bound = kDet3Units * kUnit * x[0] * x[1] * x[2] +
            kDet3Entries * (e[0] * x[1] * x[2] + x[0] * e[1] * x[2] + x[0] * x[1] * e[2]);
  }
  bound = bound * (1 + kDetShare) + kDetUnderflow;
  return bound;
}

/// Returns the error of a minor of D of these points.
template <int D>
[[gnu::always_inline]] inline double error_of_minors(const std::array<Vector<D>, D + 1>& c,
                                                     const Vector<D>& e) noexcept {
  Vector<D> x{};
  for (int l = 0; l < D; ++l) {
    const auto at = static_cast<std::size_t>(l);
    for (const auto& point : c) x[at] = std::max(x[at], std::fabs(point[at]));
    x[at] += e[at];
  }
  return determinant_error<D>(x, e);
}

/// Tests by Lemma 2. `c` are D+1 points of C with errors e; D is 2 or 3. Returns true only if 0 is
/// in the interior of the simplex of the exact points, hence inside C.
template <int D>
[[gnu::always_inline]] inline bool proves_interior(std::array<Vector<D>, D + 1> c,
                                                   Vector<D> e) noexcept {
  if (!bring_near_one<D>(c, e)) return false;
  std::array<double, D + 1> minor;
  if constexpr (D == 2) {
    const auto cross = [](const Vector<2>& p, const Vector<2>& q) {
      return p[0] * q[1] - p[1] * q[0];
    };
    minor = {cross(c[1], c[2]), cross(c[2], c[0]), cross(c[0], c[1])};
  } else {
    const auto cross = [](const Vector<3>& p, const Vector<3>& q) {
      return Vector<3>{p[1] * q[2] - p[2] * q[1], p[2] * q[0] - p[0] * q[2],
                       p[0] * q[1] - p[1] * q[0]};
    };
    const auto dot = [](const Vector<3>& p, const Vector<3>& q) {
      return p[0] * q[0] + p[1] * q[1] + p[2] * q[2];
    };
    const Vector<3> n01 = cross(c[0], c[1]);
    const Vector<3> n23 = cross(c[2], c[3]);
    minor = {dot(c[1], n23), -dot(c[0], n23), dot(c[3], n01), -dot(c[2], n01)};
  }
  const double bound = error_of_minors<D>(c, e);
  const auto [least, most] = std::minmax_element(minor.begin(), minor.end());
  return *least > bound || *most < -bound;
}

/// Tests by Lemma 2 or 3, by dimension. Returns true only if 0 is in the interior of the simplex of
/// these pairs' points. Returns false for any number of pairs other than d+1.
template <int D>
bool proves_overlap(const FilteredPair<D>& pair, std::span<const IndexPair> pairs) {
  const auto d = static_cast<std::size_t>(pair.dimension());
  if (pairs.size() != d + 1) return false;
  if constexpr (D == kRunTime) {
    std::vector<double> points((d + 1) * d);
    for (std::size_t i = 0; i <= d; ++i) pair.difference(pairs[i], &points[i * d]);
    return proves_interior(points, pair.errors());
  } else {
    std::array<Vector<D>, D + 1> points;
    for (std::size_t i = 0; i <= d; ++i) pair.difference(pairs[i], points[i].data());
    return proves_interior<D>(points, pair.errors());
  }
}

}  // namespace sunder::detail
