// SPDX-License-Identifier: Apache-2.0
#include "threads.hpp"

#include <algorithm>
#include <system_error>

namespace sunder::cli {

/// If the system grants fewer threads than requested, those do the work.
Threads::Threads(int count) {
  try {
    for (int i = 1; i < count; ++i) others_.emplace_back([this] { serve(); });
  } catch (const std::system_error&) {
    return;
  }
}

Threads::~Threads() {
  {
    const std::lock_guard lock(mutex_);
    ending_ = true;
  }
  wake_.notify_all();
  for (std::thread& other : others_) other.join();
}

void Threads::parallel_for(std::int64_t count, Task task, void* context) {
  {
    const std::lock_guard lock(mutex_);
    task_ = task;
    context_ = context;
    count_ = count;
    next_ = 0;
    busy_ = others_.size();
    ++round_;
  }
  wake_.notify_all();
  work();
  std::unique_lock lock(mutex_);
  done_.wait(lock, [this] { return busy_ == 0; });
}

void Threads::serve() {
  std::uint64_t seen = 0;
  std::unique_lock lock(mutex_);
  for (;;) {
    wake_.wait(lock, [&] { return ending_ || round_ != seen; });
    if (ending_) return;
    seen = round_;
    lock.unlock();
    work();
    lock.lock();
    if (--busy_ == 0) done_.notify_one();
  }
}

void Threads::work() {
  for (std::int64_t i = next_++; i < count_; i = next_++) task_(context_, i);
}

std::unique_ptr<Executor> executor_of(int threads) {
  if (threads == 0) threads = static_cast<int>(std::thread::hardware_concurrency());
  threads = std::clamp(threads, 1, kMostThreads);
  if (threads == 1) return nullptr;
  return std::make_unique<Threads>(threads);
}

}  // namespace sunder::cli
