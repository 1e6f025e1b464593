// SPDX-License-Identifier: Apache-2.0
#include "algorithms/polygon_separating_line/polygon_separating_line.hpp"

namespace sunder::detail::polygon_separating_line {

template <int D>
Functions<D> functions() noexcept {
  if constexpr (D == 2) {
    return {propose, nullptr};
  } else {
    return {};  // only polygons have normals sorted by angle
  }
}

template Functions<2> functions<2>() noexcept;
template Functions<3> functions<3>() noexcept;
template Functions<kRunTime> functions<kRunTime>() noexcept;

}  // namespace sunder::detail::polygon_separating_line
