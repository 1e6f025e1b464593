// SPDX-License-Identifier: Apache-2.0
//
// Passes a failed allocation from the threads of an executor, to which nothing may be thrown, to the caller's thread.
#pragma once

#include <atomic>
#include <new>
#include <utility>

#include "machine/strict_arithmetic.hpp"

namespace sunder::detail {

class FailedAllocation {
 public:
  /// Calls `work`; returns false if memory ran out there. A build without exceptions ends the program instead.
  template <class Work>
  bool attempt(Work&& work) noexcept {
#if defined(__cpp_exceptions)
    try {
      std::forward<Work>(work)();
    } catch (const std::bad_alloc&) {
      happened_ = true;
      return false;
    }
#else
    std::forward<Work>(work)();
#endif
    return true;
  }
  /// Throws std::bad_alloc if memory ran out in any attempt.
  void pass_on() const {
#if defined(__cpp_exceptions)
    if (happened_) throw std::bad_alloc();
#endif
  }

 private:
  std::atomic<bool> happened_{false};
};

}  // namespace sunder::detail
