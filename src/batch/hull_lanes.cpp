// SPDX-License-Identifier: Apache-2.0
//
// Idea: One direction, the line of the centres, is tested first for all poses. It separates most
//   that are apart. The other poses are regrouped, so that no lane idles, and portals search them.
// Source: Minkowski portal refinement: Snethen, XenoCollide, in Game Programming Gems 7 (2008).
// Bound: Lemma H (hull_lanes-inl.hpp) bounds the error.
// Cost: A support point for each pose. A pose that remains takes three more to begin its portal,
//   and one for each of at most kMostHullSteps steps.
// Gives up: Poses that Lemma H or the last step leaves undecided. They stay open.
#include "batch/hull_lanes.hpp"

#include <algorithm>
#include <cstddef>

#include "batch/bounds.hpp"
#include "geometry/hull_block.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "batch/hull_lanes.cpp"
#include <hwy/foreach_target.h>
// The line above includes this file once for each instruction set.
#include <hwy/highway.h>

#include "batch/hull_lanes-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace sunder::detail::batch::HWY_NAMESPACE {

using HullCodeLanes = hn::RebindToSigned<Lanes>;

HWY_INLINE void store_codes(const HullSearch& search, std::uint8_t* codes) {
  const HullCodeLanes lanes;
  const hn::Rebind<std::uint8_t, Lanes> bytes;
  const auto apart = hn::RebindMask(lanes, search.apart);
  const auto overlap = hn::RebindMask(lanes, search.overlap);
  const auto others = hn::Set(lanes, kOpen);
  const auto found = hn::IfThenElse(overlap, hn::Set(lanes, kOverlapByPortal), others);
  hn::StoreU(hn::DemoteTo(bytes, hn::IfThenElse(apart, hn::Set(lanes, kApartByPortal), found)),
             bytes, codes);
}

HWY_NOINLINE inline void try_line(const PlacedMatrices& at, const LaneHull& a, const LaneHull& b,
                                  std::uint8_t* codes) {
  const PosedHulls hulls(a, b, at);
  HullSearch search(hulls);
  search.ask(Neg(hulls.inside));
  store_codes(search, codes);
}

HWY_NOINLINE inline void search_group(const PlacedMatrices& at, const LaneHull& a,
                                      const LaneHull& b, std::uint8_t* codes) {
  const PosedHulls hulls(a, b, at);
  HullSearch search(hulls);
  search.run(0.7F + static_cast<float>(std::min(a.count, b.count)) * 0x1p-6F);
  store_codes(search, codes);
}

/// Collects the poses of `all` that are open, in their order.
HWY_INLINE void keep_open(const Places& all, const LaneItems& items, Places& open,
                          std::array<std::uint8_t, kBlock>& positions, std::size_t& count) {
  count = 0;
  for (std::size_t i = 0; i < static_cast<std::size_t>(items.count); ++i) {
    open.a[count] = all.a[i];
    open.b[count] = all.b[i];
    positions[count] = static_cast<std::uint8_t>(i);
    count += items.codes[i] == kOpen ? 1 : 0;
  }
  for (std::size_t i = count; i < count + kPadding && count > 0; ++i) {
    open.a[i] = open.a[count - 1];
    open.b[i] = open.b[count - 1];
  }
}

template <class Stored>
HWY_NOINLINE void settle_hulls(const LanePoses& tables, const LaneHull& a, const LaneHull& b,
                               LaneItems& items) {
  Places all;
  find_places(tables, items, all);
  const auto n = static_cast<std::size_t>(lane_count());
  for (std::size_t i = 0; i < static_cast<std::size_t>(items.count); i += n) {
    try_line(load_matrices<Stored>(all, i), a, b, items.codes.data() + i);
  }
  Places open;
  std::array<std::uint8_t, kBlock> positions;
  std::array<std::uint8_t, kBlock + kPadding> codes;
  std::size_t count = 0;
  keep_open(all, items, open, positions, count);
  for (std::size_t i = 0; i < count; i += n) {
    search_group(load_matrices<Stored>(open, i), a, b, codes.data() + i);
  }
  for (std::size_t i = 0; i < count; ++i) items.codes[positions[i]] = codes[i];
}

void settle_hulls_of(PoseTable<3>::Form form, const LanePoses& tables, const LaneHull& a,
                     const LaneHull& b, LaneItems& items) {
  using Form = PoseTable<3>::Form;
  if (form == Form::poses) return settle_hulls<Pose3>(tables, a, b, items);
  if (form == Form::doubles) return settle_hulls<double>(tables, a, b, items);
  settle_hulls<float>(tables, a, b, items);
}

}  // namespace sunder::detail::batch::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace sunder::detail::batch {

HWY_EXPORT(settle_hulls_of);

bool LaneHull::suits(const HullBlock& hull) noexcept {
  bool small = true;
  for (std::size_t k = 0; k < 3; ++k) small = small && hull.max_abs[k] <= kMostHullCoordinate;
  return small && hull.count > 0 && hull.count <= kLaneVertices && hull.inscribed > 0;
}

LaneHull::LaneHull(const HullBlock& hull) noexcept
    : points(hull.points_float), stride(hull.stride), count(hull.count) {
  for (std::size_t k = 0; k < 3; ++k) {
    most[k] = static_cast<float>(hull.max_abs[k] * (1 + kRecordShare));
    centre[k] = static_cast<float>(hull.centre[k]);
  }
}

void settle_hulls_in_lanes(PoseTable<3>::Form form, const LanePoses& tables, const LaneHull& a,
                           const LaneHull& b, LaneItems& items) noexcept {
  HWY_DYNAMIC_DISPATCH(settle_hulls_of)(form, tables, a, b, items);
}

}  // namespace sunder::detail::batch
#endif
