// SPDX-License-Identifier: Apache-2.0
#include "batch/polygon_lane_bounds.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "batch/polygon_lane_bounds.cpp"
#include <hwy/foreach_target.h>
// The line above includes this file once for each instruction set.
#include <hwy/highway.h>

#include "query/batch/polygon_lanes-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace sunder::detail::batch::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

HWY_INLINE Floats repeated(double x) { return hn::Set(Lanes(), static_cast<float>(x)); }
HWY_INLINE PlaneMatrix matrix_of(const PlacedPolygon& polygon) {
  const auto& r = polygon.linear;
  return {repeated(r[0]), repeated(r[1]), repeated(r[2]), repeated(r[3])};
}
HWY_INLINE void load_corners(const PlacedPolygon& polygon, Corners<8>& corners) {
  for (std::size_t i = 0; i <= 8; ++i) {
    const auto& corner = polygon.corners[i % polygon.corners.size()];
    corners.x[i] = repeated(corner[0]);
    corners.y[i] = repeated(corner[1]);
  }
}

/// As settle_group() of query/batch/polygon_lanes.cpp has it.
void measure_plane_gap(const PlacedPolygon& a, const PlacedPolygon& b, PlaneGap& found) {
  const Lanes lanes;
  const PlanePlaced at{matrix_of(a), matrix_of(b), repeated(b.offset[0] - a.offset[0]),
                       repeated(b.offset[1] - a.offset[1])};
  const Floats farthest_a = repeated(a.farthest);
  const Floats farthest_b = repeated(b.farthest);
  const Floats stretch_a = stretch_bound(at.a);
  const Floats stretch_b = stretch_bound(at.b);
  const PlaneMask far = apart_by_balls(at, stretch_a, stretch_b, farthest_a, farthest_b);
  const PlaneMargin margin = margin_of(at, farthest_a, farthest_b);
  const PlaneMask upright = hn::And(is_upright(at.a, stretch_a), is_upright(at.b, stretch_b));
  Corners<8> of_a;
  Corners<8> of_b;
  load_corners(a, of_a);
  load_corners(b, of_b);
  turn(at.a, of_a);
  turn(at.b, of_b);
  const Floats least = hn::Set(lanes, -0x1p127F);
  const Floats of_edges_a = largest_gap(of_a, of_b, at.x, at.y, least);
  const Floats gap = largest_gap(of_b, of_a, hn::Neg(at.x), hn::Neg(at.y), of_edges_a);
  found.far = hn::AllTrue(lanes, far);
  found.upright = hn::AllTrue(lanes, upright);
  found.holds = hn::AllTrue(lanes, margin.holds);
  found.bound = hn::GetLane(margin.value);
  found.largest = hn::GetLane(gap);
}

}  // namespace sunder::detail::batch::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace sunder::detail::batch {

HWY_EXPORT(measure_plane_gap);

PlaneGap polygon_lane_gap(const PlacedPolygon& a, const PlacedPolygon& b) {
  PlaneGap found;
  HWY_DYNAMIC_DISPATCH(measure_plane_gap)(a, b, found);
  return found;
}

}  // namespace sunder::detail::batch
#endif
