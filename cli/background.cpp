// SPDX-License-Identifier: Apache-2.0
//
// Idea: A thread runs the steps in blocks, on the executor's threads. Each step that is done sets a flag of its own. The
// caller waits for the end, or for half a second after an interruption, and reads the flags.
// Cost: A thread; the caller wakes fifty times a second.
// Gives up: Half a second after the interruption; the thread is left alone, and ends with the program.
#include "background.hpp"

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <new>
#include <system_error>
#include <thread>
#include <utility>

namespace sunder::cli {
namespace {

constexpr std::chrono::milliseconds kGrace{500}, kLook{20};
/// Steps between two looks at the flag that ends them early.
constexpr std::size_t kBlock = 256;

/// What both threads see; each owns it.
struct Shared {
  Shared(std::shared_ptr<Steps> given, std::size_t size, std::shared_ptr<Executor> threads)
      : steps(std::move(given)), count(size), executor(std::move(threads)), done(size) {}

  std::shared_ptr<Steps> steps;
  std::size_t count, first = 0;  ///< of the block
  std::shared_ptr<Executor> executor;
  std::vector<std::atomic<bool>> done;
  std::atomic<std::size_t> total = 0;
  std::atomic<bool> stop = false, out_of_memory = false;
  std::mutex mutex;
  std::condition_variable changed;
  bool ended = false;

  /// A thread of an executor cannot throw to the caller.
  static void task(void* context, std::int64_t index) {
    auto& shared = *static_cast<Shared*>(context);
    const std::size_t at = shared.first + static_cast<std::size_t>(index);
    if (shared.stop.load(std::memory_order_relaxed)) return;
    try {
      shared.steps->run(at);
      shared.done[at].store(true, std::memory_order_release);
      shared.total.fetch_add(1, std::memory_order_relaxed);
    } catch (const std::bad_alloc&) {
      shared.out_of_memory = shared.stop = true;
    }
  }

  void run() {
    for (first = 0; first < count && !stop; first += kBlock) {
      const auto size = static_cast<std::int64_t>(std::min(kBlock, count - first));
      if (executor != nullptr) {
        executor->parallel_for(size, &Shared::task, this);
      } else {
        for (std::int64_t i = 0; i < size; ++i) task(this, i);
      }
    }
    const std::lock_guard lock(mutex);
    ended = true;
    changed.notify_all();
  }
};

}  // namespace

BackgroundResult run_in_background(const std::shared_ptr<Steps>& steps, std::size_t count,
                                   const BackgroundOptions& options) {
  BackgroundResult result;
  result.done.resize(count);
  if (count == 0) return result;
  const auto shared = std::make_shared<Shared>(steps, count, options.executor);
  std::thread worker;
  try {
    worker = std::thread([shared] { shared->run(); });
  } catch (const std::system_error&) {
    shared->run();  // the system grants no thread
  }
  {
    std::unique_lock lock(shared->mutex);
    std::chrono::steady_clock::time_point deadline{};
    while (!shared->ended) {
      shared->changed.wait_for(lock, kLook);
      if (options.progress) options.progress(shared->total.load(std::memory_order_relaxed));
      if (options.cancel == nullptr || !options.cancel->load(std::memory_order_relaxed)) continue;
      const auto now = std::chrono::steady_clock::now();
      if (deadline == std::chrono::steady_clock::time_point{}) deadline = now + kGrace;
      if (now >= deadline) break;
    }
    result.abandoned = !shared->ended;
  }
  shared->stop = true;
  if (result.abandoned) {
    worker.detach();
  } else if (worker.joinable()) {
    worker.join();
  }
  if (shared->out_of_memory) throw std::bad_alloc();
  for (std::size_t i = 0; i < count; ++i)
    result.done[i] = shared->done[i].load(std::memory_order_acquire);
  return result;
}

}  // namespace sunder::cli
