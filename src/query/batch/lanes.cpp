// SPDX-License-Identifier: Apache-2.0
//
// Blocks of items, group by group. Indices are read and checked for the whole block; items that
// cannot be read are given a readable one's numbers, and left open. Each item goes the same way
// whatever stands beside it, so its stage does not depend on how a batch is cut.
#include "query/batch/lanes.hpp"

#include <algorithm>
#include <numeric>

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

using BlockOfIndices = std::array<std::int32_t, kBlock>;

/// A block's items: indices that are in their tables, and the order in which lanes take them.
struct BlockItems {
  alignas(64) BlockOfIndices hull_a, hull_b, pose_a, pose_b;
  alignas(64) BlockOfIndices order;  ///< boxes first, then those for balls
  std::int32_t boxes = 0;
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

/// Quads of a group of at most 16 pairs: three rows of each matrix, then of each hull the half
/// extents with the radius, and the centre with the inner radius.
struct alignas(64) Staged {
  float rows_a[3][64];
  float rows_b[3][64];
  float half_a[64];
  float half_b[64];
  float centre_a[64];
  float centre_b[64];
};

/// Groups that are staged before the first is settled: what was just stored cannot be loaded yet
/// in vectors of another width.
inline constexpr std::int32_t kAhead = 4;

template <class Real, bool kCentred>
HWY_INLINE void stage_pair(const LaneTables& tables, const BlockItems& items, std::int32_t item,
                           std::int32_t place, Staged& staged) {
  const auto i = static_cast<std::size_t>(item);
  const auto* a =
      reinterpret_cast<const Real*>(tables.poses + items.pose_a[i] * tables.pose_stride);
  const auto* b =
      reinterpret_cast<const Real*>(tables.poses + items.pose_b[i] * tables.pose_stride);
  for (int l = 0; l < 3; ++l) {
    stage_rows(a + 4 * l, b + 4 * l, staged.rows_a[l] + place, staged.rows_b[l] + place);
  }
  const HullRecord& hull_a = tables.records[items.hull_a[i]];
  const HullRecord& hull_b = tables.records[items.hull_b[i]];
  copy_quad(hull_a.half.data(), staged.half_a + place);
  copy_quad(hull_b.half.data(), staged.half_b + place);
  if (kCentred) return;
  copy_quad(hull_a.centre.data(), staged.centre_a + place);
  copy_quad(hull_b.centre.data(), staged.centre_b + place);
}

/// Pairs `begin` on in the block's order; beyond `end` the last one again.
template <class Real, bool kCentred>
HWY_INLINE void stage_group(const LaneTables& tables, const BlockItems& items, std::int32_t begin,
                            std::int32_t end, Staged& staged) {
  const std::int32_t n = lane_count();
  for (std::int32_t lane = 0; lane < n; ++lane) {
    const std::int32_t at = std::min(begin + lane, end - 1);
    stage_pair<Real, kCentred>(tables, items, items.order[static_cast<std::size_t>(at)],
                               quad_place(lane), staged);
  }
}

template <bool kCentred, bool kBoxes>
HWY_INLINE Codes settle_group(const Staged& staged) {
  const Lanes lanes;
  const FourLanes a0 = load_quads(staged.rows_a[0]);
  const FourLanes a1 = load_quads(staged.rows_a[1]);
  const FourLanes a2 = load_quads(staged.rows_a[2]);
  const FourLanes b0 = load_quads(staged.rows_b[0]);
  const FourLanes b1 = load_quads(staged.rows_b[1]);
  const FourLanes b2 = load_quads(staged.rows_b[2]);
  const FourLanes half_a = load_quads(staged.half_a);
  const FourLanes half_b = load_quads(staged.half_b);
  Placed at;
  at.a = {{a0.v0, a1.v0, a2.v0}, {a0.v1, a1.v1, a2.v1}, {a0.v2, a1.v2, a2.v2}};
  at.b = {{b0.v0, b1.v0, b2.v0}, {b0.v1, b1.v1, b2.v1}, {b0.v2, b1.v2, b2.v2}};
  at.w = {b0.v3, b1.v3, b2.v3};
  at.shear = hn::Add(shear(at.a), shear(at.b));
  at.size = sum(absolute(at.w));
  Floats inner = hn::Zero(lanes);
  if (!kCentred) {
    const FourLanes centre_a = load_quads(staged.centre_a);
    const FourLanes centre_b = load_quads(staged.centre_b);
    const Triple of_a{centre_a.v0, centre_a.v1, centre_a.v2};
    const Triple of_b{centre_b.v0, centre_b.v1, centre_b.v2};
    at.w = add_image<true>(at.a, of_a, add_image<false>(at.b, of_b, at.w));
    const Floats centres = hn::Add(sum(absolute(of_a)), sum(absolute(of_b)));
    at.size = hn::MulAdd(hn::Set(lanes, 2.0F), centres, at.size);
    inner = hn::Add(centre_a.v3, centre_b.v3);
  }
  const Floats r = hn::Add(half_a.v3, half_b.v3);
  if (kBoxes) {
    return settle_boxes(at, {half_a.v0, half_a.v1, half_a.v2}, {half_b.v0, half_b.v1, half_b.v2},
                        r);
  }
  return settle_balls(at, r, inner);
}

/// Writes the codes of the pairs from `begin` to `end` - 1 of the block's order.
HWY_INLINE void write_codes(Codes codes, const BlockItems& items, std::int32_t begin,
                            std::int32_t end, LaneAnswers& answers) {
  const hn::Rebind<std::uint8_t, Lanes> bytes;
  HWY_ALIGN std::uint8_t found[16];
  hn::StoreU(hn::DemoteTo(bytes, codes), bytes, found);
  const std::int32_t count = std::min(end - begin, lane_count());
  for (std::int32_t lane = 0; lane < count; ++lane) {
    const std::uint8_t of = found[lane];
    answers.codes[static_cast<std::size_t>(items.order[static_cast<std::size_t>(begin + lane)])] =
        of;
    ++answers.counts[of];
  }
}

template <class Real, bool kCentred, bool kBoxes>
HWY_INLINE void settle_range(const LaneTables& tables, const BlockItems& items, std::int32_t begin,
                             std::int32_t end, LaneAnswers& answers) {
  Staged staged[kAhead];
  const std::int32_t n = lane_count();
  for (std::int32_t first = begin; first < end; first += kAhead * n) {
    for (std::int32_t g = 0; g < kAhead && first + g * n < end; ++g) {
      stage_group<Real, kCentred>(tables, items, first + g * n, end, staged[g]);
    }
    for (std::int32_t g = 0; g < kAhead && first + g * n < end; ++g) {
      write_codes(settle_group<kCentred, kBoxes>(staged[g]), items, first + g * n, end, answers);
    }
  }
}

template <class Real>
HWY_INLINE void settle_block(const LaneTables& tables, const BlockItems& items,
                             LaneAnswers& answers) {
  if (tables.centred) {
    settle_range<Real, true, true>(tables, items, 0, items.boxes, answers);
  } else {
    settle_range<Real, false, true>(tables, items, 0, items.boxes, answers);
  }
  settle_range<Real, false, false>(tables, items, items.boxes, items.count, answers);
}

void settle_doubles(const LaneTables& tables, const BlockItems& items, LaneAnswers& answers) {
  settle_block<double>(tables, items, answers);
}
void settle_floats(const LaneTables& tables, const BlockItems& items, LaneAnswers& answers) {
  settle_block<float>(tables, items, answers);
}

}  // namespace sunder::detail::batch::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace sunder::detail::batch {
namespace {

HWY_EXPORT(settle_doubles);
HWY_EXPORT(settle_floats);

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
  std::uint32_t largest = 0;
  for (std::int32_t i = 0; i < count; ++i) {
    largest = std::max(largest, static_cast<std::uint32_t>(to[static_cast<std::size_t>(i)]));
  }
  return largest;
}

