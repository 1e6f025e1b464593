// SPDX-License-Identifier: Apache-2.0
//
// Computes the margins of items for lanes: the sum of a distance and the radii of both bodies.
#pragma once

#include "batch/columns.hpp"
#include "batch/lanes.hpp"

namespace sunder::detail::batch {

/// Reads `count` margins from item `first` on. If `margins` has no data, all are 0.
void read_margins(const PairBatch<3>& batch, const Column<double>& margins, std::int64_t first,
                  std::int32_t count, LaneMargins& to) noexcept;

}  // namespace sunder::detail::batch
