// SPDX-License-Identifier: Apache-2.0
//
// Derives error bounds, with u = 2^-52 (one rounding in any mode) and M = extent_.
//
// Local coordinates: y = x * 2^-scale is below 1 and exact up to less than 2^-1074. The difference
// x' = y - y_0 is rounded once and may flush three times. Hence |x' - X| <= u M + 2^-1019 <= e0 :=
// 2 u M + 2^-1000.
//
// Edges: p = fl(b' - a') with L = max |p_k| is off by ep <= 2 e0 + 2 u L. The unit is doubled
// because it multiplies the rounded value. Likewise q = fl(c' - a') has K and eq.
//
// Normal: an entry p1 q2 - p2 q1 is off by 2 (L eq + K ep + ep eq) from its inputs. Its roundings
// add less than 5 u L K; en := 2 (L eq + K ep) + 2 ep eq + 6 u L K + 2^-1000.
//
// Height: n.x' - n.a' against N.(X - A).
//
// - From the normal: |X - A|_k <= 2 M + 2 e0 <= 3 M + 2^-990, hence 3 en (3 M + ...) in all.
//
// - From x' and a': 2 e0 |n|_1.
//
// - From rounding: each monomial of the two dot products carries at most 4 u. The sum adds one u of
//   each part: (4 + 1 + small) u |n|_1 M twice, less than 11 u |n|_1 M.
//
// Together they stay below 9 en M + |n|_1 (2 e0 + 11 u M) + 2^-980. The constants 10, 3 and 12
// cover the roundings of the bound itself.
#include "geometry/space_points.hpp"

#include <algorithm>
#include <cmath>

#include "geometry/bounds.hpp"
#include "geometry/double_bits.hpp"

namespace sunder::detail {
double largest_entry(const std::array<double, 3>& v) noexcept {
  return std::max(std::fabs(v[0]), std::max(std::fabs(v[1]), std::fabs(v[2])));
}

SpacePoints::SpacePoints(const double* points, std::int32_t count)
    : points_(points), count_(count) {
  const std::size_t total = static_cast<std::size_t>(count) * 3;
  double largest = 0;
  for (std::size_t i = 0; i < total; ++i) {
    const double size = magnitude(points[i]);
    if (less(largest, size)) largest = size;
  }
  scale_ = exponent_above(largest);
  for (std::size_t k = 0; k < 3; ++k) origin_[k] = times_power_of_two(points[k], -scale_);
  local_.resize(total);
  for (std::int32_t i = 0; i < count; ++i) {
    const std::array<double, 3> x = to_local(exact(i));
    std::copy(x.begin(), x.end(), local_.begin() + std::ptrdiff_t{i} * 3);
    extent_ = std::max(extent_, largest_entry(x));
  }
}

std::array<double, 3> SpacePoints::to_local(const double* point) const noexcept {
  std::array<double, 3> x{};
  for (std::size_t k = 0; k < 3; ++k) x[k] = times_power_of_two(point[k], -scale_) - origin_[k];
  return x;
}

std::array<double, 3> SpacePoints::from_local(const std::array<double, 3>& x) const noexcept {
  std::array<double, 3> point{};
  for (std::size_t k = 0; k < 3; ++k) point[k] = times_power_of_two(x[k] + origin_[k], scale_);
  return point;
}

PlaneFilter SpacePoints::plane(const std::array<std::int32_t, 3>& triangle) const noexcept {
  const double* a = local(triangle[0]);
  const std::array<double, 3> p = difference(local(triangle[1]), a);
  const std::array<double, 3> q = difference(local(triangle[2]), a);
  const double e0 = local_error();
  const double length_p = largest_entry(p);
  const double length_q = largest_entry(q);
  const double error_p = kLocalEdgeErrors * e0 + kLocalEdgeUnits * kUnit * length_p;
  const double error_q = kLocalEdgeErrors * e0 + kLocalEdgeUnits * kUnit * length_q;
  PlaneFilter plane;
  plane.normal = {p[1] * q[2] - p[2] * q[1], p[2] * q[0] - p[0] * q[2], p[0] * q[1] - p[1] * q[0]};
  const std::array<double, 3>& n = plane.normal;
  plane.offset = n[0] * a[0] + n[1] * a[1] + n[2] * a[2];
  const double error =
      kPlaneNormalErrors * (length_p * error_q + length_q * error_p + error_p * error_q) +
      kPlaneNormalUnits * kUnit * length_p * length_q + kLocalUnderflow;
  const double sum = std::fabs(n[0]) + std::fabs(n[1]) + std::fabs(n[2]);
  plane.normal_error = error * (1 + kPlaneNormalShare);
  plane.bound = kPlaneHeightErrors * error * extent_ +
                sum * (kPlaneHeightPoints * e0 + kPlaneHeightUnits * kUnit * extent_) +
                kPlaneHeightUnderflow;
  return plane;
}

}  // namespace sunder::detail
