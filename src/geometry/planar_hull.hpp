// SPDX-License-Identifier: Apache-2.0
//
// Computes hulls of coplanar and collinear sets by exact signs.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace sunder::detail {

/// Two coordinates of points that are stored `dimension` doubles apart.
struct PlanarView {
  const double* points;
  int dimension;
  int first;   ///< index of the x coordinate
  int second;  ///< index of the y coordinate

  double x(std::int32_t i) const noexcept { return points[std::ptrdiff_t{i} * dimension + first]; }
  double y(std::int32_t i) const noexcept { return points[std::ptrdiff_t{i} * dimension + second]; }
};

/// Returns the extreme points among `candidates`, counter-clockwise from the lexicographically
/// least. The candidates are distinct in the view. A collinear set has two extreme points, a single
/// point one.
std::vector<std::int32_t> planar_hull(const PlanarView& view,
                                      std::span<const std::int32_t> candidates);

}  // namespace sunder::detail
