// SPDX-License-Identifier: Apache-2.0
//
// Computes the cells of lanes/candidate_table.hpp with their surroundings, as cones. Each cone is
// spanned by three or four corner directions. In the cone, a direction p is a combination of the
// corners with nonnegative weights. A vertex beaten at every corner is therefore beaten in every
// direction of the cone.
//
// With d = kDilation the surroundings of cell (i, j) are given by
//
//   s >= i/n - d,  t >= j/n - d,
//
//   s <= (i+1)/n + d,  t <= (j+1)/n + d  for a square,
//
//   s + t <= 1 + 2d  for a triangle, where i + j = n - 1.
//
// They lie in the plane x_0 + x_1 + x_2 = 1 of the cell's own octant, continued linearly beyond the
// octant's sides. A corner folded over into the next octant would leave part of the cell outside
// the cone. The surroundings of a cell contain those of its parts.
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

/// Corner directions in weighted coordinates, with the signs of an octant.
struct CellCorners {
  std::array<std::array<double, 3>, 4> directions{};
  int count = 0;
};

/// The corners are exact, since i/n and kDilation are multiples of 2^-40.
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
