// SPDX-License-Identifier: Apache-2.0
#include "narrow/sat/sat.hpp"

namespace sunder::detail::sat {

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
