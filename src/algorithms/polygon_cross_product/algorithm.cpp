// SPDX-License-Identifier: Apache-2.0
#include "algorithms/polygon_cross_product/polygon_cross_product.hpp"

namespace sunder::detail::polygon_cross_product {

template <int D>
Functions<D> functions() noexcept {
  if constexpr (D == 2) {
    return {propose, nullptr};
  } else {
    return {};  // only a polygon is bounded by edges
  }
}

template Functions<2> functions<2>() noexcept;
template Functions<3> functions<3>() noexcept;
template Functions<kRunTime> functions<kRunTime>() noexcept;

}  // namespace sunder::detail::polygon_cross_product
