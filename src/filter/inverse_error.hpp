// SPDX-License-Identifier: Apache-2.0
//
// Bounds the roundings of the bounds on an approximate inverse, for both forms of Lemma 3.
#pragma once

#include <cstddef>

#include "filter/bounds.hpp"
#include "filter/filtered_pair.hpp"

namespace sunder::detail {

/// Returns the relative error of a sum of n products, in any rounding mode.
inline double gamma(std::size_t n) noexcept {
  const double units = static_cast<double>(n) * kUnit;
  return units / (1 - units) * (1 + kGammaShare);
}

}  // namespace sunder::detail
