// SPDX-License-Identifier: Apache-2.0
#include "narrow/polygon_separating_line/polygon_separating_line.hpp"

namespace sunder::detail::polygon_separating_line {

template <int D>
Room<D> room() noexcept {
  if constexpr (D == 2) {
    return {propose, nullptr};
  } else {
    return {};  // only the normals of a polygon are sorted by angle
  }
}

template Room<2> room<2>() noexcept;
template Room<3> room<3>() noexcept;
template Room<kRunTime> room<kRunTime>() noexcept;

}  // namespace sunder::detail::polygon_separating_line
