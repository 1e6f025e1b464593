// SPDX-License-Identifier: Apache-2.0
//
// What lanes read of polygons: corners in floats, as many of each, so that polygons of several
// counts can stand in one vector. One of fewer gets points of its longest edge for the rest, which
// makes edges of it that are parallel: the polygon stays what it is, and no edge has no length.
#pragma once

#include "batch/records.hpp"

namespace sunder::detail::batch {

struct PolygonColumns;

struct alignas(16) PolygonRecord {
  static constexpr int kDimension = 2;
  using Columns = PolygonColumns;
  static constexpr std::int32_t kMost = 8;  ///< corners of a polygon that lanes can read

  std::array<float, 4> x{}, y{};  ///< counter-clockwise, rounded
  std::array<float, 4> more_x{}, more_y{};
  float farthest = 0;             ///< no corner is farther from the origin; NaN: not for lanes
  std::array<float, 3> unused{};  ///< read, so that four numbers can be

  static constexpr bool is_box() noexcept { return false; }
  static constexpr bool is_centred() noexcept { return false; }
  /// `corners`: 4 or kMost; or 3, where every polygon is a triangle.
  void write(const HullBlock& hull, std::int32_t corners) noexcept;
  /// What write() needs for a table: 3, 4 or 8, or 0 where it has no polygon for lanes.
  static std::int32_t corners_of(const Column<Polytope2>& table) noexcept;
};

/// The records of a short table, a number of all of them side by side.
struct PolygonColumns {
  static constexpr std::int32_t kMost = 16;
  using Column = std::array<float, kMost>;

  alignas(64) std::array<Column, PolygonRecord::kMost> x{}, y{};
  alignas(64) Column farthest{};

  void set(std::size_t place, const PolygonRecord& record) noexcept;
};

using PolygonRecords = Records<PolygonRecord>;

}  // namespace sunder::detail::batch
