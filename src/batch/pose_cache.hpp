// SPDX-License-Identifier: Apache-2.0
//
// Keeps the poses that a thread builds from a table of matrices: a pose takes as long to build as a
// short query. The cache begins to keep poses after it has missed so many that its own memory costs
// less than they did.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "sunder/polytope.hpp"

namespace sunder::detail::batch {

template <int D>
class PoseCache {
 public:
  /// Returns a kept pose, or null.
  const Pose<D>* find(std::int32_t index) const noexcept {
    if (slots_.empty()) return nullptr;
    const Slot& slot = slots_[place(index)];
    return slot.index == index ? &*slot.pose : nullptr;
  }
  /// Keeps a pose that find() missed, in the place of another one. Returns null if it is not kept:
  /// its place may hold `used`, which stays valid.
  const Pose<D>* keep(std::int32_t index, const Pose<D>& pose, const Pose<D>* used) {
    if (misses_ < kSlots && ++misses_ < kSlots) return nullptr;
    if (slots_.empty()) slots_.resize(kSlots);
    Slot& slot = slots_[place(index)];
    if (slot.index >= 0 && &*slot.pose == used) return nullptr;
    slot.index = index;
    return &slot.pose.emplace(pose);
  }

 private:
  static constexpr std::size_t kSlots = 1024;  ///< 160 kB in space, part of a second-level cache
  struct Slot {
    std::int32_t index = -1;
    std::optional<Pose<D>> pose;
  };
  static std::size_t place(std::int32_t index) noexcept {
    return static_cast<std::size_t>(index) % kSlots;
  }

  std::vector<Slot> slots_;
  std::size_t misses_ = 0;
};

}  // namespace sunder::detail::batch
