// SPDX-License-Identifier: Apache-2.0
#include "narrow/box_weights.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "narrow/box_weights.cpp"
#include <hwy/foreach_target.h>
// HWY_TARGET_INCLUDE includes this file once for each instruction set.
#include <hwy/highway.h>

#include "narrow/sat/box_weights-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace sunder::detail::sat::HWY_NAMESPACE {

#if SUNDER_BOXES_IN_FLOATS

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

void measure_axes(const Pair<3>&, RigidMeasures&) {}

#endif

}  // namespace sunder::detail::sat::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace sunder::detail::sat {

HWY_EXPORT(measure_axes);

RigidMeasures measure_rigid(const Pair<3>& pair) {
  RigidMeasures found;
  HWY_DYNAMIC_DISPATCH(measure_axes)(pair, found);
  return found;
}

}  // namespace sunder::detail::sat
#endif
