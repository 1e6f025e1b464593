// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "narrow/sat/trial.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "narrow/sat/trial_boxes.cpp"
#include <hwy/foreach_target.h>
// HWY_TARGET_INCLUDE includes this file once for each instruction set.
#include <hwy/highway.h>

#include "narrow/sat/box_quick_pair-inl.hpp"
#include "narrow/sat/box_weights-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace sunder::detail::sat::HWY_NAMESPACE {

void measure_box_gap(const Pair<3>& pair, const Vector3& u, BoxGap& found) {
  BoxDifference c;
  const BoxLanes boxes(pair, c);
  found.value = hn::GetLane(boxes.template gap<3>(broadcast(Lanes(), u.data())));
  double size = 0;
  double norm = 0;
  for (std::size_t l = 0; l < 3; ++l) {
    size += std::fabs(u[l]) * c.reach[l];
    norm += std::fabs(u[l]);
  }
  found.bound = c.units * size + (norm * c.drift + kLeastError);
}

#if SUNDER_BOXES_IN_FLOATS
template <std::size_t kBlock>
HWY_INLINE void measure_block(const FloatBoxes& boxes, const FloatsOf (&row)[3], FloatGaps& found) {
  const Floats floats;
  FloatAxes axes;
  measure_floats<kBlock>(boxes, row, axes);
  hn::StoreU(hn::Sub(hn::Abs(axes.along), width_of(axes)), floats, &found.gap[8 * kBlock]);
  hn::StoreU(dot(axes.direction, axes.direction), floats, &found.squared[8 * kBlock]);
}

void measure_float_gaps(const Pair<3>& pair, FloatGaps& found) {
  const QuickPair c(pair);
  found.known = c.in_range();
  if (!found.known) return;
  FloatBoxes boxes;
  FloatsOf row[3];
  FloatsOf half;
  c.to_floats(row, half, boxes);
  found.error = hn::GetLane(c.float_error());
  found.square_error = hn::GetLane(c.float_square_error());
  measure_block<0>(boxes, row, found);
  measure_block<1>(boxes, row, found);
}

HWY_INLINE std::array<double, 4> entries_of(LanesOf v) {
  std::array<double, 4> entries;
  hn::StoreU(v, Lanes(), entries.data());
  return entries;
}

/// Measures as box_proof.cpp does for its chosen axis.
void measure_axes(const Pair<3>& pair, RigidMeasures& found) {
  const QuickBody a(pair.a);
  const RigidBoxes boxes(pair, a, QuickBody(pair.b));
  const RigidGaps gaps = boxes.gaps();
  const RigidAxes axes(boxes, gaps);
  const std::array<LanesOf, 5> all{gaps.of_a, gaps.of_b, gaps.crossed[0], gaps.crossed[1],
                                   gaps.crossed[2]};
  found.known = true;
  found.size = boxes.size;
  found.error = boxes.error;
  for (std::size_t number = 0; number < kAxisNumbers; ++number) {
    const CornerWeights corners(boxes, gaps, number);
    found.weight_error = corners.error;
    found.axes[number] = {entries_of(all[number / 4])[number % 4],
                          entries_of(unfused_dots(a.r, axes.from_a(number))),
                          entries_of(corners.products),
                          entries_of(corners.weights),
                          entries_of(corners.end_a),
                          entries_of(corners.end_b)};
  }
}
#else
void measure_float_gaps(const Pair<3>&, FloatGaps&) {}
void measure_axes(const Pair<3>&, RigidMeasures&) {}
#endif

}  // namespace sunder::detail::sat::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace sunder::detail::sat {

HWY_EXPORT(measure_box_gap);
HWY_EXPORT(measure_float_gaps);
HWY_EXPORT(measure_axes);

BoxGap box_gap(const Pair<3>& pair, const Vector3& u) {
  BoxGap found;
  HWY_DYNAMIC_DISPATCH(measure_box_gap)(pair, u, found);
  return found;
}

FloatGaps float_gaps(const Pair<3>& pair) {
  FloatGaps found;
  HWY_DYNAMIC_DISPATCH(measure_float_gaps)(pair, found);
  return found;
}

RigidMeasures measure_rigid(const Pair<3>& pair) {
  RigidMeasures found;
  HWY_DYNAMIC_DISPATCH(measure_axes)(pair, found);
  return found;
}

}  // namespace sunder::detail::sat
#endif
