// SPDX-License-Identifier: Apache-2.0
//
// Records the data of polygons that lanes read: corners in floats. All records have the same number
// of corners, so a vector can hold polygons of several counts. A polygon with fewer corners gets
// extra points on its longest edge. This splits the edge into parallel edges of positive length,
// and the polygon does not change.
#pragma once

#include "batch/records.hpp"

namespace sunder::detail::batch {

struct alignas(16) PolygonRecord {
  static constexpr int kDimension = 2;
  using Columns = ColumnsOf<20, 16>;
  static constexpr std::size_t kX = 0, kY = 4, kMoreX = 8, kMoreY = 12, kFarthest = 16;  ///< quads
  static constexpr std::int32_t kMost = 8;  ///< corners of a polygon that lanes can read

  std::array<float, 4> x{}, y{};  ///< counter-clockwise, rounded
  std::array<float, 4> more_x{}, more_y{};
  float farthest = 0;             ///< the greatest distance from the origin; NaN: not for lanes
  std::array<float, 3> unused{};  ///< read with `farthest`, as a quad

  static constexpr bool is_box() noexcept { return false; }
  static constexpr bool is_centred() noexcept { return false; }
  /// `corners` is 4 or kMost; or 3, if every polygon is a triangle.
  void write(const HullBlock& hull, std::int32_t corners) noexcept;
  /// Returns the `corners` for write(), for a table: 3, 4 or 8; 0 if it has no polygon for lanes.
  static std::int32_t corners_of(const Column<Polytope2>& table) noexcept;
};

using PolygonRecords = Records<PolygonRecord>;

}  // namespace sunder::detail::batch
