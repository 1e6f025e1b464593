// SPDX-License-Identifier: Apache-2.0
//
// What lanes read of polygons: corners in floats, as many of each, so that polygons of several
// counts can stand in one vector. One of fewer gets points of its longest edge for the rest, which
// makes edges of it that are parallel: the polygon stays what it is, and no edge has no length.
#pragma once

#include <array>
#include <cstdint>
#include <memory>

#include "geometry/hull_block.hpp"
#include "sunder/batch.hpp"

namespace sunder::detail::batch {

struct alignas(16) PolygonRecord {
  static constexpr std::int32_t kMost = 8;  ///< corners of a polygon that lanes can read

  std::array<float, 4> x{}, y{};  ///< counter-clockwise, rounded
  std::array<float, 4> more_x{}, more_y{};
  float farthest = 0;             ///< no corner is farther from the origin; NaN: not for lanes
  std::array<float, 3> unused{};  ///< read, so that four numbers can be
};

/// `corners`: 4 or kMost; or 3, where every polygon is a triangle.
PolygonRecord make_polygon_record(const HullBlock& hull, std::int32_t corners) noexcept;

/// The records of a short table, a number of all of them side by side.
struct PolygonColumns {
  static constexpr std::int32_t kMost = 16;
  using Column = std::array<float, kMost>;

  alignas(64) std::array<Column, PolygonRecord::kMost> x{}, y{};
  alignas(64) Column farthest{};

  void set(std::size_t place, const PolygonRecord& record) noexcept;
};

/// The records of a table of polytopes.
class PolygonRecords {
 public:
  /// Leaves the table empty where it would not pay, or memory is short.
  PolygonRecords(const Column<Polytope2>& table, std::int64_t items) noexcept;

  const PolygonRecord* data() const noexcept { return records_.get(); }
  std::int32_t count() const noexcept { return count_; }
  /// Of every polygon that lanes can read: 3, 4 or 8; 0 where there is none.
  std::int32_t corners() const noexcept { return corners_; }
  /// Of the first polygons, as many as a column has.
  const PolygonColumns& columns() const noexcept { return columns_; }

 private:
  std::unique_ptr<PolygonRecord[]> records_;
  PolygonColumns columns_;
  std::int32_t count_ = 0;
  std::int32_t corners_ = 0;
};

}  // namespace sunder::detail::batch
