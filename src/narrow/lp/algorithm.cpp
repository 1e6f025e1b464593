// SPDX-License-Identifier: Apache-2.0
#include "narrow/lp/lp.hpp"

namespace sunder::detail::lp {

template <int D>
Functions<D> functions() noexcept {
  return {propose<D>, measure<D>};
}

template Functions<2> functions<2>() noexcept;
template Functions<3> functions<3>() noexcept;
template Functions<kRunTime> functions<kRunTime>() noexcept;

}  // namespace sunder::detail::lp
