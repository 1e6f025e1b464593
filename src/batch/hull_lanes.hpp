// SPDX-License-Identifier: Apache-2.0
//
// Lanes over the poses of one pair of hulls: their vertices are read once for as many poses as
// there are lanes. What is not proven is left open, for the path of a single query.
#pragma once

#include "batch/lane_items.hpp"

namespace sunder::detail::batch {

/// A hull as these lanes read it.
struct LaneHull {
  const float* points;  ///< three rows
  std::int32_t stride;
  std::int32_t count;
  std::array<float, 3> most;    ///< what no coordinate exceeds in size
  std::array<float, 3> centre;  ///< of a ball that the hull holds, rounded

  /// Solids of at most kLaneVertices vertices, of no extreme size.
  static bool suits(const HullBlock& hull) noexcept;
  explicit LaneHull(const HullBlock& hull) noexcept;
};

/// More are searched faster one pose at a time, with a lane a vertex.
inline constexpr std::int32_t kLaneVertices = 64;

/// Poses of one pair that balls have left open: sets the codes of all `items.count`. Of the indices
/// only those of poses are read.
void settle_hulls_in_lanes(PoseTable<3>::Form form, const LanePoses& tables, const LaneHull& a,
                           const LaneHull& b, LaneItems& items) noexcept;

}  // namespace sunder::detail::batch
