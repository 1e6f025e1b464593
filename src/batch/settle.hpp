// SPDX-License-Identifier: Apache-2.0
//
// Settles a run of consecutive items in their order.
#pragma once

#include <type_traits>

#include "batch/blocks.hpp"
#include "batch/schedule.hpp"

namespace sunder::detail::batch {

/// The records of a table's bodies for lanes, made once a call. There are none if each item takes
/// the path of a single query.
template <int D>
struct LaneRecords {
  /// `padded` means that the bodies have radii.
  LaneRecords(const Column<Polytope<D>>& bodies, std::int64_t items, const Demand<D>& demand,
              bool padded) noexcept;
  LaneRecords() = default;

  bool exist() const noexcept { return hulls.has_value() || boxes.has_value(); }

  std::optional<std::conditional_t<D == 2, PolygonRecords, HullRecords>> hulls;
  std::optional<BoxRecords> boxes;  ///< for distances
};

template <int D>
class Settler final : public Work {
 public:
  Settler(const PairBatch<D>& batch, const BatchOutput<D>& output, const Demand<D>& demand,
          const LaneRecords<D>& records) noexcept
      : batch_(batch), output_(output), demand_(demand), records_(records) {}

  std::int64_t settle(std::int64_t begin, std::int64_t end, std::int64_t limit,
                      Tally& tally) const override;
  void forget(std::int64_t begin, std::int64_t end) const noexcept override;

 private:
  void write(std::int64_t item, const Finding& finding) const noexcept;
  /// Runs the lanes on a block. Records must exist.
  void ask_lanes(std::int64_t first, std::int32_t count, LaneAnswers& answers) const noexcept;
  void settle_one(std::int64_t item, Examiner<D>& examiner, Tally& tally) const;
  /// Takes a block from the lanes, and settles its open items.
  void take_block(std::int64_t first, std::int32_t count, const LaneAnswers& answers,
                  Examiner<D>& examiner, Tally& tally) const;
  void settle_open(std::int64_t first, std::int32_t count, const LaneAnswers& answers,
                   Examiner<D>& examiner, Tally& tally) const;
  std::int64_t take_in_order(std::int64_t first, std::int32_t count, const LaneAnswers& answers,
                             std::int64_t limit, Examiner<D>& examiner, Tally& tally) const;

  const PairBatch<D>& batch_;
  const BatchOutput<D>& output_;
  const Demand<D>& demand_;
  const LaneRecords<D>& records_;
};

}  // namespace sunder::detail::batch
