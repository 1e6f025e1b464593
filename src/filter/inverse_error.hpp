// SPDX-License-Identifier: Apache-2.0
//
// Roundings in the bounds on an approximate inverse, for both forms of Lemma 3.
#pragma once

#include <cstddef>

#include "filter/filtered_pair.hpp"

namespace sunder::detail {

/// What underflow can add to an entry of the bounds.
inline constexpr double kTiny = 0x1p-600;

/// The relative error of a sum of n products, in any rounding mode.
inline double gamma(std::size_t n) noexcept {
  const double units = static_cast<double>(n) * kUnit;
  return units / (1 - units) * (1 + 0x1p-40);
}

}  // namespace sunder::detail
