// SPDX-License-Identifier: Apache-2.0
#include "narrow/epa/epa.hpp"

namespace sunder::detail::epa {

template <int D>
Functions<D> functions() noexcept {
  if constexpr (D == kRunTime) {
    return {};  // faces have two or three corners, so D is 2 or 3
  } else {
    return {propose<D>, nullptr, penetrate<D>};
  }
}

template Functions<2> functions<2>() noexcept;
template Functions<3> functions<3>() noexcept;
template Functions<kRunTime> functions<kRunTime>() noexcept;

}  // namespace sunder::detail::epa
