// SPDX-License-Identifier: Apache-2.0
//
// The margin of an item: its distance, and what its two polytopes are padded by.
#pragma once

#include "batch/columns.hpp"
#include "batch/lanes.hpp"

namespace sunder::detail::batch {

inline double radius_of(const BatchMargins& margins, std::int32_t hull) noexcept {
  return margins.radii.data == nullptr ? 0 : number_at(margins.radii, hull);
}

/// Of an item whose indices name polytopes.
template <int D>
Margin margin_of_item(const PairBatch<D>& batch, const BatchMargins& margins,
                      std::int64_t item) noexcept {
  return {number_at(margins.distances, item), radius_of(margins, index_at(batch.body_a, item)),
          radius_of(margins, index_at(batch.body_b, item))};
}

/// What lanes read of `count` items from `first` on.
void read_margins(const PairBatch<3>& batch, const BatchMargins& margins, std::int64_t first,
                  std::int32_t count, LaneMargins& to) noexcept;

/// One margin for every item.
void set_margins(double margin, LaneMargins& to) noexcept;

}  // namespace sunder::detail::batch
