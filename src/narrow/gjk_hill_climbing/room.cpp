// SPDX-License-Identifier: Apache-2.0
#include "narrow/gjk_hill_climbing/gjk_hill_climbing.hpp"

namespace sunder::detail::gjk_hill_climbing {

template <int D>
Room<D> room() noexcept {
  if constexpr (D == kRunTime) {
    return {};  // edges are known in 2-D and 3-D
  } else {
    return {propose<D>, measure<D>};
  }
}

template Room<2> room<2>() noexcept;
template Room<3> room<3>() noexcept;
template Room<kRunTime> room<kRunTime>() noexcept;

}  // namespace sunder::detail::gjk_hill_climbing
