// SPDX-License-Identifier: Apache-2.0
//
// Blocks of items, group by group. Indices are read and checked for the whole block; items that
// cannot be read are given a readable one's numbers, and left open. Each item goes the same way
// whatever stands beside it, so its stage does not depend on how a batch is cut.
#include "query/batch/lanes.hpp"

#include <algorithm>

#include "query/batch/columns.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "query/batch/lanes.cpp"
#include <hwy/foreach_target.h>
// The line above includes this file once for each instruction set.
#include <hwy/highway.h>

#include "query/batch/box_lanes-inl.hpp"

#ifndef SUNDER_QUERY_BATCH_LANES
#define SUNDER_QUERY_BATCH_LANES
namespace sunder::detail::batch {

/// Groups that are staged before the first is settled: what was just stored cannot be loaded yet
/// in vectors of another width.
inline constexpr std::int32_t kAhead = 4;

/// Entries behind the last item that lanes may read: of a group that is not full.
inline constexpr std::size_t kPadding = 16;
using BlockOfIndices = std::array<std::int32_t, kBlock + kPadding>;

/// Items of one kind, by indices that are in their tables, and what lanes prove of them.
struct LaneItems {
  alignas(64) BlockOfIndices hull_a, hull_b, pose_a, pose_b;
  alignas(64) std::array<std::uint8_t, kBlock + kPadding> codes;
  std::int32_t count = 0;
};

/// The tables, as the kernels read them.
struct LaneTables {
  const HullRecord* records;
  bool centred;  ///< every centre is the origin
  const std::byte* poses;
  std::int64_t pose_stride;
};

}  // namespace sunder::detail::batch
#endif

HWY_BEFORE_NAMESPACE();
namespace sunder::detail::batch::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

/// Where a group's quads stand: kQuads floats each, 16 pairs of four.
inline constexpr std::ptrdiff_t kQuads = 64;
enum Place : std::ptrdiff_t {
  kRowsA = 0,  ///< three rows of a's matrix
  kRowsB = 3 * kQuads,
  kHalfA = 6 * kQuads,  ///< a's half extents, and the radius of the ball around it
  kHalfB = 7 * kQuads,
  kCentreA = 8 * kQuads,  ///< a's centre, and the radius of the ball inside it
  kCentreB = 9 * kQuads,
  kStaged = 10 * kQuads
};

template <class Real>
HWY_INLINE void stage_matrices(const Real* a, const Real* b, float* HWY_RESTRICT to) {
  stage_rows(a, b, to + kRowsA, to + kRowsB);
  stage_rows(a + 4, b + 4, to + kRowsA + kQuads, to + kRowsB + kQuads);
  stage_rows(a + 8, b + 8, to + kRowsA + 2 * kQuads, to + kRowsB + 2 * kQuads);
}
HWY_INLINE void stage_matrices(const Pose3* a, const Pose3* b, float* HWY_RESTRICT to) {
  double rows_a[12];
  double rows_b[12];
  for (int l = 0; l < 3; ++l) {
    for (int k = 0; k < 3; ++k) {
      rows_a[4 * l + k] = a->linear(l, k);
      rows_b[4 * l + k] = b->linear(l, k);
    }
    rows_a[4 * l + 3] = a->offset(l);
    rows_b[4 * l + 3] = b->offset(l);
  }
  stage_matrices(rows_a, rows_b, to);
}

template <class Stored, bool kCentred>
HWY_INLINE void stage_pair(const LaneTables& tables, const LaneItems& items, std::int32_t item,
                           float* HWY_RESTRICT to) {
  const auto i = static_cast<std::size_t>(item);
  const std::byte* const a = tables.poses + items.pose_a[i] * tables.pose_stride;
  const std::byte* const b = tables.poses + items.pose_b[i] * tables.pose_stride;
  stage_matrices(reinterpret_cast<const Stored*>(a), reinterpret_cast<const Stored*>(b), to);
  const HullRecord& hull_a = tables.records[items.hull_a[i]];
  const HullRecord& hull_b = tables.records[items.hull_b[i]];
  copy_quad(hull_a.half.data(), to + kHalfA);
  copy_quad(hull_b.half.data(), to + kHalfB);
  if (kCentred) return;
  copy_quad(hull_a.centre.data(), to + kCentreA);
  copy_quad(hull_b.centre.data(), to + kCentreB);
}

