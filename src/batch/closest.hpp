// SPDX-License-Identifier: Apache-2.0
//
// Idea: All threads share the best item so far. An item that is proven farther is not measured: where
//   the items have lanes by balls, a pair a lane, then by a comparison with the best distance.
// Bound: The answer is exact. Distances whose intervals overlap are compared as roots. Hence it
//   depends on the items alone.
// Cost: A comparison for most items. A candidate costs a distance and a mutex, and at most two
//   exact distances if its interval overlaps the best one's.
// Gives up: Where items are not compared, all are measured.
#pragma once

#include <algorithm>
#include <atomic>
#include <limits>
#include <optional>
#include <utility>

#include "batch/blocks.hpp"
#include "batch/hull_records.hpp"
#include "batch/schedule.hpp"
#include "exact/root_sum.hpp"
#include "machine/mutex.hpp"

namespace sunder::detail::batch {

/// length - radii.
struct ExactDistance {
  Root length;
  BigDyadic radii;
};
/// Returns sign(x - y), also if bodies overlap.
int compare(const ExactDistance& x, const ExactDistance& y);

/// The items of a batch of polytopes, as a search for the closest one reads them.
template <int D>
class PolytopeItems {
 public:
  PolytopeItems(const PairBatch<D>& batch, double width) noexcept;

  /// Reads items one after the other: with_bodies(item, use) calls use(a, b), or returns a refusal.
  Examiner<D> reader() const noexcept { return {batch_, demand_}; }
  /// Separated where the item is proven farther than `nearest`; undecided where that is not asked.
  Finding compare_with_nearest(const Posed<D>& a, const Posed<D>& b, double nearest) const;
  Finding compare_with(const Posed<D>& a, const Posed<D>& b, double distance) const;
  Finding measure(const Posed<D>& a, const Posed<D>& b) const;
  bool is_empty(const Posed<D>& a, const Posed<D>& b, const Finding& measured) const noexcept;
  ExactDistance exact_distance(const Posed<D>& a, const Posed<D>& b) const;
  /// The interval at the requested width.
  Finding answer(std::int64_t item) const;
  /// Compares the balls of a block with `nearest`, a pair a lane. Returns false if there are no lanes.
  bool prune(std::int64_t first, std::int32_t count, double nearest, LaneAnswers& answers) const;

 private:
  const PairBatch<D>& batch_;
  Demand<D> demand_;
  /// The records of the polytopes. None if each item takes the path of a single query.
  std::optional<HullRecords> records_;
};

template <class Items>
class ClosestSearch final : public Work {
 public:
  /// Prepares a search for items no farther than `beyond`. The items outlive it.
  ClosestSearch(const Items& items, std::span<Refusal> refusals, double beyond) noexcept
      : items_(items), refusals_(refusals), beyond_(beyond), nearest_(beyond) {}

  /// Offers an item that an earlier call found.
  void enter(std::int64_t item) const {
    items_.reader().with_bodies(item,
                                [&](const auto& a, const auto& b) { return measure(a, b, item); });
  }

  /// Settles items from `begin` on and returns where it stopped: behind the first item that is
  /// known to meet, or at `end`. Any number of threads may settle runs that share no item.
  std::int64_t settle(std::int64_t begin, std::int64_t end, std::int64_t,
                      Tally& tally) const override {
    auto reader = items_.reader();
    LaneAnswers answers;
    for (std::int64_t first = begin; first < end; first += kBlock) {
      const auto count = static_cast<std::int32_t>(std::min<std::int64_t>(kBlock, end - first));
      const double nearest = nearest_.load(std::memory_order_relaxed);
      const bool pruned = nearest < std::numeric_limits<double>::infinity() &&
                          items_.prune(first, count, nearest, answers);
      for (std::int32_t i = 0; i < count; ++i) {
        const std::int64_t item = first + i;
        if (item > lowest_hit_.load(std::memory_order_relaxed)) return item;
        if (pruned && answers.codes[static_cast<std::size_t>(i)] == kApartByBalls) {
          tally.add(item, finding_of(kApartByBalls));
        } else {
          settle_one(item, reader, tally);
        }
      }
    }
    return end;
  }
  void forget(std::int64_t begin, std::int64_t end) const noexcept override {
    fill(refusals_, begin, end, Refusal::none);
  }

  Closest answer() const {
    Closest answer;
    if (best_.item < 0) return answer;
    const Finding finding = items_.answer(best_.item);
    answer.item = best_.item;
    answer.verdict = finding.verdict;
    answer.distance = finding.distance;
    return answer;
  }

