// SPDX-License-Identifier: Apache-2.0
//
// Work that is left where it stands soon after Ctrl-C, though a single step of it may take minutes.
#pragma once

#include <atomic>
#include <cstddef>
#include <functional>
#include <memory>
#include <vector>

#include "sunder/batch.hpp"

namespace sunder::cli {

/// A list of steps. It owns all that they read and write, but what lives until the program ends.
class Steps {
 public:
  virtual ~Steps() = default;
  /// Is called once for each index, on any thread.
  virtual void run(std::size_t index) = 0;
};

struct BackgroundOptions {
  std::shared_ptr<Executor> executor{};  ///< nullptr: one step after the other
  const std::atomic<bool>* cancel = nullptr;
  /// Called on the caller's thread with the number of steps that are done, some times a second.
  std::function<void(std::size_t done)> progress{};
};

struct BackgroundResult {
  std::vector<bool> done;  ///< of each step; what the others write must not be read
  /// A thread still works at a step that is not done. The program must end by obey_interruption(), without taking
  /// apart what the steps read.
  bool abandoned = false;
};

/// Runs all steps on another thread. Once `cancel` is set it returns within half a second. Throws std::bad_alloc if a
/// step does.
BackgroundResult run_in_background(const std::shared_ptr<Steps>& steps, std::size_t count,
                                   const BackgroundOptions& options);

}  // namespace sunder::cli
