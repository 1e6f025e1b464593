// SPDX-License-Identifier: Apache-2.0
//
// A block of pairs in the plane on its way to the lanes. Indices are read where they lie if lanes
// can, and checked for the whole block.
#include <algorithm>

#include "batch/block_lists.hpp"
#include "batch/plane_items.hpp"
#include "batch/polygon_lanes.hpp"

namespace sunder::detail::batch {
namespace {

/// Marks the items whose entries are in no table of that length, and gives them the first.
void replace_missing(BlockList& list, std::uint32_t table, std::int32_t count,
                     std::array<bool, kBlock>& missing) noexcept {
  BlockOfIndices& entries = list.own(count);
  for (std::size_t i = 0; i < static_cast<std::size_t>(count); ++i) {
    if (static_cast<std::uint32_t>(entries[i]) < table) continue;
    missing[i] = true;
    entries[i] = 0;
  }
  fill_last_group(entries, count);
}

PlaneTables tables_of(const PairBatch<2>& batch, const PolygonRecords& records) noexcept {
  const std::int64_t stride = batch.poses.stride;
  PlaneTables tables;
  tables.records = records.data();
  tables.columns = &records.columns();
  tables.polygons = records.count();
  tables.corners = records.corners();
  tables.poses = static_cast<const std::byte*>(batch.poses.data);
  tables.pose_stride = stride;
  tables.far = is_far(batch.poses);
  return tables;
}

/// Leaves items open whose indices are in no table.
[[gnu::noinline]] void settle_some(const PairBatch<2>& batch, const PlaneTables& tables,
                                   std::uint32_t poses, std::int32_t count, BlockLists& lists,
                                   LaneAnswers& answers) noexcept {
  const auto polygons = static_cast<std::uint32_t>(tables.polygons);
  std::array<bool, kBlock> missing{};
  replace_missing(lists.body_a, polygons, count, missing);
  replace_missing(lists.body_b, polygons, count, missing);
  replace_missing(lists.pose_a, poses, count, missing);
  replace_missing(lists.pose_b, poses, count, missing);
  settle_plane_items(batch.poses.form, tables, {lists.entries(), answers.codes.data(), count});
  for (std::size_t i = 0; i < static_cast<std::size_t>(count); ++i) {
    if (missing[i]) answers.codes[i] = kOpen;
  }
}

}  // namespace

void settle_in_lanes(const PairBatch<2>& batch, const PolygonRecords& records, std::int64_t first,
                     std::int32_t count, LaneAnswers& answers) noexcept {
  const auto poses =
      static_cast<std::uint32_t>(std::clamp<std::int64_t>(batch.poses.count, 0, 0x7fffffff));
  if (poses == 0 || records.corners() == 0) {
    std::fill_n(answers.codes.begin(), count, std::uint8_t{kOpen});
    answers.counts = {};
    answers.counts[kOpen] = count;
    return;
  }
  const PlaneTables tables = tables_of(batch, records);
  BlockLists lists(batch, first, count);
  const PlaneItems items{lists.entries(), answers.codes.data(), count};
  const LargestIndices largest = largest_indices(items.lists, count);
  if (largest.hull < static_cast<std::uint32_t>(tables.polygons) && largest.pose < poses) {
    settle_plane_items(batch.poses.form, tables, items);
  } else {
    settle_some(batch, tables, poses, count, lists, answers);
  }
  count_lane_codes(count, answers);
}

}  // namespace sunder::detail::batch
