// SPDX-License-Identifier: Apache-2.0
//
// Idea: Items are decided group by group, a pair a lane. The code of an item does not depend on the
//   other items of its group, so its stage does not depend on the cuts between chunks.
// Source: Gottschalk, Lin, Manocha, OBBTree (1996), for the fifteen axes.
// Bound: Lemma B (box_lanes-inl.hpp) bounds the error.
// Cost: Balls for each group. Groups of boxes with a pair near by take all axes at once, and those
//   with an open pair a second pass for parallel edges.
// Gives up: Pairs whose gaps are within the bound, and matrices far from rotations. They stay open.
#include <algorithm>
#include <cstddef>

#include "batch/lane_items.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "batch/lanes.cpp"
#include <hwy/foreach_target.h>
// The line above includes this file once for each instruction set.
#include <hwy/highway.h>

#include "batch/box_lanes-inl.hpp"
#include "batch/hull_groups-inl.hpp"
#include "batch/matrix_groups-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace sunder::detail::batch::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

/// A group of pairs in lanes, with poses and sizes.
struct Group {
  Placed at;
  Vec3<Floats> half_a, half_b;
  Floats outer,
      inner;  ///< sums of radii of balls: around both; inside both, or 0 if one holds none
};

template <class Stored, class Hulls, bool kCentred>
HWY_INLINE Group load_group(const LaneTables& tables, const LaneItems& items, const Places& places,
                            std::size_t first) {
  const Lanes lanes;
  Group group;
  load_matrices<Stored>(places, first, group.at.a, group.at.b, group.at.w);
  const Hulls body_a(tables, items.lists.body_a + first);
  const Hulls body_b(tables, items.lists.body_b + first);
  const FourLanes half_a = body_a.halves();
  const FourLanes half_b = body_b.halves();
  Placed& at = group.at;
  at.shear = hn::Add(shear(at.a), shear(at.b));
  at.size = sum(Abs(at.w));
  group.half_a = {half_a.v0, half_a.v1, half_a.v2};
  group.half_b = {half_b.v0, half_b.v1, half_b.v2};
  group.outer = hn::Add(half_a.v3, half_b.v3);
  group.inner = hn::Zero(lanes);
  if constexpr (!kCentred) {
    const FourLanes centre_a = body_a.centres();
    const FourLanes centre_b = body_b.centres();
    const Vec3<Floats> of_a{centre_a.v0, centre_a.v1, centre_a.v2};
    const Vec3<Floats> of_b{centre_b.v0, centre_b.v1, centre_b.v2};
    at.w = subtract_combined(at.a, of_a, add_combined(at.b, of_b, at.w));
    const Floats away = hn::Add(sum(Abs(of_a)), sum(Abs(of_b)));
    at.size = hn::MulAdd(hn::Set(lanes, 2.0F), away, at.size);
    const auto both = hn::Gt(hn::Min(centre_a.v3, centre_b.v3), hn::Zero(lanes));
    group.inner = hn::IfThenElseZero(both, hn::Add(centre_a.v3, centre_b.v3));
  }
  return group;
}

/// It is not inlined: few groups need it, and the common path keeps the registers.
template <class Stored, class Hulls, bool kCentred>
HWY_NOINLINE void settle_parallel_group(const LaneTables& tables, const Places& places,
                                        std::size_t first, LaneItems& items) {
  const hn::Rebind<std::uint8_t, Lanes> bytes;
  std::uint8_t* const codes = items.codes.data() + first;
  const Group group = load_group<Stored, Hulls, kCentred>(tables, items, places, first);
  const Codes before = hn::PromoteTo(CodeLanes(), hn::LoadU(bytes, codes));
  const Codes after = settle_beside_parallel(group.at, group.half_a, group.half_b, before);
  hn::StoreU(hn::DemoteTo(bytes, after), bytes, codes);
}

template <LaneKind kKind>
HWY_INLINE Codes settle_kind_of(const Group& group, const LaneItems& items, std::size_t first) {
  if constexpr (kKind == LaneKind::boxes) {
    return settle_boxes(group.at, group.half_a, group.half_b, group.outer);
  } else if constexpr (kKind == LaneKind::balls) {
    return settle_balls(group.at, group.outer, group.inner);
  } else {
    const Lanes lanes;
    return settle_padded_balls(group.at, group.outer, group.inner,
                               hn::LoadU(lanes, items.lower.data() + first),
                               hn::LoadU(lanes, items.upper.data() + first));
  }
}

template <class Stored, class Hulls, bool kCentred, LaneKind kKind>
HWY_INLINE void settle_group(const LaneTables& tables, const Places& places, LaneItems& items,
                             std::size_t first) {
  const hn::Rebind<std::uint8_t, Lanes> bytes;
  std::uint8_t* const to = items.codes.data() + first;
  const Group group = load_group<Stored, Hulls, kCentred>(tables, items, places, first);
  const Codes codes = settle_kind_of<kKind>(group, items, first);
  hn::StoreU(hn::DemoteTo(bytes, codes), bytes, to);
  if (kKind != LaneKind::boxes) return;
  const CodeLanes lanes;
  if (hn::AllFalse(lanes, hn::Eq(codes, hn::Set(lanes, kOpen)))) return;
  settle_parallel_group<Stored, Hulls, kCentred>(tables, places, first, items);
}

