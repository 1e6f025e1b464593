// SPDX-License-Identifier: Apache-2.0
//
// Idea: Items are decided group by group, a pair a lane: balls first, then all edges. Edges cost a
//   group as much for one pair as for all. If balls leave few pairs of a group, these wait for a
//   second round in groups of their own. The stage of an item does not depend on the others.
// Bound: Lemma P (polygon_lanes-inl.hpp) bounds the error.
// Cost: Balls for each group, and all edges of both polygons for groups with pairs that remain.
// Gives up: Pairs whose gaps are within the bound, and matrices without a positive determinant.
//   These pairs stay open.
#include <algorithm>
#include <bit>
#include <cstddef>

#include "batch/lane_items.hpp"
#include "geometry/pose_access.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "batch/polygon_lanes.cpp"
#include <hwy/foreach_target.h>
// The line above includes this file once for each instruction set.
#include <hwy/highway.h>

#include "batch/polygon_staging-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace sunder::detail::batch::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

/// A LaneCode for each pair.
using PlaneCodeLanes = hn::RebindToSigned<Lanes>;
using PlaneCodes = hn::Vec<PlaneCodeLanes>;
HWY_INLINE PlaneCodes with_code(LaneCode code, PlaneMask where, PlaneCodes others) {
  const PlaneCodeLanes lanes;
  return hn::IfThenElse(hn::RebindMask(lanes, where), hn::Set(lanes, code), others);
}

/// Decides pairs that balls have not, by all edges.
template <std::size_t kCount, class Polygons>
HWY_INLINE PlaneCodes settle_by_edges(const PlanePlaced& at, const PlaneReach& reach,
                                      PlaneMask left, const Polygons& a, const Polygons& b,
                                      PlaneCodes codes) {
  Corners<kCount> x;
  Corners<kCount> z;
  a.load_corners(x);
  b.load_corners(z);
  turn(at.a, x);
  turn_and_move(at.b, at.x, at.y, z);
  const PlaneMargin margin = margin_of(at, reach);
  left = hn::And(left, margin.holds);
  const Floats gap = largest_gap(x, z);
  const PlaneMask apart = hn::And(left, hn::Gt(gap, margin.value));
  const PlaneMask overlap = hn::And(left, hn::Lt(gap, hn::Neg(margin.value)));
  return with_code(kOverlapByAxes, overlap, with_code(kApartByAxes, apart, codes));
}

/// Items that wait for the second round.
class PlaneQueue {
 public:
  /// Adds the waiting items of a group that begins with item `first`.
  HWY_INLINE void add(std::size_t first, PlaneMask waiting) {
    const PlaneCodeLanes lanes;
    const auto items =
        hn::Add(hn::Iota(lanes, 0), hn::Set(lanes, static_cast<std::int32_t>(first)));
    const auto some = hn::Compress(items, hn::RebindMask(lanes, waiting));
    hn::StoreU(some, lanes, from_.data() + count_);
    count_ += hn::CountTrue(Lanes(), waiting);
  }
  bool is_empty() const { return count_ == 0; }

  /// Returns the waiting items. The last of them fills the last group.
  LaneItems& take(const LaneItems& all) {
    std::fill_n(from_.begin() + count_, kPadding, from_[count_ - 1]);
    for (std::size_t i = 0; i < count_ + kPadding; ++i) {
      const std::int32_t item = from_[i];
      polygon_a_[i] = all.lists.body_a[item];
      polygon_b_[i] = all.lists.body_b[item];
      pose_a_[i] = all.lists.pose_a[item];
      pose_b_[i] = all.lists.pose_b[item];
    }
    items_.lists = {polygon_a_.data(), polygon_b_.data(), pose_a_.data(), pose_b_.data()};
    items_.count = static_cast<std::int32_t>(count_);
    return items_;
  }
  void put_back(LaneItems& all) const {
    for (std::size_t i = 0; i < count_; ++i) {
      all.codes[static_cast<std::size_t>(from_[i])] = items_.codes[i];
    }
  }

 private:
  BlockOfIndices from_, polygon_a_, polygon_b_, pose_a_, pose_b_;
  LaneItems items_;
  std::size_t count_ = 0;
};

