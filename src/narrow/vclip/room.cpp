// SPDX-License-Identifier: Apache-2.0
#include "narrow/vclip/vclip.hpp"

namespace sunder::detail::vclip {

template <int D>
Room<D> room() noexcept {
  if constexpr (D == 3) {
    return {propose, measure};
  } else {
    return {};  // features of three kinds are those of bodies in space
  }
}

template Room<2> room<2>() noexcept;
template Room<3> room<3>() noexcept;
template Room<kRunTime> room<kRunTime>() noexcept;

}  // namespace sunder::detail::vclip
