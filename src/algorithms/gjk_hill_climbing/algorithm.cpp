// SPDX-License-Identifier: Apache-2.0
#include "algorithms/gjk_hill_climbing/gjk_hill_climbing.hpp"

namespace sunder::detail::gjk_hill_climbing {

template <int D>
Functions<D> functions() noexcept {
  if constexpr (D == kRunTime) {
    return {};  // topology has edges in 2-D and 3-D alone
  } else {
    return {propose<D>, measure<D>};
  }
}

template Functions<2> functions<2>() noexcept;
template Functions<3> functions<3>() noexcept;
template Functions<kRunTime> functions<kRunTime>() noexcept;

}  // namespace sunder::detail::gjk_hill_climbing
