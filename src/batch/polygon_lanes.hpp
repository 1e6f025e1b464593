// SPDX-License-Identifier: Apache-2.0
//
// Pairs in the plane settled many at once, as lanes.hpp has it for boxes: polygons of up to eight
// corners, at matrices of any kind that turn none over.
#pragma once

#include "batch/lanes.hpp"
#include "batch/polygon_records.hpp"

namespace sunder::detail::batch {

/// Settles `count` <= kBlock items from `first` on. `records` is not empty.
void settle_in_lanes(const PairBatch<2>& batch, const PolygonRecords& records, std::int64_t first,
                     std::int32_t count, LaneAnswers& answers) noexcept;

}  // namespace sunder::detail::batch
