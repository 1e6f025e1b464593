// SPDX-License-Identifier: Apache-2.0
//
// The distances of pairs of boxes, a pair a lane, each bound to the last bit what distance() says.
#pragma once

#include "batch/box_records.hpp"
#include "batch/lanes.hpp"

namespace sunder::detail::batch {

/// Whether this machine's vectors are as wide as that takes.
bool has_distance_lanes() noexcept;

/// Measures `count` <= kBlock items from `first` on, as settle_in_lanes() settles them.
void measure_in_lanes(const PairBatch<3>& batch, const BoxRecords& boxes, double width,
                      std::int64_t first, std::int32_t count, LaneAnswers& answers) noexcept;

}  // namespace sunder::detail::batch
