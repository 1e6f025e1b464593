// SPDX-License-Identifier: Apache-2.0
#include <cstdint>

#include "batch/lanes.hpp"
#include "batch/trial.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "batch/trial_boxes.cpp"
#include <hwy/foreach_target.h>
// The line above includes this file once for each instruction set.
#include <hwy/highway.h>

#include "batch/box_lanes-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace sunder::detail::batch::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

HWY_INLINE Floats in_all_lanes(double x) { return hn::Set(Lanes(), static_cast<float>(x)); }
HWY_INLINE Vec3<Floats> in_all_lanes(const std::array<double, 3>& v) {
  return {in_all_lanes(v[0]), in_all_lanes(v[1]), in_all_lanes(v[2])};
}
HWY_INLINE Matrix in_all_lanes(const std::array<double, 9>& r) {
  return {{{in_all_lanes(r[0]), in_all_lanes(r[3]), in_all_lanes(r[6])},
           {in_all_lanes(r[1]), in_all_lanes(r[4]), in_all_lanes(r[7])},
           {in_all_lanes(r[2]), in_all_lanes(r[5]), in_all_lanes(r[8])}}};
}

/// The steps of load_group().
void measure_lane_gaps(const PlacedBoxes& placed, LaneGaps& found) {
  const Lanes lanes;
  Placed at;
  at.a = in_all_lanes(placed.a);
  at.b = in_all_lanes(placed.b);
  std::array<double, 3> offset{};
  for (std::size_t l = 0; l < 3; ++l) offset[l] = placed.offset_b[l] - placed.offset_a[l];
  at.w = in_all_lanes(offset);
  at.shear = hn::Add(shear(at.a), shear(at.b));
  at.size = sum(Abs(at.w));
  const Vec3<Floats> of_a = in_all_lanes(placed.centre_a);
  const Vec3<Floats> of_b = in_all_lanes(placed.centre_b);
  at.w = subtract_combined(at.a, of_a, add_combined(at.b, of_b, at.w));
  const Floats away = hn::Add(sum(Abs(of_a)), sum(Abs(of_b)));
  at.size = hn::MulAdd(hn::Set(lanes, 2.0F), away, at.size);
  const Vec3<Floats> half_a = in_all_lanes(placed.half_a);
  const Vec3<Floats> half_b = in_all_lanes(placed.half_b);
  const Floats size = hn::Add(at.size, hn::Add(sum(half_a), sum(half_b)));
  const Margin margin = margin_of(at.shear, size);
  found.holds = hn::AllTrue(lanes, margin.holds);
  found.bound = hn::GetLane(margin.value);
  boxes::Frame<FloatPairs> frame;
  set_frame(at, half_a, half_b, frame);
  boxes::GreatestGap<FloatPairs> greatest;
  boxes::measure_gaps(frame, greatest);
  const Vec3<Floats>& gap = greatest.gap;
  found.largest = hn::GetLane(hn::Max(hn::Max(gap.x, gap.y), gap.z));
  const Mask overlaps = boxes::overlap_beside_parallel<FloatPairs>(
      boxes::MeasuredGaps<FloatPairs>{frame}, margin.value);
  found.overlaps = !hn::AllFalse(lanes, hn::And(margin.holds, overlaps));
}

}  // namespace sunder::detail::batch::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace sunder::detail::batch {

HWY_EXPORT(measure_lane_gaps);

LaneGaps box_lane_gaps(const PlacedBoxes& boxes) {
  LaneGaps found;
  HWY_DYNAMIC_DISPATCH(measure_lane_gaps)(boxes, found);
  return found;
}

}  // namespace sunder::detail::batch
#endif
