// SPDX-License-Identifier: Apache-2.0
#include "algorithms/edge_projection/edge_projection.hpp"

namespace sunder::detail::edge_projection {

template <int D>
Functions<D> functions() noexcept {
  if constexpr (D == kRunTime) {
    return {};  // topology has edges in 2-D and 3-D alone
  } else {
    return {propose, measure};
  }
}

template Functions<2> functions<2>() noexcept;
template Functions<3> functions<3>() noexcept;
template Functions<kRunTime> functions<kRunTime>() noexcept;

}  // namespace sunder::detail::edge_projection
