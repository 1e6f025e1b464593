// SPDX-License-Identifier: Apache-2.0
//
// The cells of lanes/candidate_table.hpp with their surroundings, as cones: each is spanned by
// three or four corner directions. A vertex that is beaten at every corner is beaten at every
// direction of the cone, for there p is a sum of corners with weights that are not negative.
//
// With d = kDilation the surroundings of cell (i, j) are
//   s >= i/n - d,  t >= j/n - d,  and for a square s <= (i+1)/n + d, t <= (j+1)/n + d,
//                                 for a triangle, where i + j = n - 1, s + t <= 1 + 2d,
// in the plane x_0 + x_1 + x_2 = 1 of the cell's own octant, which goes on linearly beyond the
// octant's sides: folded over into the next octant, a corner would leave part of the cell outside
// of the cone. A cell's surroundings contain those of the cells that it is cut into.
#pragma once

#include <array>
#include <cstdint>

#include "lanes/candidate_table.hpp"

namespace sunder::detail {

struct DirectionCell {
  std::int32_t resolution = 1;  ///< n
  std::int32_t i = 0;
  std::int32_t j = 0;

  bool is_triangle() const noexcept { return i + j == resolution - 1; }
};

/// Weighted coordinates, with the signs of an octant.
struct CellCorners {
  std::array<std::array<double, 3>, 4> directions{};
  int count = 0;
};

/// Exact, since i/n and kDilation are multiples of 2^-40.
inline CellCorners corners_of(const DirectionCell& cell, std::int32_t octant) noexcept {
  const double side = 1.0 / cell.resolution;
  const double s = cell.i * side - kDilation;
  const double t = cell.j * side - kDilation;
  CellCorners corners;
  const auto add = [&](double x, double y) {
    std::array<double, 3> corner{x, y, 1 - x - y};
    for (std::size_t k = 0; k < 3; ++k) {
      if ((octant >> k & 1) != 0) corner[k] = -corner[k];
    }
    corners.directions[static_cast<std::size_t>(corners.count++)] = corner;
  };
  const double width = side + (cell.is_triangle() ? 4 : 2) * kDilation;
  add(s, t);
  add(s + width, t);
  add(s, t + width);
  if (!cell.is_triangle()) add(s + width, t + width);
  return corners;
}

}  // namespace sunder::detail
