// SPDX-License-Identifier: Apache-2.0
#include "batch/trial.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "batch/trial_polygons.cpp"
#include <hwy/foreach_target.h>
// The line above includes this file once for each instruction set.
#include <hwy/highway.h>

#include "batch/polygon_lanes-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace sunder::detail::batch::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

HWY_INLINE Floats repeated(double x) { return hn::Set(Lanes(), static_cast<float>(x)); }
HWY_INLINE PlaneMatrix matrix_of(const PlacedPolygon& polygon) {
  const auto& r = polygon.linear;
  return {{repeated(r[0]), repeated(r[1])}, {repeated(r[2]), repeated(r[3])}};
}
HWY_INLINE void load_corners(const PlacedPolygon& polygon, Corners<8>& corners) {
  for (std::size_t i = 0; i < 8; ++i) {
    corners.x[i] = repeated(polygon.corners[i][0]);
    corners.y[i] = repeated(polygon.corners[i][1]);
  }
}

/// The steps of settle_by_edges().
void measure_plane_gap(const PlacedPolygon& a, const PlacedPolygon& b, PlaneGap& found) {
  const Lanes lanes;
  const PlanePlaced at{matrix_of(a), matrix_of(b), repeated(b.offset[0] - a.offset[0]),
                       repeated(b.offset[1] - a.offset[1])};
  const PlaneStretch of_a = stretch_of(at.a);
  const PlaneStretch of_b = stretch_of(at.b);
  const PlaneReach reach{hn::Mul(of_a.bound, repeated(a.farthest)),
                         hn::Mul(of_b.bound, repeated(b.farthest))};
  const PlaneMargin margin = margin_of(at, reach);
  Corners<8> x;
  Corners<8> z;
  load_corners(a, x);
  load_corners(b, z);
  turn(at.a, x);
  turn_and_move(at.b, at.x, at.y, z);
  found.far = hn::AllTrue(lanes, apart_by_balls(at, reach));
  found.upright = hn::AllTrue(lanes, hn::And(of_a.upright, of_b.upright));
  found.holds = hn::AllTrue(lanes, margin.holds);
  found.bound = hn::GetLane(margin.value);
  found.largest = hn::GetLane(largest_gap(x, z));
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
