// SPDX-License-Identifier: Apache-2.0
//
// A block of items on its way to the lanes. Indices are read and checked for the whole block; items
// that cannot be read are left out, and open.
#include <algorithm>

#include "batch/block_lists.hpp"
#include "batch/pose_runs.hpp"

namespace sunder::detail::batch {
namespace {

LaneTables tables_of(const PairBatch<3>& batch, const RecordView& records) noexcept {
  LaneTables tables = pose_tables_of(batch);
  tables.records = records.data;
  tables.columns = records.columns;
  tables.hulls = records.count;
  tables.centred = records.all_centred;
  return tables;
}

void settle_kind(const PairBatch<3>& batch, const RecordView& records, LaneKind kind,
                 LaneItems& items) noexcept {
  settle_lane_items(batch.poses.form, tables_of(batch, records), kind, items);
}

void pad_margins(LaneItems& items) noexcept {
  std::fill_n(items.lower.begin() + items.count, kPadding, 0.0F);
  std::fill_n(items.upper.begin() + items.count, kPadding, 0.0F);
}

/// The items of a block of which one is no pair of boxes, or has an index that is in no table.
class MixedBlock {
 public:
  MixedBlock(const RecordView& records, std::uint32_t poses) noexcept
      : records_(records), poses_(poses) {}

  void settle(const PairBatch<3>& batch, LaneKind kind, const LaneItems& all,
              LaneAnswers& answers) noexcept {
    some_.count = 0;
    for (std::int32_t i = 0; i < all.count; ++i) take(all, static_cast<std::size_t>(i), kind);
    if (some_.count == 0) return;
    lists_.fill_last_groups(some_.count);
    pad_margins(some_);
    some_.lists = lists_.entries();
    settle_kind(batch, records_, kind, some_);
    for (std::int32_t i = 0; i < some_.count; ++i) {
      const auto at = static_cast<std::size_t>(i);
      answers.codes[positions_[at]] = some_.codes[at];
    }
  }

 private:
  void take(const LaneItems& all, std::size_t i, LaneKind kind) noexcept {
    const auto hulls = static_cast<std::uint32_t>(records_.count);
    const auto body_a = static_cast<std::uint32_t>(all.lists.body_a[i]);
    const auto body_b = static_cast<std::uint32_t>(all.lists.body_b[i]);
    const auto pose_a = static_cast<std::uint32_t>(all.lists.pose_a[i]);
    const auto pose_b = static_cast<std::uint32_t>(all.lists.pose_b[i]);
    if (body_a >= hulls || body_b >= hulls || pose_a >= poses_ || pose_b >= poses_) return;
    const bool boxes = records_.data[body_a].is_box() && records_.data[body_b].is_box();
    if (kind != LaneKind::margins && boxes != (kind == LaneKind::boxes)) return;
    const auto to = static_cast<std::size_t>(some_.count++);
    lists_.body_a[to] = all.lists.body_a[i];
    lists_.body_b[to] = all.lists.body_b[i];
    lists_.pose_a[to] = all.lists.pose_a[i];
    lists_.pose_b[to] = all.lists.pose_b[i];
    some_.lower[to] = all.lower[i];
    some_.upper[to] = all.upper[i];
    positions_[to] = i;
  }

  const RecordView& records_;
  std::uint32_t poses_;
  LaneItems some_;
  ChosenLists lists_;
  std::array<std::size_t, kBlock> positions_;
};

/// Of indices that are read: `all_in` where each is in its table.
void settle_items(const PairBatch<3>& batch, const RecordView& records, std::uint32_t poses,
                  std::int64_t first, bool all_in, bool padded, LaneItems& items,
                  LaneAnswers& answers) noexcept {
  const bool of_one_kind = padded || records.all_boxes || records.no_boxes;
  if (all_in && of_one_kind) {
    const LaneKind others = records.all_boxes ? LaneKind::boxes : LaneKind::balls;
    settle_kind(batch, records, padded ? LaneKind::margins : others, items);
    std::copy_n(items.codes.begin(), items.count, answers.codes.begin());
    if (!padded && records.no_boxes) {
      settle_pose_runs(batch, poses, first, tables_of(batch, records), items, answers);
    }
    return;
  }
  std::fill_n(answers.codes.begin(), items.count, std::uint8_t{kOpen});
  MixedBlock some(records, poses);
  if (padded) {
    some.settle(batch, LaneKind::margins, items, answers);
  } else {
    some.settle(batch, LaneKind::boxes, items, answers);
    some.settle(batch, LaneKind::balls, items, answers);
    settle_pose_runs(batch, poses, first, tables_of(batch, records), items, answers);
  }
}

/// Where the table of polytopes has no records; by itself, since a block's are many bytes.
[[gnu::noinline]] void settle_with_own_records(const PairBatch<3>& batch, std::uint32_t poses,
                                               std::int64_t first, bool poses_in, bool padded,
                                               BlockLists& lists, LaneItems& items,
                                               LaneAnswers& answers) noexcept {
  BlockRecords own;
  BlockOfIndices& body_a = lists.body_a.own(items.count);
  BlockOfIndices& body_b = lists.body_b.own(items.count);
  const RecordView records = own.make(batch.bodies, items.count, body_a.data(), body_b.data());
  fill_last_group(body_a, items.count);
  fill_last_group(body_b, items.count);
  items.lists = lists.entries();
  settle_items(batch, records, poses, first, poses_in && own.all_made(), padded, items, answers);
}

}  // namespace

LaneTables pose_tables_of(const PairBatch<3>& batch) noexcept {
  const std::int64_t stride = batch.poses.stride;
  LaneTables tables{};
  tables.poses = static_cast<const std::byte*>(batch.poses.data);
  tables.pose_stride = stride;
  tables.far = is_far(batch.poses);
  return tables;
}

void settle_in_lanes(const PairBatch<3>& batch, const HullRecords& records, std::int64_t first,
                     std::int32_t count, const LaneMargins* margins,
                     LaneAnswers& answers) noexcept {
  LaneItems items;
  items.count = count;
  const bool padded = margins != nullptr;
  if (padded) {
    std::copy_n(margins->lower.begin(), count, items.lower.begin());
    std::copy_n(margins->upper.begin(), count, items.upper.begin());
    pad_margins(items);
  }
  BlockLists lists(batch, first, count);
  items.lists = lists.entries();
  const LargestIndices largest = largest_indices(items.lists, count);
  const auto in_table =
      static_cast<std::uint32_t>(std::min<std::int64_t>(batch.poses.count, 0x7fffffff));
  const RecordView& view = records.view();
  if (view.data == nullptr) {
    settle_with_own_records(batch, in_table, first, largest.pose < in_table, padded, lists, items,
                            answers);
  } else {
    const bool all_in =
        largest.hull < static_cast<std::uint32_t>(view.count) && largest.pose < in_table;
    settle_items(batch, view, in_table, first, all_in, padded, items, answers);
  }
  count_lane_codes(count, answers);
}

}  // namespace sunder::detail::batch
