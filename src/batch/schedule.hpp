// SPDX-License-Identifier: Apache-2.0
//
// Handles chunks, early stops, cancellation and progress: all of a batch except the answers.
#pragma once

#include <algorithm>
#include <limits>
#include <span>
#include <type_traits>

#include "batch/parallel.hpp"
#include "batch/tally.hpp"
#include "machine/mutex.hpp"

namespace sunder::detail::batch {

inline constexpr std::int64_t kNoLimit = std::numeric_limits<std::int64_t>::max();

/// Sets entries of an output, if the caller gave it.
template <class T>
void fill(std::span<T> all, std::int64_t begin, std::int64_t end,
          const std::type_identity_t<T>& value) noexcept {
  if (!all.empty()) std::fill(all.begin() + begin, all.begin() + end, value);
}

/// Computes the answers. Any number of threads may settle runs that share no item.
class Work {
 public:
  /// Settles items from `begin` on, and stops at `end` or behind the `limit`-th hit. Returns the
  /// item at which to go on.
  virtual std::int64_t settle(std::int64_t begin, std::int64_t end, std::int64_t limit,
                              Tally& tally) const = 0;
  /// Marks items as not examined.
  virtual void forget(std::int64_t begin, std::int64_t end) const noexcept = 0;

 protected:
  ~Work() = default;
};

class SUNDER_EXPORT Schedule {
 public:
  /// `chunk` is the number of items in a task, if the options name none.
  Schedule(std::int64_t items, const Work& work, const BatchOptions& options,
           std::int64_t chunk = kChunk);

  BatchReport run();

  /// Takes some tens of microseconds in lanes. The overhead of a task and a read of `cancel` is
  /// small beside that.
  static constexpr std::int64_t kChunk = 8192;

 private:
  /// Chunks of a wave, if the lowest hits are wanted. They suffice for many threads, and little of
  /// their work is discarded.
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
  Mutex mutex_;  ///< guards the members below while chunks run
  Tally total_;
  std::int64_t next_;
  bool cancelled_ = false;
};

}  // namespace sunder::detail::batch