/// Writes the codes of a group. If balls leave few pairs, these join the queue, if there is one.
template <class Stored, class Polygons, std::size_t kCount>
HWY_INLINE void settle_group(const PlaneTables& tables, LaneItems& items, const Places& places,
                             std::size_t first, PlaneQueue* queue) {
  const Lanes lanes;
  const hn::Rebind<std::uint8_t, Lanes> bytes;
  std::uint8_t* const to = items.codes.data() + first;
  const PlanePlaced at = load_placed<Stored>(places.a.data() + first, places.b.data() + first);
  const Polygons a(tables, items.lists.body_a + first);
  const Polygons b(tables, items.lists.body_b + first);
  const PlaneStretch of_a = stretch_of(at.a);
  const PlaneStretch of_b = stretch_of(at.b);
  const PlaneReach reach{hn::Mul(of_a.bound, a.farthest()), hn::Mul(of_b.bound, b.farthest())};
  const PlaneMask far = apart_by_balls(at, reach);
  PlaneCodes codes = with_code(kApartByBalls, far, hn::Set(PlaneCodeLanes(), kOpen));
  const std::size_t near = hn::Lanes(lanes) - hn::CountTrue(lanes, far);
  if (near == 0) {
    hn::StoreU(hn::DemoteTo(bytes, codes), bytes, to);
    return;
  }
  if (queue != nullptr && 4 * near <= hn::Lanes(lanes)) {
    queue->add(first,
               hn::AndNot(far, hn::FirstN(lanes, static_cast<std::size_t>(items.count) - first)));
  } else {
    const PlaneMask left = hn::AndNot(far, hn::And(of_a.upright, of_b.upright));
    codes = settle_by_edges<kCount>(at, reach, left, a, b, codes);
  }
  hn::StoreU(hn::DemoteTo(bytes, codes), bytes, to);
}

/// Decides all items; none waits if `queue` is null.
template <class Stored, class Polygons, std::size_t kCount>
HWY_NOINLINE void settle_round(const PlaneTables& tables, LaneItems& items, PlaneQueue* queue) {
  const std::size_t n = hn::Lanes(Lanes());
  const auto count = static_cast<std::size_t>(items.count);
  Places places;
  find_places(tables, items, places);
  for (std::size_t first = 0; first < count; first += n) {
    if (tables.far && first + kAhead < count)
      prefetch_bytes<Stored::kBytes>(places, first + kAhead, n);
    settle_group<Stored, Polygons, kCount>(tables, items, places, first, queue);
  }
}

template <class Stored, class Polygons, std::size_t kCount>
HWY_INLINE void settle_rounds(const PlaneTables& tables, LaneItems& items) {
  PlaneQueue queue;
  settle_round<Stored, Polygons, kCount>(tables, items, &queue);
  if (queue.is_empty()) return;
  settle_round<Stored, Polygons, kCount>(tables, queue.take(items), nullptr);
  queue.put_back(items);
}

template <class Stored, class Polygons>
HWY_INLINE void settle_polygons(const PlaneTables& tables, LaneItems& items) {
  if (tables.corners == 3) return settle_rounds<Stored, Polygons, 3>(tables, items);
  if (tables.corners == 4) return settle_rounds<Stored, Polygons, 4>(tables, items);
  return settle_rounds<Stored, Polygons, 8>(tables, items);
}

template <class Stored>
HWY_INLINE void settle_stored(const PlaneTables& tables, LaneItems& items) {
  if (tables.bodies <= lane_count()) {
    return settle_polygons<Stored, PolygonsOfColumns>(tables, items);
  }
  return settle_polygons<Stored, PolygonsOfRecords>(tables, items);
}

void settle_plane_of(PoseTable<2>::Form form, const PlaneTables& tables, LaneItems& items) {
  using Form = PoseTable<2>::Form;
  if (form == Form::poses) return settle_stored<PlanePoses>(tables, items);
  if (form == Form::doubles) return settle_stored<PlaneRows<double>>(tables, items);
  settle_stored<PlaneRows<float>>(tables, items);
}

}  // namespace sunder::detail::batch::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace sunder::detail::batch {

HWY_EXPORT(settle_plane_of);

void settle_plane_items(PoseTable<2>::Form form, const PlaneTables& tables,
                        LaneItems& items) noexcept {
  HWY_DYNAMIC_DISPATCH(settle_plane_of)(form, tables, items);
}

}  // namespace sunder::detail::batch
#endif
