// SPDX-License-Identifier: Apache-2.0
//
// What the kernels that measure distances read and write.
#pragma once

#include "batch/box_records.hpp"
#include "batch/lane_items.hpp"

namespace sunder::detail::batch {

/// Beside LaneCode: apart, and to be asked once more, by the axis of the greatest gap. That takes
/// as long as all else, so that pairs of which it is needed are brought together first.
inline constexpr std::uint8_t kWaiting = kLaneCodes;

/// Pairs of boxes.
struct DistanceItems {
  LaneTables tables;  ///< of which the poses are read
  const BoxRecord* boxes;
  bool centred;  ///< every middle is the origin
  bool by_axis;  ///< all were found waiting
  double width;
  LaneItems items;
  alignas(64) std::array<double, kBlock + kPadding> lower, upper;
};

void measure_distance_items(PoseTable<3>::Form form, DistanceItems& all) noexcept;

}  // namespace sunder::detail::batch
