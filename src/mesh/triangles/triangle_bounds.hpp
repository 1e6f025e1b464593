// SPDX-License-Identifier: Apache-2.0
//
// The bounds of signs and gaps of two triangles in doubles.
//
// Let u = 2^-53. Every coordinate is within e, and every difference below D in size. A difference is then within
// 2 e + u D, and a difference of two such within f = 4 e + 3 u D. Let all points be taken from one computed corner.
// It cancels in a gap, so that along any axis n of doubles the gap of two of them is within |n|_1 (2 e + 10 u D). A determinant of three differences is within 18 f D^2 + 6 f^2 D + 33 u D^3.
// That is less than 80 e D^2 + 160 u D^3 where e <= D / 32.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "geometry/vectors.hpp"
#include "mesh/piece/piece.hpp"

namespace sunder::detail::mesh {

/// A triangle's corners in the pair's world.
using WorldTriangle = std::array<Vector3, 3>;

/// Covers what underflows of numbers of size about 1.
inline constexpr double kUnderflow = 0x1p-900;

struct AxisRange {
  double lower, upper;
};
inline AxisRange range_along(const Vector3& axis, const WorldTriangle& t) noexcept {
  const double p = dot<3>(axis, t[0]), q = dot<3>(axis, t[1]), r = dot<3>(axis, t[2]);
  return {std::min({p, q, r}), std::max({p, q, r})};
}
inline double determinant(const Vector3& p, const Vector3& q, const Vector3& r) noexcept {
  return dot<3>(cross(p, q), r);
}
inline double sum_of_sizes(const Vector3& v) noexcept {
  return std::fabs(v[0]) + std::fabs(v[1]) + std::fabs(v[2]);
}

/// Two triangles relative to a corner of the first: the sizes that bounds depend on are theirs, not the world's.
struct CloseTriangles {
  WorldTriangle a{}, b{};
  double extent = 0;  ///< D: no difference of two of the points is larger

  CloseTriangles(const WorldTriangle& p, const WorldTriangle& q) noexcept {
    for (std::size_t i = 0; i < 3; ++i) {
      a[i] = minus<3>(p[i], p[0]);
      b[i] = minus<3>(q[i], p[0]);
      for (std::size_t k = 0; k < 3; ++k) {
        extent = std::max({extent, std::fabs(a[i][k]), std::fabs(b[i][k])});
      }
    }
    extent *= 2;
  }
};

struct TriangleBounds {
  double gap;          ///< of a gap, for each unit of |axis|_1
  double determinant;  ///< infinite where the error is not small enough

  /// `extent` is D.
  TriangleBounds(double error, double extent) noexcept
      : gap(2 * error + 16 * kUnit * extent),
        determinant(32 * error <= extent
                        ? (80 * error + 160 * kUnit * extent) * (extent * extent) + kUnderflow
                        : std::numeric_limits<double>::infinity()) {}

  /// Returns a lower bound of the gap from a to b along an axis, times the axis' length.
  double least_gap(const Vector3& axis, const WorldTriangle& a,
                   const WorldTriangle& b) const noexcept {
    return range_along(axis, b).lower - range_along(axis, a).upper -
           (sum_of_sizes(axis) * gap + kUnderflow);
  }
  bool apart(const Vector3& axis, const WorldTriangle& a, const WorldTriangle& b) const noexcept {
    const AxisRange p = range_along(axis, a), q = range_along(axis, b);
    return std::max(q.lower - p.upper, p.lower - q.upper) > sum_of_sizes(axis) * gap + kUnderflow;
  }
  int sign(double value) const noexcept {
    return value > determinant ? 1 : (value < -determinant ? -1 : 0);
  }
};

}  // namespace sunder::detail::mesh
