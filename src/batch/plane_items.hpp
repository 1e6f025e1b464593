// SPDX-License-Identifier: Apache-2.0
//
// What the kernels of a block of pairs in the plane read and write: items whose indices were found
// to be in their tables.
#pragma once

#include "batch/lane_items.hpp"
#include "batch/polygon_records.hpp"

namespace sunder::detail::batch {

/// Items by their indices.
struct PlaneItems {
  LaneLists lists;
  std::uint8_t* codes;  ///< room for whole groups
  std::int32_t count;
};

/// The tables, as the kernels read them.
struct PlaneTables {
  const PolygonRecord* records;
  const PolygonColumns* columns;
  std::int32_t polygons;
  std::int32_t corners;  ///< of every polygon that lanes can read: 3, 4 or 8
  const std::byte* poses;
  std::int64_t pose_stride;
  bool far;  ///< the poses do not lie in a cache of the core's own
};

void settle_plane_items(PoseTable<2>::Form form, const PlaneTables& tables,
                        const PlaneItems& items) noexcept;

}  // namespace sunder::detail::batch