/// Items begin to begin + lane_count() - 1, each quad to where load_quads() looks for it: those of
/// items 0, 4, 8 and 12 first.
template <class Stored, bool kCentred>
HWY_INLINE void stage_group(const LaneTables& tables, const LaneItems& items, std::int32_t begin,
                            float* HWY_RESTRICT to) {
  const std::int32_t n = lane_count();
  for (std::int32_t first = 0; first < std::min(n, 4); ++first) {
    for (std::int32_t lane = first; lane < n; lane += 4, to += 4) {
      stage_pair<Stored, kCentred>(tables, items, begin + lane, to);
    }
  }
}

/// A staged group: where its pairs are, and how large.
struct Group {
  Placed at;
  Triple half_a, half_b;
  Floats outer, inner;  ///< sums of radii of the balls around both, and inside both
};

template <bool kCentred>
HWY_INLINE Group load_group(const float* HWY_RESTRICT staged) {
  const Lanes lanes;
  const FourLanes a0 = load_quads(staged + kRowsA);
  const FourLanes a1 = load_quads(staged + kRowsA + kQuads);
  const FourLanes a2 = load_quads(staged + kRowsA + 2 * kQuads);
  const FourLanes b0 = load_quads(staged + kRowsB);
  const FourLanes b1 = load_quads(staged + kRowsB + kQuads);
  const FourLanes b2 = load_quads(staged + kRowsB + 2 * kQuads);
  const FourLanes half_a = load_quads(staged + kHalfA);
  const FourLanes half_b = load_quads(staged + kHalfB);
  Group group;
  Placed& at = group.at;
  at.a = {{a0.v0, a1.v0, a2.v0}, {a0.v1, a1.v1, a2.v1}, {a0.v2, a1.v2, a2.v2}};
  at.b = {{b0.v0, b1.v0, b2.v0}, {b0.v1, b1.v1, b2.v1}, {b0.v2, b1.v2, b2.v2}};
  at.w = {b0.v3, b1.v3, b2.v3};
  at.shear = hn::Add(shear(at.a), shear(at.b));
  at.size = sum(absolute(at.w));
  group.half_a = {half_a.v0, half_a.v1, half_a.v2};
  group.half_b = {half_b.v0, half_b.v1, half_b.v2};
  group.outer = hn::Add(half_a.v3, half_b.v3);
  group.inner = hn::Zero(lanes);
  if (kCentred) return group;
  const FourLanes centre_a = load_quads(staged + kCentreA);
  const FourLanes centre_b = load_quads(staged + kCentreB);
  const Triple of_a{centre_a.v0, centre_a.v1, centre_a.v2};
  const Triple of_b{centre_b.v0, centre_b.v1, centre_b.v2};
  at.w = add_image<true>(at.a, of_a, add_image<false>(at.b, of_b, at.w));
  const Floats centres = hn::Add(sum(absolute(of_a)), sum(absolute(of_b)));
  at.size = hn::MulAdd(hn::Set(lanes, 2.0F), centres, at.size);
  group.inner = hn::Add(centre_a.v3, centre_b.v3);
  return group;
}

/// Seldom needed, and by itself, so that the many have the registers.
template <bool kCentred>
HWY_NOINLINE void settle_aligned_group(const float* HWY_RESTRICT staged,
                                       std::uint8_t* HWY_RESTRICT codes) {
  const hn::Rebind<std::uint8_t, Lanes> bytes;
  const Group group = load_group<kCentred>(staged);
  const Codes before = hn::PromoteTo(CodeLanes(), hn::LoadU(bytes, codes));
  const Codes after = settle_aligned(group.at, group.half_a, group.half_b, before);
  hn::StoreU(hn::DemoteTo(bytes, after), bytes, codes);
}

template <bool kCentred, bool kBoxes>
HWY_INLINE void settle_group(const float* HWY_RESTRICT staged, std::uint8_t* HWY_RESTRICT to) {
  const hn::Rebind<std::uint8_t, Lanes> bytes;
  const Group group = load_group<kCentred>(staged);
  const Codes codes = kBoxes ? settle_boxes(group.at, group.half_a, group.half_b, group.outer)
                             : settle_balls(group.at, group.outer, group.inner);
  hn::StoreU(hn::DemoteTo(bytes, codes), bytes, to);
  if (!kBoxes) return;
  const CodeLanes lanes;
  if (hn::AllFalse(lanes, hn::Eq(codes, hn::Set(lanes, kOpen)))) return;
  settle_aligned_group<kCentred>(staged, to);
}

