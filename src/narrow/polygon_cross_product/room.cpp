// SPDX-License-Identifier: Apache-2.0
#include "narrow/polygon_cross_product/polygon_cross_product.hpp"

namespace sunder::detail::polygon_cross_product {

template <int D>
Room<D> room() noexcept {
  if constexpr (D == 2) {
    return {propose, nullptr};
  } else {
    return {};  // only a polygon is bounded by edges
  }
}

template Room<2> room<2>() noexcept;
template Room<3> room<3>() noexcept;
template Room<kRunTime> room<kRunTime>() noexcept;

}  // namespace sunder::detail::polygon_cross_product
