// SPDX-License-Identifier: Apache-2.0
//
// Runs of items that ask about one pair of hulls at many poses: a robot's configurations. They are
// found by windows of the whole batch, not of what a thread has of it, so that an item goes the
// same way however the batch is cut.
#pragma once

#include "batch/lane_items.hpp"

namespace sunder::detail::batch {

/// Items of a window that starts at a multiple of this.
inline constexpr std::int64_t kPoseWindow = 16;

/// Settles what is open of the items from `first` on, whose indices `items` has read,
/// where a whole window asks about one pair of hulls that lanes can take.
void settle_pose_runs(const PairBatch<3>& batch, std::uint32_t poses, std::int64_t first,
                      const LanePoses& tables, const LaneItems& items,
                      LaneAnswers& answers) noexcept;

}  // namespace sunder::detail::batch
