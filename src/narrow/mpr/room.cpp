// SPDX-License-Identifier: Apache-2.0
#include "narrow/mpr/mpr.hpp"

namespace sunder::detail::mpr {

template <int D>
Room<D> room() noexcept {
  if constexpr (D == kRunTime) {
    return {};  // rays through portals are drawn in 2-D and 3-D
  } else {
    return {propose<D>, nullptr};
  }
}

template Room<2> room<2>() noexcept;
template Room<3> room<3>() noexcept;
template Room<kRunTime> room<kRunTime>() noexcept;

}  // namespace sunder::detail::mpr
