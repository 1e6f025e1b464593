// SPDX-License-Identifier: Apache-2.0
//
// Locks. A platform without threads, such as WebAssembly without shared memory, has no std::mutex and needs none.
#pragma once

#include <mutex>

#include "machine/strict_arithmetic.hpp"

namespace sunder::detail {

#if defined(_LIBCPP_HAS_NO_THREADS)
struct Mutex {};
class [[maybe_unused]] Lock {
 public:
  explicit Lock(Mutex& /*unused*/) noexcept {}
  Lock(const Lock&) = delete;
  Lock& operator=(const Lock&) = delete;
};
#else
using Mutex = std::mutex;
using Lock = std::lock_guard<std::mutex>;
#endif

}  // namespace sunder::detail
