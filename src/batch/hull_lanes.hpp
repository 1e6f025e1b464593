// SPDX-License-Identifier: Apache-2.0
//
// Computes verdicts in lanes over the poses of one pair of hulls. The hulls' vertices are read once
// for as many poses as a vector has lanes. Poses without a proof stay open, for the path of a
// single query.
#pragma once

#include "batch/lane_items.hpp"

namespace sunder::detail::batch {

/// A hull in the form that these lanes read.
struct LaneHull {
  const float* points;  ///< three rows
  std::int32_t stride;
  std::int32_t count;
  std::array<float, 3> most;    ///< bounds on the magnitudes of coordinates
  std::array<float, 3> centre;  ///< rounded; the hull holds a ball about it

  /// Returns whether the hull is a solid of at most kLaneVertices vertices and of no extreme size.
  static bool suits(const HullBlock& hull) noexcept;
  explicit LaneHull(const HullBlock& hull) noexcept;
};

/// The most vertices for these lanes. Larger hulls are faster one pose at a time, a vertex a lane.
inline constexpr std::int32_t kLaneVertices = 64;
static_assert(kLaneVertices <= kFloatVertices);

/// Decides poses of one pair that balls have left open. Sets the codes of all `items.count` items.
/// Reads only the indices of poses.
void settle_hulls_in_lanes(PoseTable<3>::Form form, const LanePoses& tables, const LaneHull& a,
                           const LaneHull& b, LaneItems& items) noexcept;

}  // namespace sunder::detail::batch
