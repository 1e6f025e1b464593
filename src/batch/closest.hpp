// SPDX-License-Identifier: Apache-2.0
//
// Searches for the closest item. All threads share the best item so far. An item that is proven
// farther is not measured. Distances whose intervals overlap are compared as rationals. Hence the
// answer depends on the items alone.
#pragma once

#include <atomic>
#include <limits>
#include <mutex>
#include <optional>

#include "batch/hull_records.hpp"
#include "batch/schedule.hpp"
#include "exact/root_sum.hpp"

namespace sunder::detail::batch {

/// length - radii.
struct ExactDistance {
  Root length;
  BigDyadic radii;
};

template <int D>
class ClosestSearch final : public Work {
 public:
  /// Prepares a search for items no farther than `beyond`.
  ClosestSearch(const PairBatch<D>& batch, std::span<Refusal> refusals, double width,
                double beyond) noexcept;

  /// Offers an item that an earlier call found.
  void enter(std::int64_t item) const;

  /// Settles items from `begin` on and returns where it stopped: behind the first item that is
  /// known to meet, or at `end`. Any number of threads may settle runs that share no item.
  std::int64_t settle(std::int64_t begin, std::int64_t end, std::int64_t limit,
                      Tally& tally) const override;
  void forget(std::int64_t begin, std::int64_t end) const noexcept override;

  Closest answer() const;

 private:
  struct Candidate {
    std::int64_t item = -1;
    Finding finding;
    bool empty = false;                  ///< one body is empty: farther than all others
    std::optional<ExactDistance> exact;  ///< the distance, once a comparison has needed it
  };

  void settle_one(std::int64_t item, Examiner<D>& examiner, Tally& tally) const;
  Finding measure(const Posed<D>& a, const Posed<D>& b, std::int64_t item) const;
  /// Returns separated, with its stage, if the item is proven farther than the best.
  Finding compare_with_nearest(const Posed<D>& a, const Posed<D>& b) const;
  bool is_beyond(const Posed<D>& a, const Posed<D>& b, const Interval& distance) const;
  void offer(const Posed<D>& a, const Posed<D>& b, Candidate&& candidate) const;
  bool beats_best(const Posed<D>& a, const Posed<D>& b, Candidate& candidate) const;
  bool is_exactly_closer(const Posed<D>& a, const Posed<D>& b, Candidate& candidate) const;

  const PairBatch<D>& batch_;
  std::span<Refusal> refusals_;
  Demand<D> demand_;
  /// The records of the polytopes. None if each item takes the path of a single query.
  std::optional<HullRecords> records_;
  /// An upper bound on the least distance, and the lowest item that is known to meet.
  mutable std::atomic<double> nearest_;
  mutable std::atomic<std::int64_t> lowest_hit_{std::numeric_limits<std::int64_t>::max()};
  mutable std::mutex mutex_;  ///< guards the best
  mutable Candidate best_;
};

}  // namespace sunder::detail::batch
