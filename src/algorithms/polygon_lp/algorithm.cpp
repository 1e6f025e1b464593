// SPDX-License-Identifier: Apache-2.0
#include "algorithms/polygon_lp/polygon_lp.hpp"

namespace sunder::detail::polygon_lp {

template <int D>
Functions<D> functions() noexcept {
  if constexpr (D == 2) {
    return {propose, nullptr};
  } else {
    return {};  // a line separates in 2-D only
  }
}

template Functions<2> functions<2>() noexcept;
template Functions<3> functions<3>() noexcept;
template Functions<kRunTime> functions<kRunTime>() noexcept;

}  // namespace sunder::detail::polygon_lp
