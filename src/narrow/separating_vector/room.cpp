// SPDX-License-Identifier: Apache-2.0
#include "narrow/separating_vector/separating_vector.hpp"

namespace sunder::detail::separating_vector {

template <int D>
Room<D> room() noexcept {
  if constexpr (D == kRunTime) {
    return {};  // its region of directions is an arc or a spherical polygon
  } else {
    return {propose<D>, nullptr};
  }
}

template Room<2> room<2>() noexcept;
template Room<3> room<3>() noexcept;
template Room<kRunTime> room<kRunTime>() noexcept;

}  // namespace sunder::detail::separating_vector
