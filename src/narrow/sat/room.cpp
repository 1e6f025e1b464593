// SPDX-License-Identifier: Apache-2.0
#include "narrow/sat/sat.hpp"

namespace sunder::detail::sat {

Proposed<3> propose(const FilteredPair<3>& filtered, const Search<3>& search) {
  const Pair<3>& pair = filtered.pair();
  if (knows(pair)) return propose_boxes(filtered, search);
  if (pair.a.hull->topology == nullptr || pair.b.hull->topology == nullptr) return {};
  return propose_polytopes(filtered, search);
}

template <int D>
Room<D> room() noexcept {
  if constexpr (D == kRunTime) {
    return {};  // its lists of axes are for 2-D and 3-D, and want the dimension fixed
  } else {
    return {propose, nullptr};
  }
}

template Room<2> room<2>() noexcept;
template Room<3> room<3>() noexcept;
template Room<kRunTime> room<kRunTime>() noexcept;

}  // namespace sunder::detail::sat
