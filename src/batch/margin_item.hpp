// SPDX-License-Identifier: Apache-2.0
//
// Margins of items as lanes read them: a distance, and what the radii of two bodies add to it.
#pragma once

#include "batch/columns.hpp"
#include "batch/lanes.hpp"

namespace sunder::detail::batch {

/// Reads `count` items from `first` on; without data `margins` are 0.
void read_margins(const PairBatch<3>& batch, const Column<double>& margins, std::int64_t first,
                  std::int32_t count, LaneMargins& to) noexcept;

}  // namespace sunder::detail::batch