template <class Stored, bool kCentred, bool kBoxes>
HWY_INLINE void settle_items(const LaneTables& tables, LaneItems& items) {
  HWY_ALIGN float staged[kAhead * kStaged];
  const std::int32_t n = lane_count();
  for (std::int32_t first = 0; first < items.count; first += kAhead * n) {
    const std::int32_t groups = std::min(kAhead, (items.count - first + n - 1) / n);
    for (std::int32_t g = 0; g < groups; ++g) {
      stage_group<Stored, kCentred>(tables, items, first + g * n, staged + g * kStaged);
    }
    for (std::int32_t g = 0; g < groups; ++g) {
      settle_group<kCentred, kBoxes>(staged + g * kStaged, items.codes.data() + first + g * n);
    }
  }
}

template <class Stored>
HWY_INLINE void settle_kind(const LaneTables& tables, bool boxes, LaneItems& items) {
  if (!boxes) {
    settle_items<Stored, false, false>(tables, items);
  } else if (tables.centred) {
    settle_items<Stored, true, true>(tables, items);
  } else {
    settle_items<Stored, false, true>(tables, items);
  }
}

/// The largest of some indices, read as unsigned numbers: a negative one is above them all.
std::uint32_t largest_index(const std::int32_t* indices, std::int32_t count) {
  const hn::CappedTag<std::uint32_t, 16> lanes;
  const auto n = static_cast<std::int32_t>(hn::Lanes(lanes));
  const auto* from = reinterpret_cast<const std::uint32_t*>(indices);
  auto most = hn::Zero(lanes);
  std::int32_t i = 0;
  for (; i + n <= count; i += n) most = hn::Max(most, hn::LoadU(lanes, from + i));
  std::uint32_t largest = hn::GetLane(hn::MaxOfLanes(lanes, most));
  for (; i < count; ++i) largest = std::max(largest, from[i]);
  return largest;
}

/// How many codes of each kind there are.
void count_codes(std::int32_t count, LaneAnswers& answers) {
  const hn::CappedTag<std::uint8_t, 64> lanes;
  const auto n = static_cast<std::int32_t>(hn::Lanes(lanes));
  answers.counts = {};
  std::int32_t i = 0;
  for (; i + n <= count; i += n) {
    const auto codes = hn::LoadU(lanes, answers.codes.data() + i);
    for (std::uint8_t code = 0; code < kLaneCodes; ++code) {
      const auto same = hn::Eq(codes, hn::Set(lanes, code));
      answers.counts[code] += static_cast<std::int32_t>(hn::CountTrue(lanes, same));
    }
  }
  for (; i < count; ++i) ++answers.counts[answers.codes[static_cast<std::size_t>(i)]];
}

void settle_doubles(const LaneTables& tables, bool boxes, LaneItems& items) {
  settle_kind<double>(tables, boxes, items);
}
void settle_floats(const LaneTables& tables, bool boxes, LaneItems& items) {
  settle_kind<float>(tables, boxes, items);
}
void settle_poses(const LaneTables& tables, bool boxes, LaneItems& items) {
  settle_kind<Pose3>(tables, boxes, items);
}

}  // namespace sunder::detail::batch::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace sunder::detail::batch {
namespace {

HWY_EXPORT(settle_doubles);
HWY_EXPORT(settle_floats);
HWY_EXPORT(settle_poses);
HWY_EXPORT(largest_index);
HWY_EXPORT(count_codes);

/// Items first to first + count - 1 of a list. Returns the largest index, read as unsigned.
std::uint32_t read_indices(const Indices& list, std::int64_t first, std::int32_t count,
                           BlockOfIndices& to) noexcept {
  if (list.data != nullptr && list.stride == sizeof(std::int32_t)) {
    std::memcpy(to.data(), list.data + first, static_cast<std::size_t>(count) * sizeof(to[0]));
  } else if (list.stride == 0) {
    std::fill_n(to.begin(), count, index_at(list, 0));
  } else {
    for (std::int32_t i = 0; i < count; ++i) {
      to[static_cast<std::size_t>(i)] = index_at(list, first + i);
    }
  }
  return HWY_DYNAMIC_DISPATCH(largest_index)(to.data(), count);
}

/// Fills up the last group with the last item.
void pad(LaneItems& items) noexcept {
  const auto end = static_cast<std::size_t>(items.count);
  if (end == 0) return;
  for (BlockOfIndices* list : {&items.hull_a, &items.hull_b, &items.pose_a, &items.pose_b}) {
    std::fill_n(list->begin() + items.count, kPadding, (*list)[end - 1]);
  }
}

void settle_kind(const PairBatch<3>& batch, const HullRecords& records, bool boxes,
                 LaneItems& items) noexcept {
  pad(items);
  const LaneTables tables{records.data(), records.all_centred(),
                          static_cast<const std::byte*>(batch.poses.data), batch.poses.stride};
  switch (batch.poses.form) {
    case PoseTable<3>::Form::poses:
      return HWY_DYNAMIC_DISPATCH(settle_poses)(tables, boxes, items);
    case PoseTable<3>::Form::doubles:
      return HWY_DYNAMIC_DISPATCH(settle_doubles)(tables, boxes, items);
    case PoseTable<3>::Form::floats:
      return HWY_DYNAMIC_DISPATCH(settle_floats)(tables, boxes, items);
  }
}

/// The items of a block of which one is no pair of boxes, or has an index that is in no table.
class MixedBlock {
 public:
  MixedBlock(const HullRecords& records, std::uint32_t poses) noexcept
      : records_(records), poses_(poses) {}

