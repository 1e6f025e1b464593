// SPDX-License-Identifier: Apache-2.0
#include "algorithms/vclip/vclip.hpp"

namespace sunder::detail::vclip {

template <int D>
Functions<D> functions() noexcept {
  if constexpr (D == 3) {
    return {propose, measure};
  } else {
    return {};  // features of three kinds exist in 3-D only
  }
}

template Functions<2> functions<2>() noexcept;
template Functions<3> functions<3>() noexcept;
template Functions<kRunTime> functions<kRunTime>() noexcept;

}  // namespace sunder::detail::vclip
