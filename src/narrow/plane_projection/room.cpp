// SPDX-License-Identifier: Apache-2.0
#include "narrow/plane_projection/plane_projection.hpp"

namespace sunder::detail::plane_projection {

template <int D>
Room<D> room() noexcept {
  if constexpr (D == 3) {
    return {propose, nullptr};
  } else {
    return {};  // faces are projected in space only
  }
}

template Room<2> room<2>() noexcept;
template Room<3> room<3>() noexcept;
template Room<kRunTime> room<kRunTime>() noexcept;

}  // namespace sunder::detail::plane_projection
