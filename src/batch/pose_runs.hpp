// SPDX-License-Identifier: Apache-2.0
//
// Runs of items with one pair of hulls at many poses, such as a robot's configurations. Windows of
// the whole batch define them, not the part that a thread settles. Hence the path of an item does
// not depend on the cuts between chunks.
#pragma once

#include "batch/lane_items.hpp"

namespace sunder::detail::batch {

/// The items of a window. It begins at a multiple of this number.
inline constexpr std::int64_t kPoseWindow = 16;

/// Settles open items from `first` on, if all items of their window have one pair of hulls that
/// lanes can take. `items` holds their indices.
void settle_pose_runs(const PairBatch<3>& batch, std::uint32_t poses, std::int64_t first,
                      const LanePoses& tables, const LaneItems& items,
                      LaneAnswers& answers) noexcept;

}  // namespace sunder::detail::batch
