// SPDX-License-Identifier: Apache-2.0
//
// Blocks of items in lanes: `count` <= kBlock of them, from `first` on. What the bound of a kernel
// does not prove is left open, for the path of a single query.
#pragma once

#include "batch/lane_items.hpp"

namespace sunder::detail::batch {

/// Verdicts. Where `margins` is not null they are those of the padded bodies, and balls alone are
/// asked.
void settle_in_lanes(const PairBatch<3>& batch, const HullRecords& records, std::int64_t first,
                     std::int32_t count, const LaneMargins* margins, LaneAnswers& answers) noexcept;
/// Polygons of up to eight corners, at matrices of any kind that turn none over.
void settle_in_lanes(const PairBatch<2>& batch, const PolygonRecords& records, std::int64_t first,
                     std::int32_t count, LaneAnswers& answers) noexcept;
/// The distances of pairs of boxes, each bound to the last bit what distance() says.
void measure_in_lanes(const PairBatch<3>& batch, const BoxRecords& boxes, double width,
                      std::int64_t first, std::int32_t count, LaneAnswers& answers) noexcept;
/// Whether this machine's vectors are wide enough for distances.
bool has_distance_lanes() noexcept;

}  // namespace sunder::detail::batch
