// SPDX-License-Identifier: Apache-2.0
#include "narrow/gjk/gjk.hpp"

namespace sunder::detail::gjk {

template <int D>
Functions<D> functions() noexcept {
  return {propose<D>, measure<D>};
}

template Functions<2> functions<2>() noexcept;
template Functions<3> functions<3>() noexcept;
template Functions<kRunTime> functions<kRunTime>() noexcept;

}  // namespace sunder::detail::gjk
