// SPDX-License-Identifier: Apache-2.0
//
// Idea: The library calls `progress` after each chunk, and reads `cancel` before each. There the
//   lock is taken at most twenty times a second, to see signals and to call Python's function.
// Cost: The lock, twenty times a second.
// Gives up: A chunk is not interrupted; it takes some tenths of a millisecond.
#include "running.hpp"

#include "threads.hpp"

namespace sunder::python {
namespace {

constexpr std::chrono::milliseconds kBetween{50};

}  // namespace

void Watch::step(std::int64_t settled, std::int64_t total) {
  const auto now = std::chrono::steady_clock::now();
  const bool sees_signals = std::this_thread::get_id() == caller_;
  auto& last = sees_signals ? last_ : last_of_others_;
  if (cancel_ || (now - last < kBetween && settled < total)) return;
  if (!sees_signals && !has_progress_) return;
  last = now;
  const nb::gil_scoped_acquire held;
  if (sees_signals && PyErr_CheckSignals() != 0) {
    interrupted_ = PyErr_ExceptionMatches(PyExc_KeyboardInterrupt) != 0;
    failure_.emplace();
    cancel_ = true;
    return;
  }
  if (!has_progress_) return;
  try {
    progress_(settled, total);
  } catch (nb::python_error& error) {
    failure_.emplace(std::move(error));
    cancel_ = true;
  }
}

void Watch::rethrow() {
  if (!failure_) return;
  failure_->restore();
  failure_.reset();
  throw nb::python_error();
}

std::unique_ptr<Executor> read_threads(int threads) {
  if (threads < 0 || threads > cli::kMostThreads) {
    refuse_shape(
        "threads", std::to_string(threads),
        "give 1 to " + std::to_string(cli::kMostThreads) + ", or 0 for all of the machine");
  }
  return cli::executor_of(threads);
}

Running::Running(const RunArguments& given)
    : watch_(given.progress), executor_(read_threads(given.threads)) {
  options.executor = executor_.get();
  options.cancel = &watch_.cancel();
  options.begin = given.begin;
  options.chunk = given.chunk;
  options.progress = [this](std::int64_t settled, std::int64_t total) {
    watch_.step(settled, total);
  };
}

void raise_interrupted(std::int64_t next, nb::handle result, const nb::dict& report) {
  const nb::object type = nb::module_::import_("sunder._error").attr("Interrupted");
  const nb::object error = type(next, result, report);
  PyErr_SetObject(type.ptr(), error.ptr());
  throw nb::python_error();
}

nb::dict report_dict(const BatchReport& report) {
  nb::dict all;
  all["separated"] = report.separated;
  all["touching"] = report.touching;
  all["overlapping"] = report.overlapping;
  all["refused"] = report.refused;
  all["unproven"] = report.unproven;
  all["skipped"] = report.skipped;
  all["pruned"] = report.pruned;
  all["first_hit"] = report.first_hit;
  all["next"] = report.next;
  all["cancelled"] = report.cancelled;
  nb::dict stages;
  for (std::size_t i = 0; i < report.counters.by_stage.size(); ++i) {
    if (report.counters.by_stage[i] == 0) continue;
    const auto name = to_string(static_cast<Stage>(i));
    stages[nb::str(name.data(), name.size())] = report.counters.by_stage[i];
  }
  all["by_stage"] = stages;
  return all;
}

nb::dict closest_dict(const Closest& closest) {
  nb::dict answer;
  answer["item"] = closest.item;
  answer["lower"] = closest.distance.lower;
  answer["upper"] = closest.distance.upper;
  answer["verdict"] = closest.verdict;
  return answer;
}

}  // namespace sunder::python
