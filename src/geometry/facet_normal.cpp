// SPDX-License-Identifier: Apache-2.0
#include "geometry/facet_normal.hpp"

#include <cmath>

#include "geometry/exact_plane.hpp"

namespace sunder::detail {
namespace {

/// If the relative error of a normal in doubles exceeds this, it is computed in integers.
constexpr double kSettledNormal = 0x1p-36;

/// Scales the largest entry to 1 first: squares of tiny normals would vanish.
std::array<double, 3> normalised(std::array<double, 3> v) noexcept {
  const double largest = largest_entry(v);
  for (double& x : v) x /= largest;
  const double length = std::sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
  for (double& x : v) x /= length;
  return v;
}

}  // namespace

std::array<double, 3> facet_normal(const SpacePoints& points,
                                   const std::array<std::int32_t, 3>& triangle) {
  const PlaneFilter plane = points.plane(triangle);
  if (plane.normal_error <= kSettledNormal * largest_entry(plane.normal)) {
    return normalised(plane.normal);
  }
  return exact_normal(points.exact(triangle[0]), points.exact(triangle[1]),
                      points.exact(triangle[2]));
}

}  // namespace sunder::detail