template <class Stored, class Hulls, bool kCentred, LaneKind kKind>
HWY_INLINE void settle_items(const LaneTables& tables, LaneItems& items) {
  if (items.count == 0) return;
  Places places;
  find_places(tables, items, places);
  const auto count = static_cast<std::size_t>(items.count);
  const auto n = static_cast<std::size_t>(lane_count());
  if (tables.far) prefetch<Stored>(places, 0, std::min(kAhead, count));
  for (std::size_t first = 0; first < count; first += n) {
    if (tables.far && first + kAhead < count) prefetch<Stored>(places, first + kAhead, n);
    settle_group<Stored, Hulls, kCentred, kKind>(tables, places, items, first);
  }
}

template <class Stored>
HWY_NOINLINE void settle_kind(const LaneTables& tables, LaneKind kind, LaneItems& items) {
  if (kind == LaneKind::margins) {
    settle_items<Stored, HullsOfRecords, false, LaneKind::margins>(tables, items);
  } else if (kind == LaneKind::balls) {
    settle_items<Stored, HullsOfRecords, false, LaneKind::balls>(tables, items);
  } else if (!tables.centred) {
    settle_items<Stored, HullsOfRecords, false, LaneKind::boxes>(tables, items);
  } else if (tables.columns != nullptr && tables.bodies <= HullsOfColumns::most()) {
    settle_items<Stored, HullsOfColumns, true, LaneKind::boxes>(tables, items);
  } else {
    settle_items<Stored, HullsOfRecords, true, LaneKind::boxes>(tables, items);
  }
}

/// Returns the largest indices as unsigned numbers.
LargestIndices largest_of_lists(const LaneLists& lists, std::int32_t count) {
  const hn::CappedTag<std::uint32_t, 16> lanes;
  const auto load = [lanes](const std::int32_t* from) HWY_ATTR {
    return hn::LoadU(lanes, reinterpret_cast<const std::uint32_t*>(from));
  };
  auto hulls = hn::Zero(lanes);
  auto poses = hn::Zero(lanes);
  for (std::int32_t i = 0; i < count; i += static_cast<std::int32_t>(hn::Lanes(lanes))) {
    hulls = hn::Max(hulls, hn::Max(load(lists.body_a + i), load(lists.body_b + i)));
    poses = hn::Max(poses, hn::Max(load(lists.pose_a + i), load(lists.pose_b + i)));
  }
  return {hn::GetLane(hn::MaxOfLanes(lanes, hulls)), hn::GetLane(hn::MaxOfLanes(lanes, poses))};
}

/// Counts the codes of each kind.
void count_codes(std::int32_t count, LaneAnswers& answers) {
  const hn::CappedTag<std::uint8_t, 64> lanes;
  const auto n = static_cast<std::int32_t>(hn::Lanes(lanes));
  answers.counts = {};
  for (std::int32_t i = 0; i < count; i += n) {
    const auto codes = hn::LoadU(lanes, answers.codes.data() + i);
    const auto there = hn::FirstN(lanes, static_cast<std::size_t>(std::min(n, count - i)));
    for (std::uint8_t code = 0; code < kLaneCodes; ++code) {
      const auto same = hn::And(there, hn::Eq(codes, hn::Set(lanes, code)));
      answers.counts[code] += static_cast<std::int32_t>(hn::CountTrue(lanes, same));
    }
  }
}

void settle_items_of(PoseTable<3>::Form form, const LaneTables& tables, LaneKind kind,
                     LaneItems& items) {
  using Form = PoseTable<3>::Form;
  if (form == Form::poses) return settle_kind<Pose3>(tables, kind, items);
  if (form == Form::doubles) return settle_kind<double>(tables, kind, items);
  settle_kind<float>(tables, kind, items);
}

}  // namespace sunder::detail::batch::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace sunder::detail::batch {

HWY_EXPORT(settle_items_of);
HWY_EXPORT(largest_of_lists);
HWY_EXPORT(count_codes);

void settle_lane_items(PoseTable<3>::Form form, const LaneTables& tables, LaneKind kind,
                       LaneItems& items) noexcept {
  HWY_DYNAMIC_DISPATCH(settle_items_of)(form, tables, kind, items);
}

LargestIndices largest_indices(const LaneLists& lists, std::int32_t count) noexcept {
  return HWY_DYNAMIC_DISPATCH(largest_of_lists)(lists, count);
}

void count_lane_codes(std::int32_t count, LaneAnswers& answers) noexcept {
  HWY_DYNAMIC_DISPATCH(count_codes)(count, answers);
}

}  // namespace sunder::detail::batch
#endif
