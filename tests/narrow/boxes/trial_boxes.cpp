// SPDX-License-Identifier: Apache-2.0
#include "narrow/boxes/trial.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "narrow/boxes/trial_boxes.cpp"
#include <hwy/foreach_target.h>
// HWY_TARGET_INCLUDE includes this file once for each instruction set.
#include <hwy/highway.h>

#include "narrow/boxes/one_pair-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace sunder::detail::boxes::HWY_NAMESPACE {

void measure_box_gap(const Pair<3>& pair, const Vector3& u, BoxGap& found) {
  const OneBox a(pair.a);
  const OneBox b(pair.b);
  const PosedPair boxes(pair, a, b);
  const Reach<OnePair> reach(boxes);
  const Direction<OnePair> axis = reach.measure(load_three(u.data()));
  found.value = Abs(axis.along) - total(axis.width);
  const bool in_range = pair.a.in_filter_range() && pair.b.in_filter_range() &&
                        greatest_of(reach.reach) < kMostPairReach;
  found.bound = in_range ? reach.error_along(axis) : std::numeric_limits<double>::infinity();
}

HWY_INLINE std::array<double, 4> entries_of(Quad v) {
  alignas(32) std::array<double, 4> entries;
  Store(v, QuadTag(), entries.data());
  return entries;
}

/// Measures as proof.cpp and one_pair.cpp do for their chosen axes.
void measure_axes(const Pair<3>& pair, RigidMeasures& found) {
  const OneBox a(pair.a);
  const OneBox b(pair.b);
  const PosedPair boxes(pair, a, b);
  const Frame<OnePair>& frame = boxes.frame;
  const KeptGaps gaps(frame);
  GreatestAxis<OnePair, GapSize::as_it_comes> greatest(frame);
  gaps.visit(greatest);
  const std::array<Quad, 5> all{gaps.of_a, gaps.of_b, gaps.crossed[0], gaps.crossed[1],
                                gaps.crossed[2]};
  found.known = boxes.in_range;
  found.size = boxes.size;
  found.error = boxes.error;
  found.square_error = kSquaredPhis * boxes.phi + kSquaredUnits * kUnit;
  for (std::size_t number = 0; number < kAxisNumbers; ++number) {
    const CornerWeights corners(boxes, greatest.ways, number);
    const AxisOfOne axis(frame, greatest.ways, number);
    const Quad square =
        number < 8 ? in_all(1) : squared_sines<OnePair>(frame.c.row[number / 4 - 2]);
    found.weight_error = corners.error;
    found.axes[number] = {entries_of(all[number / 4])[number % 4],
                          entries_of(square)[number % 4],
                          entries_of(unfused_dots(a.r, axis.from_a())),
                          entries_of(corners.products),
                          entries_of(corners.weights),
                          entries_of(corners.end_a),
                          entries_of(corners.end_b)};
  }
}

}  // namespace sunder::detail::boxes::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace sunder::detail::boxes {

HWY_EXPORT(measure_box_gap);
HWY_EXPORT(measure_axes);

BoxGap box_gap(const Pair<3>& pair, const Vector3& u) {
  BoxGap found;
  HWY_DYNAMIC_DISPATCH(measure_box_gap)(pair, u, found);
  return found;
}

RigidMeasures measure_rigid(const Pair<3>& pair) {
  RigidMeasures found;
  HWY_DYNAMIC_DISPATCH(measure_axes)(pair, found);
  return found;
}

}  // namespace sunder::detail::boxes
#endif
