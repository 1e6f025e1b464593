// SPDX-License-Identifier: Apache-2.0
#include "batch/schedule.hpp"

#include <array>
#include <limits>

namespace sunder::detail::batch {
namespace {

/// Items a task: some tens of microseconds where lanes do the work, so that handing out tasks and
/// asking for `cancel` cost nothing beside it.
constexpr std::int64_t kChunk = 8192;
constexpr std::int64_t kNoLimit = std::numeric_limits<std::int64_t>::max();

class Serial final : public Executor {
 public:
  void parallel_for(std::int64_t count, Task task, void* context) override {
    for (std::int64_t i = 0; i < count; ++i) task(context, i);
  }
};

/// Runs body(0) to body(count - 1) on the caller's executor.
template <class Body>
void for_each_task(Executor* executor, std::int64_t count, Body& body) {
  Serial serial;
  (executor != nullptr ? *executor : serial)
      .parallel_for(
          count, [](void* context, std::int64_t i) { (*static_cast<Body*>(context))(i); }, &body);
}

}  // namespace

template <class Work>
Schedule<Work>::Schedule(std::int64_t items, const Work& work, const BatchOptions& options)
    : work_(work),
      options_(options),
      end_(items),
      chunk_(options.chunk > 0 ? options.chunk : kChunk),
      chunks_((items - options.begin) / chunk_ + ((items - options.begin) % chunk_ != 0 ? 1 : 0)),
      total_(options.hit),
      next_(items) {}

template <class Work>
std::int64_t Schedule<Work>::chunk_begin(std::int64_t chunk) const noexcept {
  return chunk < chunks_ ? options_.begin + chunk * chunk_ : end_;
}

template <class Work>
bool Schedule<Work>::is_cancelled() const noexcept {
  return options_.cancel != nullptr && options_.cancel->load(std::memory_order_relaxed);
}

/// Takes in a chunk that was left at `stopped_at`. An item is settled once only, so sums are right
/// in any order.
template <class Work>
void Schedule<Work>::finish(std::int64_t stopped_at, std::int64_t end, const Tally& tally) {
  total_.add(tally);
  if (stopped_at < end) next_ = std::min(next_, stopped_at);
  if (options_.progress) options_.progress(total_.settled(), end_ - options_.begin);
}

template <class Work>
void Schedule<Work>::settle_whole(std::int64_t chunk) {
  const std::int64_t begin = chunk_begin(chunk);
  const bool cancelled = is_cancelled();
  const bool any = options_.stop == BatchStop::any;
  const std::int64_t missing =
      any ? options_.hits - hits_.load(std::memory_order_relaxed) : kNoLimit;
  if (cancelled || missing <= 0) {
    const std::lock_guard lock(mutex_);
    cancelled_ = cancelled_ || cancelled;
    next_ = std::min(next_, begin);
    return;
  }
  Tally tally(options_.hit);
  const std::int64_t end = chunk_begin(chunk + 1);
  const std::int64_t stopped_at = work_.settle(begin, end, missing, tally);
  hits_.fetch_add(tally.hits(), std::memory_order_relaxed);
  const std::lock_guard lock(mutex_);
  finish(stopped_at, end, tally);
}

template <class Work>
void Schedule<Work>::run_through() {
  auto task = [this](std::int64_t chunk) { settle_whole(chunk); };
  for_each_task(options_.executor, chunks_, task);
}

/// Chunks of a wave are settled at once, each as if it were the only one. Then they are gone
/// through in order, and the one in which the hits are complete is settled anew, up to the last.
template <class Work>
void Schedule<Work>::run_to_lowest_hits() {
  std::int64_t missing = options_.hits;
  const std::int64_t wave = options_.executor != nullptr ? kWave : 1;
  for (std::int64_t first = 0; first < chunks_; first += wave) {
    const std::int64_t count = std::min(wave, chunks_ - first);
    if (is_cancelled()) {
      cancelled_ = true;
      next_ = chunk_begin(first);
      return;
    }
    const std::int64_t limit = missing;
    std::array<Tally, kWave> tallies;
    tallies.fill(Tally(options_.hit));
    std::array<std::int64_t, kWave> stopped_at;
    auto task = [&](std::int64_t i) {
      const auto at = static_cast<std::size_t>(i);
      stopped_at[at] =
          work_.settle(chunk_begin(first + i), chunk_begin(first + i + 1), limit, tallies[at]);
    };
    for_each_task(options_.executor, count, task);
    for (std::int64_t i = 0; i < count; ++i) {
      const auto at = static_cast<std::size_t>(i);
      const std::int64_t begin = chunk_begin(first + i);
      const std::int64_t end = chunk_begin(first + i + 1);
      if (tallies[at].hits() >= missing && missing < limit) {
        tallies[at] = Tally(options_.hit);
        stopped_at[at] = work_.settle(begin, end, missing, tallies[at]);
      }
      missing -= tallies[at].hits();
      finish(stopped_at[at], end, tallies[at]);
      if (missing > 0) continue;
      next_ = stopped_at[at];
      work_.forget(next_, chunk_begin(first + count));
      return;
    }
  }
}

template <class Work>
BatchReport Schedule<Work>::run() {
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

template class Schedule<Settler<2>>;
template class Schedule<Settler<3>>;
template class Schedule<Settler<kRunTime>>;
template class Schedule<ClosestSearch<2>>;
template class Schedule<ClosestSearch<3>>;
template class Schedule<ClosestSearch<kRunTime>>;

}  // namespace sunder::detail::batch
