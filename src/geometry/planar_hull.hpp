// SPDX-License-Identifier: Apache-2.0
//
// Hulls of planar and collinear sets by exact signs.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace sunder::detail {

/// Two coordinates of points that are stored `dimension` doubles apart.
struct PlanarView {
  const double* points;
  int dimension;
  int first;   ///< the coordinate taken as x
  int second;  ///< the coordinate taken as y

  double x(std::int32_t i) const noexcept { return points[std::ptrdiff_t{i} * dimension + first]; }
  double y(std::int32_t i) const noexcept { return points[std::ptrdiff_t{i} * dimension + second]; }
};

/// The extreme points among `candidates`, which are distinct in the view, counter-clockwise from
/// the lexicographically least: two for a collinear set, one for a single point.
std::vector<std::int32_t> planar_hull(const PlanarView& view,
                                      std::span<const std::int32_t> candidates);

}  // namespace sunder::detail
