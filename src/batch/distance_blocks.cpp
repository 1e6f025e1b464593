// SPDX-License-Identifier: Apache-2.0
//
// A block of items on its way to the lanes that measure distances, and back.
#include "batch/block_lists.hpp"
#include "batch/distance_items.hpp"
#include "batch/distance_lanes.hpp"

namespace sunder::detail::batch {
namespace {

/// Some items of a block, one behind the other.
class ChosenItems {
 public:
  void take(const LaneLists& from, std::size_t at) noexcept {
    const auto to = static_cast<std::size_t>(count_++);
    lists_.body_a[to] = from.body_a[at];
    lists_.body_b[to] = from.body_b[at];
    lists_.pose_a[to] = from.pose_a[at];
    lists_.pose_b[to] = from.pose_b[at];
    positions_[to] = static_cast<std::uint8_t>(at);
  }
  bool empty() const noexcept { return count_ == 0; }

  /// Hands them to the lanes, and what those say to the places that they were taken from.
  void measure(PoseTable<3>::Form form, DistanceItems& items, LaneAnswers& answers) noexcept {
    lists_.fill_last_groups(count_);
    items.items.lists = lists_.entries();
    items.items.count = count_;
    measure_distance_items(form, items);
    for (std::size_t i = 0; i < static_cast<std::size_t>(count_); ++i) {
      const std::size_t at = positions_[i];
      answers.codes[at] = items.items.codes[i];
      answers.distances[at] = {items.lower[i], items.upper[i]};
    }
  }

 private:
  ChosenLists lists_;
  std::array<std::uint8_t, kBlock> positions_;
  std::int32_t count_ = 0;
};

/// Items of pairs of boxes whose indices are in their tables.
class DistanceBlock {
 public:
  DistanceBlock(const PairBatch<3>& batch, const BoxView& boxes, double width) noexcept
      : form_(batch.poses.form) {
    items_.tables = pose_tables_of(batch);
    items_.boxes = boxes.data;
    items_.centred = boxes.all_centred;
    items_.by_axis = false;
    items_.width = width;
  }

  void measure_all(const LaneLists& lists, std::int32_t count, LaneAnswers& answers) noexcept {
    items_.items.lists = lists;
    items_.items.count = count;
    measure_distance_items(form_, items_);
    std::copy_n(items_.items.codes.begin(), count, answers.codes.begin());
    for (std::size_t i = 0; i < static_cast<std::size_t>(count); ++i) {
      answers.distances[i] = {items_.lower[i], items_.upper[i]};
    }
    measure_waiting(lists, count, answers);
  }

  [[gnu::noinline]] void measure_some(const LaneLists& lists, std::int32_t count, ChosenItems& some,
                                      LaneAnswers& answers) noexcept {
    std::fill_n(answers.codes.begin(), count, std::uint8_t{kOpen});
    std::fill_n(answers.distances.begin(), count, Interval{});
    if (some.empty()) return;
    some.measure(form_, items_, answers);
    measure_waiting(lists, count, answers);
  }

 private:
  void measure_waiting(const LaneLists& lists, std::int32_t count, LaneAnswers& answers) noexcept {
    ChosenItems waiting;
    for (std::int32_t i = 0; i < count; ++i) {
      const auto at = static_cast<std::size_t>(i);
      if (answers.codes[at] == kWaiting) waiting.take(lists, at);
    }
    if (waiting.empty()) return;
    items_.by_axis = true;
    items_.tables.far = false;  // they were just read
    waiting.measure(form_, items_, answers);
  }

  PoseTable<3>::Form form_;
  DistanceItems items_;
};

/// Of a block, the pairs of boxes whose indices are in their tables.
void choose_boxes(const LaneLists& lists, std::int32_t count, const BoxView& boxes,
                  std::uint32_t poses, ChosenItems& chosen) noexcept {
  const auto is_box = [&boxes](std::int32_t index) {
    const auto at = static_cast<std::uint32_t>(index);
    return at < boxes.count && boxes.data[at].is_box();
  };
  const auto is_pose = [poses](std::int32_t index) {
    return static_cast<std::uint32_t>(index) < poses;
  };
  for (std::int32_t i = 0; i < count; ++i) {
    const auto at = static_cast<std::size_t>(i);
    const bool boxed = is_box(lists.body_a[at]) && is_box(lists.body_b[at]);
    if (boxed && is_pose(lists.pose_a[at]) && is_pose(lists.pose_b[at])) chosen.take(lists, at);
  }
}

/// Of indices that are read.
void measure_block(const PairBatch<3>& batch, const BoxView& boxes, double width,
                   const LaneLists& lists, std::int32_t count, LaneAnswers& answers) noexcept {
  const LargestIndices largest = largest_indices(lists, count);
  const auto poses =
      static_cast<std::uint32_t>(std::min<std::int64_t>(batch.poses.count, 0x7fffffff));
  DistanceBlock items(batch, boxes, width);
  if (boxes.all_boxes && largest.hull < boxes.count && largest.pose < poses) {
    items.measure_all(lists, count, answers);
    return;
  }
  ChosenItems some;
  choose_boxes(lists, count, boxes, poses, some);
  items.measure_some(lists, count, some, answers);
}

/// Where the table of polytopes has no records; by itself, since a block's are many bytes.
[[gnu::noinline]] void measure_with_own_records(const PairBatch<3>& batch, double width,
                                                BlockLists& block, std::int32_t count,
                                                LaneAnswers& answers) noexcept {
  BlockBoxes own;
  BlockOfIndices& body_a = block.body_a.own(count);
  BlockOfIndices& body_b = block.body_b.own(count);
  const BoxView boxes = own.make(batch.bodies, count, body_a.data(), body_b.data());
  fill_last_group(body_a, count);
  fill_last_group(body_b, count);
  measure_block(batch, boxes, width, block.entries(), count, answers);
}

}  // namespace

void measure_in_lanes(const PairBatch<3>& batch, const BoxRecords& boxes, double width,
                      std::int64_t first, std::int32_t count, LaneAnswers& answers) noexcept {
  BlockLists block(batch, first, count);
  if (boxes.view().data == nullptr) {
    measure_with_own_records(batch, width, block, count, answers);
  } else {
    measure_block(batch, boxes.view(), width, block.entries(), count, answers);
  }
  count_lane_codes(count, answers);
}

}  // namespace sunder::detail::batch
