// SPDX-License-Identifier: Apache-2.0
//
// Holds the lists of one contact query. They lie on the stack while they fit, and on the heap
// beyond that.
#pragma once

#include <array>
#include <cstddef>
#include <memory_resource>
#include <vector>

namespace sunder::detail {

template <class T>
using List = std::pmr::vector<T>;
using Memory = std::pmr::memory_resource*;

class Scratch {
 public:
  Scratch() noexcept {}  // NOLINT(*-equals-default): the bytes stay uninitialised
  Memory memory() noexcept { return &resource_; }

 private:
  static constexpr std::size_t kBytes = std::size_t{3} << 15;
  alignas(std::max_align_t) std::array<std::byte, kBytes> bytes_;
  std::pmr::monotonic_buffer_resource resource_{bytes_.data(), bytes_.size()};
};

}  // namespace sunder::detail
