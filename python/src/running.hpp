// SPDX-License-Identifier: Apache-2.0
//
// Runs a batch for Python: threads, progress, Ctrl-C. The lock is released meanwhile.
#pragma once

#include <atomic>
#include <chrono>
#include <memory>
#include <optional>

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

class Running {
 public:
  explicit Running(const RunArguments& given);
  Running(const Running&) = delete;
  Running& operator=(const Running&) = delete;

  BatchOptions options;

  /// Calls ask(options) without the lock. Raises what the progress function or a signal handler
  /// raised. After Ctrl-C raises sunder.Interrupted with the report and the result so far.
  template <class Ask>
  auto run(const Ask& ask, nb::handle result) {
    auto found = [&] {
      const nb::gil_scoped_release released;
      return ask(static_cast<const BatchOptions&>(options));
    }();
    if (!found) refuse("batch", found.error());
    finish(report_of(found.value()), result);
    return std::move(found).value();
  }

 private:
  static const BatchReport& report_of(const BatchReport& report) { return report; }
  static const BatchReport& report_of(const Closest& closest) { return closest.report; }
  void after_chunk(std::int64_t settled, std::int64_t total);
  void finish(const BatchReport& report, nb::handle result);

  nb::handle progress_;
  std::unique_ptr<Executor> executor_;
  std::atomic<bool> cancel_{false};
  bool interrupted_ = false;
  std::optional<nb::python_error> failure_;
  std::chrono::steady_clock::time_point last_ = std::chrono::steady_clock::now();
};

/// The report as a dict.
nb::dict report_dict(const BatchReport& report);

}  // namespace sunder::python
