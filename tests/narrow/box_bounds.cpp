// SPDX-License-Identifier: Apache-2.0
#include "narrow/box_bounds.hpp"

#include <cmath>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "narrow/box_bounds.cpp"
#include <hwy/foreach_target.h>
// HWY_TARGET_INCLUDE includes this file once for each instruction set.
#include <hwy/highway.h>

#include "narrow/sat/box_quick_pair-inl.hpp"

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
#else
void measure_float_gaps(const Pair<3>&, FloatGaps&) {}
#endif

}  // namespace sunder::detail::sat::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace sunder::detail::sat {

HWY_EXPORT(measure_box_gap);
HWY_EXPORT(measure_float_gaps);

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

}  // namespace sunder::detail::sat
#endif
