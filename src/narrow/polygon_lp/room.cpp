// SPDX-License-Identifier: Apache-2.0
#include "narrow/polygon_lp/polygon_lp.hpp"

namespace sunder::detail::polygon_lp {

template <int D>
Room<D> room() noexcept {
  if constexpr (D == 2) {
    return {propose, nullptr};
  } else {
    return {};  // a line separates in the plane only
  }
}

template Room<2> room<2>() noexcept;
template Room<3> room<3>() noexcept;
template Room<kRunTime> room<kRunTime>() noexcept;

}  // namespace sunder::detail::polygon_lp
