// SPDX-License-Identifier: Apache-2.0
//
// Runs a batch for Python: threads, progress, Ctrl-C. The lock is released meanwhile.
#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <memory>
#include <optional>
#include <thread>

#include "arrays.hpp"
#include "refusal.hpp"
#include "sunder/batch.hpp"

namespace sunder::python {

/// The arguments that all batches take.
struct RunArguments {
  int threads = 1;
  nb::handle progress;  ///< a function of (settled, total), or None
  std::int64_t begin = 0;
  std::int64_t chunk = 0;
};

/// Watches a long call that has released the lock: signals, and a progress function of Python.
class Watch {
 public:
  /// `progress` is a function of two numbers, or None.
  explicit Watch(nb::handle progress) : progress_(progress), has_progress_(!progress.is_none()) {}
  Watch(const Watch&) = delete;
  Watch& operator=(const Watch&) = delete;

  /// Takes the lock at most twenty times a second. Sets the flag after a signal or a failure. Only
  /// the thread that made the watch sees signals, so it has a clock of its own.
  void step(std::int64_t settled, std::int64_t total);
  const std::atomic<bool>& cancel() const noexcept { return cancel_; }
  bool interrupted() const noexcept { return interrupted_; }
  /// Raises what the progress function or a signal handler raised, if anything. Needs the lock.
  void rethrow();

 private:
  nb::handle progress_;
  bool has_progress_;
  std::atomic<bool> cancel_{false};
  bool interrupted_ = false;
  std::optional<nb::python_error> failure_;
  std::thread::id caller_ = std::this_thread::get_id();
  std::chrono::steady_clock::time_point last_ = std::chrono::steady_clock::now();
  std::chrono::steady_clock::time_point last_of_others_ = last_;
};

/// The report as a dict, and the closest item.
nb::dict report_dict(const BatchReport& report);
nb::dict closest_dict(const Closest& closest);
/// Raises sunder.Interrupted; everything before `next` is settled.
[[noreturn]] void raise_interrupted(std::int64_t next, nb::handle result, const nb::dict& report);

/// Returns an executor of so many threads, or null for one. Refuses numbers that no machine has.
std::unique_ptr<Executor> read_threads(int threads);

class Running {
 public:
  explicit Running(const RunArguments& given);
  Running(const Running&) = delete;
  Running& operator=(const Running&) = delete;

  BatchOptions options;

  /// Calls ask(options) without the lock. Raises what the watch caught. After Ctrl-C raises
  /// sunder.Interrupted with the report and the result so far.
  template <class Ask>
  auto run(const Ask& ask, nb::handle result) {
    auto found = [&] {
      const nb::gil_scoped_release released;
      return ask(static_cast<const BatchOptions&>(options));
    }();
    if (!found) refuse("batch", found.error());
    if (watch_.interrupted()) {
      const BatchReport& report = report_of(found.value());
      raise_interrupted(report.next, result, report_dict(report));
    }
    watch_.rethrow();
    return std::move(found).value();
  }

  /// Calls work(begin, end) for ranges that cover 0 to count, on the threads, without the lock.
  template <class Work>
  void each_range(std::int64_t count, Work&& work) {
    constexpr std::int64_t kTask = 256;
    const nb::gil_scoped_release released;
    each_item((count + kTask - 1) / kTask,
              [&](std::int64_t i) { work(i * kTask, std::min(count, (i + 1) * kTask)); });
  }

  /// Calls work(i) for each 0 <= i < count on the threads. The lock is released already.
  template <class Work>
  void each_item(std::int64_t count, Work&& work) {
    if (executor_ == nullptr) {
      for (std::int64_t i = 0; i < count; ++i) work(i);
      return;
    }
    const auto call = [](void* context, std::int64_t i) {
      (*static_cast<std::remove_reference_t<Work>*>(context))(i);
    };
    executor_->parallel_for(count, call, &work);
  }

 private:
  static const BatchReport& report_of(const BatchReport& report) { return report; }
  static const BatchReport& report_of(const Closest& closest) { return closest.report; }

  Watch watch_;
  std::unique_ptr<Executor> executor_;
};

}  // namespace sunder::python
