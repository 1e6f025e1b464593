// SPDX-License-Identifier: Apache-2.0
//
// Lists the indices of a block of items in the layout that lanes read: consecutive, in whole
// groups. The caller's list is read in place if it has this layout, else through a copy.
#pragma once

#include <algorithm>
#include <cstdlib>
#include <cstring>

#include "batch/columns.hpp"
#include "batch/lane_items.hpp"

namespace sunder::detail::batch {

/// Returns whether to prefetch poses: the table is larger than about a core's second-level cache.
template <class Poses>
bool is_far(const Poses& poses) noexcept {
  constexpr std::int64_t kNearBytes = 1 << 19;
  return poses.count > kNearBytes / std::max<std::int64_t>(std::abs(poses.stride), 1);
}

/// The entries of a list for the items of a block, with space for a copy.
class BlockList {
 public:
  BlockList(const Indices& list, std::int64_t first, std::int32_t count) noexcept {
    const bool dense = list.data != nullptr && list.stride == sizeof(std::int32_t);
    const std::int32_t* const from = dense ? list.data + first : nullptr;
    const bool aligned = reinterpret_cast<std::uintptr_t>(from) % alignof(std::int32_t) == 0;
    if (dense && aligned && count % static_cast<std::int32_t>(kPadding) == 0) {
      entries_ = from;
      return;
    }
    entries_ = copy_.data();
    if (dense) {
      std::memcpy(copy_.data(), from, static_cast<std::size_t>(count) * sizeof(copy_[0]));
    } else if (list.stride == 0) {
      std::fill_n(copy_.begin(), count, index_at(list, 0));
    } else {
      for (std::int32_t i = 0; i < count; ++i) {
        copy_[static_cast<std::size_t>(i)] = index_at(list, first + i);
      }
    }
    fill_last_group(copy_, count);
  }

  const std::int32_t* entries() const noexcept { return entries_; }
  /// Returns entries that the caller may write: from now on, a copy.
  BlockOfIndices& own(std::int32_t count) noexcept {
    if (entries_ != copy_.data()) std::copy_n(entries_, count, copy_.begin());
    entries_ = copy_.data();
    return copy_;
  }

 private:
  const std::int32_t* entries_;
  BlockOfIndices copy_;
};

/// The four lists of indices of a block.
struct BlockLists {
  template <int D>
  BlockLists(const PairBatch<D>& batch, std::int64_t first, std::int32_t count) noexcept
      : body_a(batch.body_a, first, count),
        body_b(batch.body_b, first, count),
        pose_a(batch.pose_a, first, count),
        pose_b(batch.pose_b, first, count) {}

  LaneLists entries() const noexcept {
    return {body_a.entries(), body_b.entries(), pose_a.entries(), pose_b.entries()};
  }

  BlockList body_a, body_b, pose_a, pose_b;
};

/// Runs a kernel on items, and its second round on those that it left waiting.
template <class Kernel, class Tables>
void run_rounds(Kernel kernel, const Tables& tables, LaneItems& items) noexcept;

/// Items chosen from a block, copied to consecutive entries.
class ChosenItems {
 public:
  void take(const LaneItems& from, std::size_t at) noexcept {
    const auto to = static_cast<std::size_t>(items_.count++);
    body_a_[to] = from.lists.body_a[at];
    body_b_[to] = from.lists.body_b[at];
    pose_a_[to] = from.lists.pose_a[at];
    pose_b_[to] = from.lists.pose_b[at];
    items_.lower[to] = from.lower[at];
    items_.upper[to] = from.upper[at];
    positions_[to] = static_cast<std::uint8_t>(at);
  }
  bool empty() const noexcept { return items_.count == 0; }
  void clear() noexcept { items_.count = 0; }

  /// Runs a kernel on the chosen items, and writes its results to their positions in the block.
  template <class Kernel, class Tables>
  void settle(const Kernel& kernel, const Tables& tables, LaneAnswers& answers) noexcept {
    if (empty()) return;
    run_rounds(kernel, tables, filled());
    for (std::size_t i = 0; i < count(); ++i) {
      answers.codes[positions_[i]] = items_.codes[i];
      if (Kernel::kMeasures) {
        answers.distances[positions_[i]] = {items_.nearest[i], items_.farthest[i]};
      }
    }
  }
  /// Runs a kernel once, and writes its results to the items from which these were taken.
  template <class Kernel, class Tables>
  void settle_once(const Kernel& kernel, const Tables& tables, LaneItems& to) noexcept {
    if (empty()) return;
    kernel.run(tables, filled());
    for (std::size_t i = 0; i < count(); ++i) {
      to.codes[positions_[i]] = items_.codes[i];
      if (!Kernel::kMeasures) continue;
      to.nearest[positions_[i]] = items_.nearest[i];
      to.farthest[positions_[i]] = items_.farthest[i];
    }
  }

 private:
  std::size_t count() const noexcept { return static_cast<std::size_t>(items_.count); }
  /// Returns the items, with the last group filled.
  LaneItems& filled() noexcept {
    for (BlockOfIndices* list : {&body_a_, &body_b_, &pose_a_, &pose_b_}) {
      fill_last_group(*list, items_.count);
    }
    std::fill_n(items_.lower.begin() + items_.count, kPadding, 0.0F);
    std::fill_n(items_.upper.begin() + items_.count, kPadding, 0.0F);
    items_.lists = {body_a_.data(), body_b_.data(), pose_a_.data(), pose_b_.data()};
    return items_;
  }

  alignas(64) BlockOfIndices body_a_, body_b_, pose_a_, pose_b_;
  LaneItems items_;
  std::array<std::uint8_t, kBlock> positions_;
};

template <class Kernel, class Tables>
[[gnu::noinline]] void run_second_round(const Kernel& kernel, const Tables& tables,
                                        LaneItems& items) noexcept {
  ChosenItems waiting;
  for (std::size_t i = 0; i < static_cast<std::size_t>(items.count); ++i) {
    if (items.codes[i] == kWaiting) waiting.take(items, i);
  }
  waiting.settle_once(kernel, tables, items);
}

template <class Kernel, class Tables>
void run_rounds(Kernel kernel, const Tables& tables, LaneItems& items) noexcept {
  kernel.run(tables, items);
  if constexpr (Kernel::kRounds == 2) {
    if (std::memchr(items.codes.data(), kWaiting, static_cast<std::size_t>(items.count)) ==
        nullptr) {
      return;
    }
    kernel.second = true;
    run_second_round(kernel, tables, items);
  }
}

}  // namespace sunder::detail::batch
