// SPDX-License-Identifier: Apache-2.0
//
// A run of consecutive items, settled in their order.
#pragma once

#include <type_traits>

#include "batch/box_records.hpp"
#include "batch/polygon_lanes.hpp"
#include "batch/tally.hpp"

namespace sunder::detail::batch {

template <int D>
class Settler {
 public:
  Settler(const PairBatch<D>& batch, const BatchOutput<D>& output,
          const Demand<D>& demand) noexcept;

  /// Settles items `begin` to `end` - 1, but stops behind the `limit`-th that meets. Returns the
  /// item to go on with. Any number of threads may settle runs that share no item.
  std::int64_t settle(std::int64_t begin, std::int64_t end, std::int64_t limit, Tally& tally) const;

  /// Marks items as not examined.
  void forget(std::int64_t begin, std::int64_t end) const noexcept;

 private:
  void write(std::int64_t item, const Finding& finding) const noexcept;
  bool has_lanes() const noexcept { return records_.has_value() || boxes_.has_value(); }
  /// Where there are some.
  void ask_lanes(std::int64_t first, std::int32_t count, LaneAnswers& answers) const noexcept;
  void settle_one(std::int64_t item, Examiner<D>& examiner, Tally& tally) const;
  /// All of a block, or what is left of it up to the `limit`-th hit.
  void take_block(std::int64_t first, std::int32_t count, const LaneAnswers& answers,
                  Examiner<D>& examiner, Tally& tally) const;
  void settle_open(std::int64_t first, std::int32_t count, const LaneAnswers& answers,
                   Examiner<D>& examiner, Tally& tally) const;
  std::int64_t take_in_order(std::int64_t first, std::int32_t count, const LaneAnswers& answers,
                             std::int64_t limit, Examiner<D>& examiner, Tally& tally) const;

  const PairBatch<D>& batch_;
  const BatchOutput<D>& output_;
  Demand<D> demand_;
  /// What lanes read of the polytopes; none where each item goes the path of a single query.
  std::optional<std::conditional_t<D == 2, PolygonRecords, HullRecords>> records_;
  std::optional<BoxRecords> boxes_;  ///< the same for distances
};

}  // namespace sunder::detail::batch
