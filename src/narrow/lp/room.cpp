// SPDX-License-Identifier: Apache-2.0
#include "narrow/lp/lp.hpp"

namespace sunder::detail::lp {

template <int D>
Room<D> room() noexcept {
  return {propose<D>, measure<D>};
}

template Room<2> room<2>() noexcept;
template Room<3> room<3>() noexcept;
template Room<kRunTime> room<kRunTime>() noexcept;

}  // namespace sunder::detail::lp
