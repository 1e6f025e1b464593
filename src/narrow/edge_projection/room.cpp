// SPDX-License-Identifier: Apache-2.0
#include "narrow/edge_projection/edge_projection.hpp"

namespace sunder::detail::edge_projection {

template <int D>
Room<D> room() noexcept {
  if constexpr (D == kRunTime) {
    return {};  // edges are known in 2-D and 3-D alone
  } else {
    return {propose, measure};
  }
}

template Room<2> room<2>() noexcept;
template Room<3> room<3>() noexcept;
template Room<kRunTime> room<kRunTime>() noexcept;

}  // namespace sunder::detail::edge_projection
