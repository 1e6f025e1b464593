// SPDX-License-Identifier: Apache-2.0
#include "narrow/epa/epa.hpp"

namespace sunder::detail::epa {

template <int D>
Room<D> room() noexcept {
  if constexpr (D == kRunTime) {
    return {};  // faces are made of two or three corners
  } else {
    return {propose<D>, nullptr, penetrate<D>};
  }
}

template Room<2> room<2>() noexcept;
template Room<3> room<3>() noexcept;
template Room<kRunTime> room<kRunTime>() noexcept;

}  // namespace sunder::detail::epa
