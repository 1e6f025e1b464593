// SPDX-License-Identifier: Apache-2.0
//
// Runs tasks on the caller's executor, or in order on the calling thread. Batches, scenes and the
// pipe use it for all their parallel work.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <memory>

#include "sunder/batch.hpp"

namespace sunder::detail::batch {

class Parallel {
 public:
  /// Both arguments may be null.
  Parallel(Executor* executor, const std::atomic<bool>* cancel) noexcept
      : executor_(executor), cancel_(cancel) {}

  bool has_threads() const noexcept { return executor_ != nullptr; }
  bool is_cancelled() const noexcept {
    return cancel_ != nullptr && cancel_->load(std::memory_order_relaxed);
  }

  /// Calls work(i) once for each 0 <= i < count, in any order.
  template <class Work>
  void each(std::int64_t count, Work&& work) const {
    if (executor_ == nullptr) {
      for (std::int64_t i = 0; i < count; ++i) work(i);
      return;
    }
    const auto task = [](void* context, std::int64_t i) {
      (*static_cast<std::remove_reference_t<Work>*>(context))(i);
    };
    executor_->parallel_for(count, task, std::addressof(work));
  }

  /// Runs tasks in waves: work(i, slot) for `wave` tasks at once, then take(i, slot) for each in
  /// order; slot = i % wave. Stops after a take() that returns false, and before a wave if the call
  /// is cancelled. Returns how many take() calls returned true.
  template <class Work, class Take>
  std::int64_t in_order(std::int64_t count, std::int64_t wave, const Work& work,
                        const Take& take) const {
    if (executor_ == nullptr) wave = 1;
    for (std::int64_t first = 0; first < count; first += wave) {
      if (is_cancelled()) return first;
      const std::int64_t size = std::min(wave, count - first);
      each(size, [&](std::int64_t i) { work(first + i, static_cast<std::size_t>(i)); });
      for (std::int64_t i = 0; i < size; ++i) {
        if (!take(first + i, static_cast<std::size_t>(i))) return first + i;
      }
    }
    return count;
  }

 private:
  Executor* executor_;
  const std::atomic<bool>* cancel_;
};

/// Adds the counts of one task to the sum of all.
inline void add(Counters& to, const Counters& from) noexcept {
  for (std::size_t i = 0; i < to.by_stage.size(); ++i) to.by_stage[i] += from.by_stage[i];
  for (std::size_t i = 0; i < to.by_algorithm.size(); ++i) {
    to.by_algorithm[i] += from.by_algorithm[i];
  }
}

}  // namespace sunder::detail::batch