 private:
  struct Candidate {
    std::int64_t item = -1;
    Finding finding;
    bool empty = false;                  ///< one body is empty: farther than all others
    std::optional<ExactDistance> exact;  ///< the distance, once a comparison has needed it
  };

  static bool meets(const Finding& finding) noexcept {
    return finding.verdict == Verdict::touching || finding.verdict == Verdict::overlapping;
  }

  template <class Reader>
  void settle_one(std::int64_t item, Reader& reader, Tally& tally) const {
    const Finding finding =
        reader.with_bodies(item, [&](const auto& a, const auto& b) { return measure(a, b, item); });
    if (!refusals_.empty()) refusals_[static_cast<std::size_t>(item)] = finding.refusal;
    tally.add(item, finding);
  }

  /// The best distance is enlarged by 2^-30. Ties then need no exact comparison.
  template <class Body>
  Finding measure(const Body& a, const Body& b, std::int64_t item) const {
    const double nearest = nearest_.load(std::memory_order_relaxed) * (1 + 0x1p-30);
    if (nearest < 0x1p900) {
      const Finding farther = items_.compare_with_nearest(a, b, nearest);
      if (farther.verdict == Verdict::separated) return farther;
    }
    Candidate candidate;
    candidate.item = item;
    candidate.finding = items_.measure(a, b);
    const Finding finding = candidate.finding;
    if (finding.refusal != Refusal::none) return finding;
    candidate.empty = items_.is_empty(a, b, finding);
    if (is_beyond(a, b, finding.distance)) return finding;
    offer(a, b, std::move(candidate));
    return finding;
  }

  /// If the interval holds `beyond`, an exact comparison decides.
  template <class Body>
  bool is_beyond(const Body& a, const Body& b, const Interval& distance) const {
    if (distance.upper <= beyond_ || !(beyond_ < std::numeric_limits<double>::infinity()))
      return false;
    return distance.lower > beyond_ ||
           items_.compare_with(a, b, beyond_).verdict == Verdict::separated;
  }

  template <class Body>
  void offer(const Body& a, const Body& b, Candidate&& candidate) const {
    const Lock lock(mutex_);
    if (best_.item >= 0 && !beats_best(a, b, candidate)) return;
    best_ = std::move(candidate);
    nearest_.store(std::min(best_.finding.distance.upper, beyond_), std::memory_order_relaxed);
    if (meets(best_.finding)) lowest_hit_.store(best_.item, std::memory_order_relaxed);
  }

  template <class Body>
  bool beats_best(const Body& a, const Body& b, Candidate& candidate) const {
    if (candidate.item == best_.item) return false;
    const bool lower = candidate.item < best_.item;
    const bool met = meets(best_.finding);
    if (meets(candidate.finding)) return !met || lower;
    if (met) return false;
    if (candidate.empty || best_.empty) return candidate.empty == best_.empty ? lower : best_.empty;
    if (candidate.finding.distance.upper < best_.finding.distance.lower) return true;
    if (candidate.finding.distance.lower > best_.finding.distance.upper) return false;
    return is_exactly_closer(a, b, candidate);
  }

  template <class Body>
  bool is_exactly_closer(const Body& a, const Body& b, Candidate& candidate) const {
    if (!best_.exact) {
      items_.reader().with_bodies(best_.item, [this](const auto& of_a, const auto& of_b) {
        best_.exact = items_.exact_distance(of_a, of_b);
        return Finding();
      });
    }
    if (!best_.exact) return false;  // an allocation failed, which ends the call
    candidate.exact = items_.exact_distance(a, b);
    const int sign = compare(*candidate.exact, *best_.exact);
    return sign < 0 || (sign == 0 && candidate.item < best_.item);
  }

  const Items& items_;
  std::span<Refusal> refusals_;
  double beyond_;
  /// An upper bound on the least distance, and the lowest item that is known to meet.
  mutable std::atomic<double> nearest_;
  mutable std::atomic<std::int64_t> lowest_hit_{std::numeric_limits<std::int64_t>::max()};
  mutable Mutex mutex_;  ///< guards the best
  mutable Candidate best_;
};

/// Runs a search that was checked; `known` is the answer of a call that was cut short.
template <class Items>
Closest find_closest(const Items& items, std::int64_t count, std::span<Refusal> refusals,
                     const BatchOptions& options, const Closest& known, std::int64_t chunk) {
  BatchOptions all = options;
  all.stop = BatchStop::never;
  all.hit = BatchHit::meets;
  const ClosestSearch<Items> search(items, refusals, options.beyond);
  if (known.item >= 0) search.enter(known.item);
  const BatchReport report = Schedule(count, search, all, chunk).run();
  Closest found = search.answer();
  found.report = report;
  return found;
}

}  // namespace sunder::detail::batch