  void settle(const PairBatch<3>& batch, const LaneItems& all, LaneAnswers& answers) noexcept {
    for (const bool boxes : {true, false}) {
      some_.count = 0;
      for (std::int32_t i = 0; i < all.count; ++i) take(all, static_cast<std::size_t>(i), boxes);
      settle_kind(batch, records_, boxes, some_);
      for (std::int32_t i = 0; i < some_.count; ++i) {
        const auto at = static_cast<std::size_t>(i);
        answers.codes[positions_[at]] = some_.codes[at];
      }
    }
  }

 private:
  void take(const LaneItems& all, std::size_t i, bool boxes) noexcept {
    const auto hulls = static_cast<std::uint32_t>(records_.count());
    const auto hull_a = static_cast<std::uint32_t>(all.hull_a[i]);
    const auto hull_b = static_cast<std::uint32_t>(all.hull_b[i]);
    const auto pose_a = static_cast<std::uint32_t>(all.pose_a[i]);
    const auto pose_b = static_cast<std::uint32_t>(all.pose_b[i]);
    if (hull_a >= hulls || hull_b >= hulls || pose_a >= poses_ || pose_b >= poses_) return;
    if (boxes != (records_.data()[hull_a].is_box() && records_.data()[hull_b].is_box())) return;
    const auto to = static_cast<std::size_t>(some_.count++);
    some_.hull_a[to] = all.hull_a[i];
    some_.hull_b[to] = all.hull_b[i];
    some_.pose_a[to] = all.pose_a[i];
    some_.pose_b[to] = all.pose_b[i];
    positions_[to] = i;
  }

  const HullRecords& records_;
  std::uint32_t poses_;
  LaneItems some_;
  std::array<std::size_t, kBlock> positions_;
};

}  // namespace

void settle_in_lanes(const PairBatch<3>& batch, const HullRecords& records, std::int64_t first,
                     std::int32_t count, LaneAnswers& answers) noexcept {
  LaneItems items;
  items.count = count;
  const std::uint32_t hulls = std::max(read_indices(batch.hull_a, first, count, items.hull_a),
                                       read_indices(batch.hull_b, first, count, items.hull_b));
  const std::uint32_t poses = std::max(read_indices(batch.pose_a, first, count, items.pose_a),
                                       read_indices(batch.pose_b, first, count, items.pose_b));
  const auto pose_count =
      static_cast<std::uint32_t>(std::min<std::int64_t>(batch.poses.count, 0x7fffffff));
  const bool all_read = hulls < static_cast<std::uint32_t>(records.count()) && poses < pose_count;
  if (all_read && records.all_boxes()) {
    settle_kind(batch, records, true, items);
    std::copy_n(items.codes.begin(), count, answers.codes.begin());
  } else {
    std::fill_n(answers.codes.begin(), count, std::uint8_t{kOpen});
    MixedBlock(records, pose_count).settle(batch, items, answers);
  }
  HWY_DYNAMIC_DISPATCH(count_codes)(count, answers);
}

}  // namespace sunder::detail::batch
#endif
