// SPDX-License-Identifier: Apache-2.0
//
// Chunks, early stops, cancellation and progress: everything about a batch but the answers.
#pragma once

#include <mutex>

#include "batch/parallel.hpp"
#include "batch/tally.hpp"

namespace sunder::detail::batch {

/// The answers. Any number of threads may settle runs that share no item.
class Work {
 public:
  /// Settles items from `begin` on, and stops at `end` or behind the `limit`-th hit. Returns the item
  /// to go on with.
  virtual std::int64_t settle(std::int64_t begin, std::int64_t end, std::int64_t limit,
                              Tally& tally) const = 0;
  /// Marks items as not examined.
  virtual void forget(std::int64_t begin, std::int64_t end) const noexcept = 0;

 protected:
  ~Work() = default;
};

class Schedule {
 public:
  /// `chunk`: items a task, where the options name no number.
  Schedule(std::int64_t items, const Work& work, const BatchOptions& options,
           std::int64_t chunk = kChunk);

  BatchReport run();

  /// Some tens of microseconds where lanes do the work: a task and a look at `cancel` cost little
  /// beside it.
  static constexpr std::int64_t kChunk = 8192;

 private:
  /// Chunks that are settled together where the lowest hits are wanted: enough for many threads,
  /// few enough that little is done in vain.
  static constexpr std::int64_t kWave = 32;

  std::int64_t chunk_begin(std::int64_t chunk) const noexcept;
  void run_through();
  void run_to_lowest_hits();
  void settle_whole(std::int64_t chunk);
  void finish(std::int64_t stopped_at, std::int64_t end, const Tally& tally);

  const Work& work_;
  const BatchOptions& options_;
  Parallel parallel_;
  std::int64_t end_;
  std::int64_t chunk_;
  std::int64_t chunks_;
  std::atomic<std::int64_t> hits_{0};
  std::mutex mutex_;  ///< guards what follows while chunks run
  Tally total_;
  std::int64_t next_;
  bool cancelled_ = false;
};

}  // namespace sunder::detail::batch
