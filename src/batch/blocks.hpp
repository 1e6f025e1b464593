// SPDX-License-Identifier: Apache-2.0
//
// Declares the kernels over blocks of items in lanes: `count` <= kBlock of them, from `first` on.
// Items that the error bound of a kernel does not decide stay open, for the path of a single query.
#pragma once

#include "batch/lane_items.hpp"

namespace sunder::detail::batch {

/// Computes verdicts. If `margins` is not null, they are those of the padded bodies, and only balls
/// are compared.
void settle_in_lanes(const PairBatch<3>& batch, const HullRecords& records, std::int64_t first,
                     std::int32_t count, const LaneMargins* margins, LaneAnswers& answers) noexcept;
/// Decides polygons of up to eight corners, for matrices of any kind with positive determinants.
void settle_in_lanes(const PairBatch<2>& batch, const PolygonRecords& records, std::int64_t first,
                     std::int32_t count, LaneAnswers& answers) noexcept;
/// Measures pairs of boxes. Each bound equals that of distance() to the last bit.
void measure_in_lanes(const PairBatch<3>& batch, const BoxRecords& boxes, double width,
                      std::int64_t first, std::int32_t count, LaneAnswers& answers) noexcept;

}  // namespace sunder::detail::batch
