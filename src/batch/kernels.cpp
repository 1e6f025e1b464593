// SPDX-License-Identifier: Apache-2.0
//
// Idea: Items are settled group by group, a pair a lane. The code of an item does not depend on the
//   other items of its group, so its stage does not depend on the cuts between chunks. This file
//   chooses the instance of a kernel, and compiles all of them for each instruction set.
// Source: Gottschalk, Lin, Manocha, OBBTree (1996), for the fifteen axes; Snethen, XenoCollide, in
//   Game Programming Gems 7 (2008), for the portals of hulls.
// Bound: Lemmas B (box_lanes-inl.hpp), P (polygon_lanes-inl.hpp) and H (hull_lanes-inl.hpp) bound
//   the errors of floats. Distances have the bounds of a single query, to the last bit.
// Cost: Balls for each group, and all axes, edges or steps for groups with a pair near by.
// Gives up: Pairs whose gaps are within the bound, and matrices far from rotations. They stay open.
#include "batch/kernels.hpp"

#include <algorithm>
#include <cstddef>

#include "batch/bounds.hpp"
#include "geometry/hull_block.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "batch/kernels.cpp"
#include <hwy/foreach_target.h>
// The line above includes this file once for each instruction set.
#include <hwy/highway.h>

#include "batch/box_lanes-inl.hpp"
#include "batch/distance_lanes-inl.hpp"
#include "batch/hull_lanes-inl.hpp"
#include "batch/polygon_groups-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace sunder::detail::batch::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

void settle_boxes_of(const BoxKernel& kernel, const LaneTables& tables, LaneItems& items) {
  with_stored<Pose3>(kernel.form, [&]<class Stored>(std::type_identity<Stored>) HWY_ATTR {
    using Records = FromRecords<HullRecord>;
    using Columns = FromColumns<HullRecord, 2>;
    if (!tables.centred) {
      settle_groups(tables, items, BoxGroups<Stored, Records, false>{tables, items});
    } else if (Columns::holds(tables)) {
      settle_groups(tables, items, BoxGroups<Stored, Columns, true>{tables, items});
    } else {
      settle_groups(tables, items, BoxGroups<Stored, Records, true>{tables, items});
    }
  });
}

void settle_balls_of(const BallKernel& kernel, const LaneTables& tables, LaneItems& items) {
  with_stored<Pose3>(kernel.form, [&]<class Stored>(std::type_identity<Stored>) HWY_ATTR {
    settle_groups(tables, items, BallGroups<Stored>{tables, items, kernel.padded});
  });
}

void measure_boxes_of(const DistanceKernel& kernel, const BoxTables& tables, LaneItems& items) {
  LanePoses poses = tables;
  poses.far = poses.far && !kernel.second;  // the first round has read these poses
  with_stored<Pose3>(kernel.form, [&]<class Stored>(std::type_identity<Stored>) HWY_ATTR {
    settle_groups(poses, items, DistanceGroups<Stored>{tables, items, kernel.width, kernel.second});
  });
}

template <class Stored, class Bodies>
void settle_polygons_in(const PlaneTables& tables, LaneItems& items, bool second) {
  if (tables.corners == 3) {
    settle_groups(tables, items, PolygonGroups<Stored, Bodies, 3>{tables, items, second});
  } else if (tables.corners == 4) {
    settle_groups(tables, items, PolygonGroups<Stored, Bodies, 4>{tables, items, second});
  } else {
    settle_groups(tables, items, PolygonGroups<Stored, Bodies, 8>{tables, items, second});
  }
}

void settle_polygons_of(const PolygonKernel& kernel, const PlaneTables& tables, LaneItems& items) {
  with_stored<Pose2>(kernel.form, [&]<class T>(std::type_identity<T>) HWY_ATTR {
    using Stored = std::conditional_t<std::is_same_v<T, Pose2>, PlanePoses, PlaneRows<T>>;
    using Columns = FromColumns<PolygonRecord, 1>;
    if (Columns::holds(tables)) {
      settle_polygons_in<Stored, Columns>(tables, items, kernel.second);
    } else {
      settle_polygons_in<Stored, FromRecords<PolygonRecord>>(tables, items, kernel.second);
    }
  });
}

void settle_hulls_of(const HullKernel& kernel, const LanePoses& tables, LaneItems& items) {
  LanePoses near = tables;
  near.far = false;  // balls have read these poses
  with_stored<Pose3>(kernel.form, [&]<class Stored>(std::type_identity<Stored>) HWY_ATTR {
    settle_groups(
        near, items,
        HullGroups<Stored>{kernel.a, kernel.b, items, kernel.margin, kernel.hint, kernel.second});
  });
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

}  // namespace sunder::detail::batch::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace sunder::detail::batch {

HWY_EXPORT(settle_boxes_of);
HWY_EXPORT(settle_balls_of);
HWY_EXPORT(measure_boxes_of);
HWY_EXPORT(settle_polygons_of);
HWY_EXPORT(settle_hulls_of);
HWY_EXPORT(largest_of_lists);
HWY_EXPORT(count_codes);

void BoxKernel::run(const LaneTables& tables, LaneItems& items) const noexcept {
  HWY_DYNAMIC_DISPATCH(settle_boxes_of)(*this, tables, items);
}
void BallKernel::run(const LaneTables& tables, LaneItems& items) const noexcept {
  HWY_DYNAMIC_DISPATCH(settle_balls_of)(*this, tables, items);
}
void DistanceKernel::run(const BoxTables& tables, LaneItems& items) const noexcept {
  HWY_DYNAMIC_DISPATCH(measure_boxes_of)(*this, tables, items);
}
void PolygonKernel::run(const PlaneTables& tables, LaneItems& items) const noexcept {
  HWY_DYNAMIC_DISPATCH(settle_polygons_of)(*this, tables, items);
}
void HullKernel::run(const LanePoses& tables, LaneItems& items) const noexcept {
  HWY_DYNAMIC_DISPATCH(settle_hulls_of)(*this, tables, items);
}

LargestIndices largest_indices(const LaneLists& lists, std::int32_t count) noexcept {
  return HWY_DYNAMIC_DISPATCH(largest_of_lists)(lists, count);
}

void count_lane_codes(std::int32_t count, LaneAnswers& answers) noexcept {
  HWY_DYNAMIC_DISPATCH(count_codes)(count, answers);
}

bool LaneHull::suits(const HullBlock& hull) noexcept {
  bool small = true;
  for (std::size_t k = 0; k < 3; ++k) small = small && hull.max_abs[k] <= kMostHullCoordinate;
  return small && hull.count > 0 && hull.count <= kLaneVertices && hull.inscribed > 0;
}

bool LaneHull::can_separate(const HullBlock& hull) noexcept {
  bool small = hull.count > 0;
  for (std::size_t k = 0; k < 3; ++k) small = small && hull.max_abs[k] <= kMostHullCoordinate;
  return small;
}

LaneHull::LaneHull(const HullBlock& hull) noexcept
    : points(hull.points_float),
      stride(hull.stride),
      count(hull.count),
      solid(hull.inscribed > 0),
      box(hull.shape == Shape::box) {
  for (std::size_t k = 0; k < 3; ++k) {
    lower[k] = static_cast<float>(hull.lower[k]);
    upper[k] = static_cast<float>(hull.upper[k]);
    most[k] = static_cast<float>(hull.max_abs[k] * (1 + kRecordShare));
    centre[k] = static_cast<float>(hull.centre[k]);
  }
}

}  // namespace sunder::detail::batch
#endif
