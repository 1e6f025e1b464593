// SPDX-License-Identifier: Apache-2.0
#include "algorithms/separating_vector/separating_vector.hpp"

namespace sunder::detail::separating_vector {

template <int D>
Functions<D> functions() noexcept {
  if constexpr (D == kRunTime) {
    return {};  // the region of directions is an arc or a spherical polygon
  } else {
    return {propose<D>, nullptr};
  }
}

template Functions<2> functions<2>() noexcept;
template Functions<3> functions<3>() noexcept;
template Functions<kRunTime> functions<kRunTime>() noexcept;

}  // namespace sunder::detail::separating_vector
