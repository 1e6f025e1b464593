// SPDX-License-Identifier: Apache-2.0
//
// Chunks, early stops, cancellation and progress: everything about a batch but the answers. These
// are the Work's: settle() a run of items up to the `limit`-th hit, forget() what a run said.
#pragma once

#include <atomic>
#include <mutex>

#include "batch/closest.hpp"
#include "batch/settle.hpp"

namespace sunder::detail::batch {

template <class Work>
class Schedule {
 public:
  Schedule(std::int64_t items, const Work& work, const BatchOptions& options);

  BatchReport run();

 private:
  /// Chunks that are settled together where the lowest hits are wanted: enough for many threads,
  /// few enough that little is done in vain.
  static constexpr std::int64_t kWave = 32;

  std::int64_t chunk_begin(std::int64_t chunk) const noexcept;
  bool is_cancelled() const noexcept;
  void run_through();
  void run_to_lowest_hits();
  void settle_whole(std::int64_t chunk);
  void finish(std::int64_t stopped_at, std::int64_t end, const Tally& tally);

  const Work& work_;
  const BatchOptions& options_;
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
