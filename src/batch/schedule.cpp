// SPDX-License-Identifier: Apache-2.0
//
// Idea: Chunks of equal length run in any order, and each adds its tally under a mutex. If the
//   lowest hits are wanted, chunks run in waves and are taken in order.
// Cost: A task, a read of `cancel` and a mutex for each chunk.
// Gives up: Nothing. A cancelled call reports the first item that it left.
#include "batch/schedule.hpp"

#include <array>

namespace sunder::detail::batch {

Schedule::Schedule(std::int64_t items, const Work& work, const BatchOptions& options,
                   std::int64_t chunk)
    : work_(work),
      options_(options),
      parallel_(options.executor, options.cancel),
      end_(items),
      chunk_(options.chunk > 0 ? options.chunk : chunk),
      chunks_((items - options.begin) / chunk_ + ((items - options.begin) % chunk_ != 0 ? 1 : 0)),
      total_(options.hit),
      next_(items) {}

std::int64_t Schedule::chunk_begin(std::int64_t chunk) const noexcept {
  return chunk < chunks_ ? options_.begin + chunk * chunk_ : end_;
}

/// Adds a chunk that stopped at `stopped_at`. Each item is settled once, so sums are right in any
/// order.
void Schedule::finish(std::int64_t stopped_at, std::int64_t end, const Tally& tally) {
  total_.add(tally);
  if (stopped_at < end) next_ = std::min(next_, stopped_at);
  if (options_.progress) options_.progress(total_.settled(), end_ - options_.begin);
}

void Schedule::settle_whole(std::int64_t chunk) {
  const std::int64_t begin = chunk_begin(chunk);
  const bool cancelled = parallel_.is_cancelled();
  const bool any = options_.stop == BatchStop::any;
  const std::int64_t missing =
      any ? options_.hits - hits_.load(std::memory_order_relaxed) : kNoLimit;
  if (cancelled || missing <= 0) {
    const Lock lock(mutex_);
    cancelled_ = cancelled_ || cancelled;
    next_ = std::min(next_, begin);
    return;
  }
  Tally tally(options_.hit);
  const std::int64_t end = chunk_begin(chunk + 1);
  const std::int64_t stopped_at = work_.settle(begin, end, missing, tally);
  hits_.fetch_add(tally.hits(), std::memory_order_relaxed);
  const Lock lock(mutex_);
  finish(stopped_at, end, tally);
}

void Schedule::run_through() {
  parallel_.each(chunks_, [this](std::int64_t chunk) { settle_whole(chunk); });
}

/// The chunks of a wave run at once, each as if it were the only one. The chunk that completes the
/// hits is settled again, up to the last hit.
void Schedule::run_to_lowest_hits() {
  std::int64_t missing = options_.hits;
  std::array<Tally, kWave> tallies;
  std::array<std::int64_t, kWave> limits;
  std::array<std::int64_t, kWave> stopped_at;
  const auto settle = [&](std::int64_t chunk, std::size_t slot) {
    tallies[slot] = Tally(options_.hit);
    limits[slot] = missing;
    stopped_at[slot] =
        work_.settle(chunk_begin(chunk), chunk_begin(chunk + 1), missing, tallies[slot]);
  };
  const std::int64_t taken =
      parallel_.in_order(chunks_, kWave, settle, [&](std::int64_t chunk, std::size_t slot) {
        if (tallies[slot].hits() >= missing && missing < limits[slot]) settle(chunk, slot);
        missing -= tallies[slot].hits();
        finish(stopped_at[slot], chunk_begin(chunk + 1), tallies[slot]);
        if (missing <= 0) next_ = stopped_at[slot];
        return missing > 0;
      });
  if (missing <= 0) return work_.forget(next_, chunk_begin(taken + kWave));
  if (taken == chunks_) return;
  cancelled_ = true;
  next_ = chunk_begin(taken);
}

BatchReport Schedule::run() {
  work_.forget(options_.begin, end_);
  if (options_.stop == BatchStop::first) {
    run_to_lowest_hits();
  } else {
    run_through();
  }
  BatchReport report;
  report.separated = total_.separated;
  report.touching = total_.touching;
  report.overlapping = total_.overlapping;
  report.refused = total_.refused;
  report.unproven = total_.unproven;
  report.skipped = end_ - options_.begin - total_.settled();
  report.pruned =
      static_cast<std::int64_t>(total_.counters.by_stage[static_cast<std::size_t>(Stage::bounds)]);
  report.first_hit = total_.first_hit;
  report.next = next_;
  report.cancelled = cancelled_;
  report.counters = total_.counters;
  return report;
}

}  // namespace sunder::detail::batch
