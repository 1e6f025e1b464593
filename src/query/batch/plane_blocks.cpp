// SPDX-License-Identifier: Apache-2.0
//
// A block of pairs in the plane on its way to the lanes. Indices are read where they lie if lanes
// can, and checked for the whole block.
#include <algorithm>
#include <cstdlib>

#include "query/batch/columns.hpp"
#include "query/batch/plane_items.hpp"
#include "query/batch/polygon_lanes.hpp"

namespace sunder::detail::batch {
namespace {

/// Bytes of poses that are left to the hardware: about what a core's second cache holds.
constexpr std::int64_t kNear = 1 << 19;

/// A list's entries for the items of a block, and room for those that cannot be read in place.
class BlockList {
 public:
  BlockList(const Indices& list, std::int64_t first, std::int32_t count) noexcept {
    const bool dense = list.data != nullptr && list.stride == sizeof(std::int32_t);
    const std::int32_t* const from = dense ? list.data + first : nullptr;
    const bool aligned = reinterpret_cast<std::uintptr_t>(from) % alignof(std::int32_t) == 0;
    if (dense && aligned && count == kBlock) {
      entries_ = from;
      return;
    }
    entries_ = copy_.data();
    if (dense) {
      std::memcpy(copy_.data(), from, static_cast<std::size_t>(count) * sizeof(copy_[0]));
    } else {
      for (std::int32_t i = 0; i < count; ++i) {
        copy_[static_cast<std::size_t>(i)] = index_at(list, first + i);
      }
    }
    // The last group is filled up with the last item.
    std::fill_n(copy_.begin() + count, kPadding, copy_[static_cast<std::size_t>(count - 1)]);
  }

  const std::int32_t* entries() const noexcept { return entries_; }
  /// Marks the items whose entries are in no table of that length, and gives them the first.
  void replace_missing(std::uint32_t table, std::int32_t count,
                       std::array<bool, kBlock>& missing) noexcept {
    if (entries_ != copy_.data()) std::copy_n(entries_, count, copy_.begin());
    entries_ = copy_.data();
    for (std::int32_t i = 0; i < count + static_cast<std::int32_t>(kPadding); ++i) {
      const auto at = static_cast<std::size_t>(i);
      const bool outside = i < count ? static_cast<std::uint32_t>(copy_[at]) >= table : true;
      if (!outside) continue;
      if (i < count) missing[at] = true;
      copy_[at] = 0;
    }
  }

 private:
  const std::int32_t* entries_;
  BlockOfIndices copy_;
};

/// The four lists of a block.
struct BlockLists {
  BlockLists(const PairBatch<2>& batch, std::int64_t first, std::int32_t count) noexcept
      : polygon_a(batch.hull_a, first, count),
        polygon_b(batch.hull_b, first, count),
        pose_a(batch.pose_a, first, count),
        pose_b(batch.pose_b, first, count) {}

  PlaneItems items(std::int32_t count, LaneAnswers& answers) const noexcept {
    return {polygon_a.entries(), polygon_b.entries(),  pose_a.entries(),
            pose_b.entries(),    answers.codes.data(), static_cast<std::size_t>(count)};
  }

  BlockList polygon_a, polygon_b, pose_a, pose_b;
};

PlaneTables tables_of(const PairBatch<2>& batch, const PolygonRecords& records) noexcept {
  const std::int64_t stride = batch.poses.stride;
  PlaneTables tables;
  tables.records = records.data();
  tables.columns = &records.columns();
  tables.polygons = records.count();
  tables.corners = records.corners();
  tables.poses = static_cast<const std::byte*>(batch.poses.data);
  tables.pose_stride = stride;
  tables.far = batch.poses.count > kNear / std::max<std::int64_t>(std::abs(stride), 1);
  return tables;
}

/// Leaves items open whose indices are in no table.
[[gnu::noinline]] void settle_some(const PairBatch<2>& batch, const PlaneTables& tables,
                                   std::uint32_t poses, std::int32_t count, BlockLists& lists,
                                   LaneAnswers& answers) noexcept {
  const auto polygons = static_cast<std::uint32_t>(tables.polygons);
  std::array<bool, kBlock> missing{};
  lists.polygon_a.replace_missing(polygons, count, missing);
  lists.polygon_b.replace_missing(polygons, count, missing);
  lists.pose_a.replace_missing(poses, count, missing);
  lists.pose_b.replace_missing(poses, count, missing);
  settle_plane_items(batch.poses.form, tables, lists.items(count, answers));
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
  const PlaneItems items = lists.items(count, answers);
  const LargestIndices largest = largest_indices(items);
  if (largest.hull < static_cast<std::uint32_t>(tables.polygons) && largest.pose < poses) {
    settle_plane_items(batch.poses.form, tables, items);
  } else {
    settle_some(batch, tables, poses, count, lists, answers);
  }
  count_lane_codes(count, answers);
}

}  // namespace sunder::detail::batch
