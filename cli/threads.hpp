// SPDX-License-Identifier: Apache-2.0
//
// Runs the program's threads: the library starts none, and borrows these.
#pragma once

#include <atomic>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

#include "sunder/batch.hpp"

namespace sunder::cli {

/// The caller's thread and others that wait between calls. Each free thread takes the next task.
class Threads final : public Executor {
 public:
  /// `count` >= 1 includes the caller's thread.
  explicit Threads(int count);
  ~Threads() override;
  void parallel_for(std::int64_t count, Task task, void* context) override;

 private:
  void serve();
  void work();

  std::vector<std::thread> others_;
  std::mutex mutex_;
  std::condition_variable wake_;
  std::condition_variable done_;
  // Guarded by the mutex:
  std::uint64_t round_ = 0;  ///< counts calls: the other threads wait for the next one
  std::size_t busy_ = 0;     ///< other threads that still work on this call
  bool ending_ = false;
  // Written before a round begins, read during it:
  Task task_ = nullptr;
  void* context_ = nullptr;
  std::int64_t count_ = 0;
  std::atomic<std::int64_t> next_ = 0;
};

/// More threads would only wait for each other.
inline constexpr int kMostThreads = 256;

/// Returns the executor of --threads: null for 1; 0 uses all threads of the machine.
std::unique_ptr<Executor> executor_of(int threads);

}  // namespace sunder::cli