/// Leaves out items whose indices are not in the tables, and puts boxes first.
void order_items(const HullRecords& records, std::uint32_t poses, bool all_read, std::int32_t count,
                 BlockItems& items) noexcept {
  if (all_read && records.all_boxes()) {
    std::iota(items.order.begin(), items.order.begin() + count, 0);
    items.boxes = items.count = count;
    return;
  }
  const auto hulls = static_cast<std::uint32_t>(records.count());
  std::array<std::int32_t, kBlock> others;
  std::int32_t other_count = 0;
  for (std::int32_t i = 0; i < count; ++i) {
    const auto at = static_cast<std::size_t>(i);
    const auto hull_a = static_cast<std::uint32_t>(items.hull_a[at]);
    const auto hull_b = static_cast<std::uint32_t>(items.hull_b[at]);
    const auto pose = std::max(static_cast<std::uint32_t>(items.pose_a[at]),
                               static_cast<std::uint32_t>(items.pose_b[at]));
    if (hull_a >= hulls || hull_b >= hulls || pose >= poses) continue;
    if (records.data()[hull_a].is_box() && records.data()[hull_b].is_box()) {
      items.order[static_cast<std::size_t>(items.boxes++)] = i;
    } else {
      others[static_cast<std::size_t>(other_count++)] = i;
    }
  }
  std::copy_n(others.begin(), other_count, items.order.begin() + items.boxes);
  items.count = items.boxes + other_count;
}

}  // namespace

void settle_in_lanes(const PairBatch<3>& batch, const HullRecords& records, std::int64_t first,
                     std::int32_t count, LaneAnswers& answers) noexcept {
  BlockItems items;
  const std::uint32_t hulls = std::max(read_indices(batch.hull_a, first, count, items.hull_a),
                                       read_indices(batch.hull_b, first, count, items.hull_b));
  const std::uint32_t poses = std::max(read_indices(batch.pose_a, first, count, items.pose_a),
                                       read_indices(batch.pose_b, first, count, items.pose_b));
  answers.counts = {};
  std::fill_n(answers.codes.begin(), count, std::uint8_t{kOpen});
  const auto pose_count = static_cast<std::uint32_t>(
      std::min<std::int64_t>(batch.poses.count, std::int64_t{0x7fffffff}));
  const bool all_read = hulls < static_cast<std::uint32_t>(records.count()) && poses < pose_count;
  order_items(records, pose_count, all_read, count, items);
  answers.counts[kOpen] = count - items.count;
  const LaneTables tables{records.data(), records.all_centred(),
                          static_cast<const std::byte*>(batch.poses.data), batch.poses.stride};
  if (batch.poses.form == PoseTable<3>::Form::doubles) {
    HWY_DYNAMIC_DISPATCH(settle_doubles)(tables, items, answers);
  } else {
    HWY_DYNAMIC_DISPATCH(settle_floats)(tables, items, answers);
  }
}

}  // namespace sunder::detail::batch
#endif
