// SPDX-License-Identifier: Apache-2.0
//
// Stores a convex polygon as rows of doubles, counter-clockwise. A query loads eight vertices or
// edges at a time, without gathers. Entry i of every row belongs to vertex i, or to the edge from
// vertex i to the next. Rows repeat from the start to fill vectors; eight neighbours can then be
// loaded from any position.
#pragma once

#include <array>
#include <cstdint>

#include "geometry/hull_block.hpp"

namespace sunder::detail {

/// Memory: 64 bytes, and 40 bytes for each entry of a row.
struct alignas(64) Polygon {
  static constexpr std::int32_t kLanes = 8;
  static constexpr std::int32_t kMostVertices = 256;

  std::int32_t count;
  std::int32_t stride;  ///< entries of a row: kLanes up to that count, else kLanes more than needed
  double size;          ///< no vertex is farther from the origin
  std::array<double, 2> most;  ///< the largest |coordinate| on each axis
  // The two balls, equal to those of the hull's block.
  std::array<double, 2> centre;
  double circumscribed;
  double inscribed;

  /// Returns the rows, which lie behind this header: x and y of the vertices, x and y of the edges'
  /// outward normals, and the height n . v of each edge. The normals have length 1. Each entry is within 2^-51 of the true normal's entry, times a factor that both entries share.
  const double* rows() const noexcept { return reinterpret_cast<const double*>(this + 1); }
};

/// Returns null if the body is no solid polygon with topology, or has more than kMostVertices.
/// Returns null also for sizes and edges beyond 2^100, 2^-100 and 2^-200, where roundings are no
/// longer relative.
Owned<Polygon> make_polygon(const HullBlock& hull);

}  // namespace sunder::detail
