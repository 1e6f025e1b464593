// SPDX-License-Identifier: Apache-2.0
//
// What lanes read of a polygon: its corners in floats, going round and round, so that polygons of
// several counts can stand in one vector and no lane meets an edge of no length.
#pragma once

#include <array>
#include <cstdint>
#include <memory>

#include "geometry/hull_block.hpp"
#include "sunder/batch.hpp"

namespace sunder::detail::batch {

struct alignas(32) PolygonRecord {
  static constexpr std::int32_t kMost = 8;  ///< corners of a polygon that lanes can read

  /// Corner i is corner i of the list modulo their number, rounded; counter-clockwise.
  std::array<float, 4> x{}, y{};
  std::array<float, 4> more_x{}, more_y{};
  std::array<float, 2> after_four{};   ///< the corner that follows the fourth
  float farthest = 0;                  ///< no corner is farther from the origin; NaN: not for lanes
  float unused = 0;                    ///< read, so that four numbers can be
  std::array<float, 2> after_eight{};  ///< the corner that follows the eighth
  std::array<float, 2> unused_too{};
};

PolygonRecord make_polygon_record(const HullBlock& hull) noexcept;

/// The records of a table of polytopes.
class PolygonRecords {
 public:
  /// Leaves the table empty where it would not pay, or memory is short.
  explicit PolygonRecords(const PairBatch<2>& batch) noexcept;

  const PolygonRecord* data() const noexcept { return records_.get(); }
  std::int32_t count() const noexcept { return count_; }
  /// Of the polygons that lanes can read none has more corners.
  std::int32_t most_corners() const noexcept { return most_corners_; }

 private:
  std::unique_ptr<PolygonRecord[]> records_;
  std::int32_t count_ = 0;
  std::int32_t most_corners_ = 0;
};

}  // namespace sunder::detail::batch
