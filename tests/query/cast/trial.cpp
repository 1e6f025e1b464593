// SPDX-License-Identifier: Apache-2.0
#include "query/cast/trial.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "query/cast/trial.cpp"
#include <hwy/foreach_target.h>
// The line above includes this file once for each instruction set.
#include <hwy/highway.h>

#include "query/cast/entry_time-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace sunder::detail::HWY_NAMESPACE {

Packed heads_of(const Vector3& plane) {
  Vector3 u = plane;
  normalise(u.data(), 3);
  return Quantum(kHeadQuantum).head(load_packed(u.data()));
}

void heights_in_lanes(const EntryBody& a, const EntryBody& b, const std::array<IndexPair, 3>& pairs,
                      const Vector3& plane, double reach, bool tracked, HeightTrial& trial) {
  const Packed u = heads_of(plane);
  const Scales scales{power_above(reach), u, total(Abs(u))};
  Heights heights;
  trial.known = tracked ? find_heights<true>(a, b, pairs, scales, heights)
                        : find_heights<false>(a, b, pairs, scales, heights);
  trial.u = vector_of(u);
  for (std::size_t i = 0; i < 3; ++i) {
    trial.high[i] = heights.high[i];
    trial.low[i] = heights.low[i];
    trial.bound[i] = heights.bound[i];
  }
}

void closing_in_lanes(const EntryBody& a, const EntryBody& b, const Vector3& plane,
                      HeightTrial& trial) {
  const Packed u = heads_of(plane);
  const Packed first = load_packed(a.translation);
  const Packed second = load_packed(b.translation);
  const double fastest = largest_of(Max(Abs(first), Abs(second)));
  const Sum sum = split_difference(second, first, u, kHeadQuantum * 2 * power_above(fastest));
  trial.known = true;
  trial.u = vector_of(u);
  trial.high[0] = sum.high;
  trial.low[0] = sum.low;
  trial.bound[0] = bound_of(sum);
}

}  // namespace sunder::detail::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace sunder::detail {

HWY_EXPORT(heights_in_lanes);
HWY_EXPORT(closing_in_lanes);

HeightTrial try_heights(const EntryBody& a, const EntryBody& b,
                        const std::array<IndexPair, 3>& pairs, const Vector3& plane, double reach,
                        bool tracked) {
  HeightTrial trial;
  HWY_DYNAMIC_DISPATCH(heights_in_lanes)(a, b, pairs, plane, reach, tracked, trial);
  return trial;
}

HeightTrial try_closing(const EntryBody& a, const EntryBody& b, const Vector3& plane) {
  HeightTrial trial;
  HWY_DYNAMIC_DISPATCH(closing_in_lanes)(a, b, plane, trial);
  return trial;
}

}  // namespace sunder::detail
#endif
