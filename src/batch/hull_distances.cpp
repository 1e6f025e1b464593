// SPDX-License-Identifier: Apache-2.0
//
// Compiles the walks of hull_distance_lanes-inl.hpp for each instruction set.
#include "batch/kernels.hpp"
#include "geometry/hull_block.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "batch/hull_distances.cpp"
#include <hwy/foreach_target.h>
// The line above includes this file once for each instruction set.
#include <hwy/highway.h>

#include "batch/hull_distance_lanes-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace sunder::detail::batch::HWY_NAMESPACE {

void measure_hulls_of(const HullDistanceKernel& kernel, const LanePoses& tables, LaneItems& items) {
  with_stored<Pose3>(kernel.form, [&]<class Stored>(std::type_identity<Stored>) HWY_ATTR {
    settle_groups(tables, items, HullDistanceGroups<Stored>{kernel, items});
  });
}

}  // namespace sunder::detail::batch::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace sunder::detail::batch {

HWY_EXPORT(measure_hulls_of);

void HullDistanceKernel::run(const LanePoses& tables, LaneItems& items) const noexcept {
  HWY_DYNAMIC_DISPATCH(measure_hulls_of)(*this, tables, items);
}

bool HullDistanceKernel::suits(const HullBlock& hull) noexcept {
  return hull.count > 0 && hull.in_filter_range;
}

}  // namespace sunder::detail::batch
#endif
