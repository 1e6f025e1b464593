// SPDX-License-Identifier: Apache-2.0
#include "filter/trial.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "filter/trial.cpp"
#include <hwy/foreach_target.h>
// The line above includes this file once for each instruction set.
#include <hwy/highway.h>

#include "filter/fine_pair-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace sunder::detail::HWY_NAMESPACE {

/// All lanes compute the same point; the last one is returned.
std::array<TwofoldNumber, 3> difference_in_lanes(const FilteredPair<3>& filtered, IndexPair kept) {
  using Lanes = hn::CappedTag<double, 4>;
  const Lanes lanes;
  std::array<IndexPair, 4> pairs;
  pairs.fill(kept);
  const auto c = FinePair(filtered).differences(lanes, pairs.data());
  std::array<TwofoldNumber, 3> found;
  for (std::size_t l = 0; l < 3; ++l) {
    HWY_ALIGN double value[4];
    HWY_ALIGN double rest[4];
    hn::Store(c[l].value, lanes, value);
    hn::Store(c[l].rest, lanes, rest);
    found[l] = {value[hn::Lanes(lanes) - 1], rest[hn::Lanes(lanes) - 1]};
  }
  return found;
}

double height_in_lanes(const FilteredPair<3>& filtered, const Vector3& u) {
  return FinePair(filtered).greatest_height(u, filtered.gap_error(u.data()));
}

}  // namespace sunder::detail::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace sunder::detail {

HWY_EXPORT(difference_in_lanes);
HWY_EXPORT(height_in_lanes);

std::array<TwofoldNumber, 3> fine_difference(const FilteredPair<3>& filtered, IndexPair kept) {
  return HWY_DYNAMIC_DISPATCH(difference_in_lanes)(filtered, kept);
}
double fine_height(const FilteredPair<3>& filtered, const Vector3& u) {
  return HWY_DYNAMIC_DISPATCH(height_in_lanes)(filtered, u);
}

}  // namespace sunder::detail
#endif
