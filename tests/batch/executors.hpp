// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <thread>
#include <vector>

#include "sunder/batch.hpp"

namespace sunder::test {

/// Runs the last task first, which exposes any dependence on the order of work.
class Backwards final : public Executor {
 public:
  void parallel_for(std::int64_t count, Task task, void* context) override {
    for (std::int64_t i = count; i > 0; --i) task(context, i - 1);
  }
};

class Threads final : public Executor {
 public:
  explicit Threads(int count) : count_(count) {}
  void parallel_for(std::int64_t count, Task task, void* context) override {
    std::atomic<std::int64_t> next = 0;
    const auto work = [&] {
      for (std::int64_t i = next++; i < count; i = next++) task(context, i);
    };
    std::vector<std::thread> threads;
    for (int i = 0; i < count_; ++i) threads.emplace_back(work);
    for (std::thread& thread : threads) thread.join();
  }

 private:
  int count_;
};

}  // namespace sunder::test
