// SPDX-License-Identifier: Apache-2.0
#include "narrow/mpr/mpr.hpp"

namespace sunder::detail::mpr {

template <int D>
Functions<D> functions() noexcept {
  if constexpr (D == kRunTime) {
    return {};  // portals exist in 2-D and 3-D only
  } else {
    return {propose<D>, nullptr};
  }
}

template Functions<2> functions<2>() noexcept;
template Functions<3> functions<3>() noexcept;
template Functions<kRunTime> functions<kRunTime>() noexcept;

}  // namespace sunder::detail::mpr
