// SPDX-License-Identifier: Apache-2.0
//
// Derives the limits of casts by steps from the caller's, so that each cast ends.
#pragma once

#include <algorithm>

#include "sunder/cast.hpp"

namespace sunder::detail {

/// Returns the number of poses examined at most; they take some seconds.
inline int most_steps(const CastOptions& options) noexcept {
  constexpr int kMost = 1 << 20;
  return options.max_steps > 0 ? std::min(options.max_steps, kMost) : kMost;
}

/// Times are rounded by 2^-53, so that a finer tolerance means nothing; nor does one that is NaN.
inline double tolerance_of(const CastOptions& options) noexcept {
  constexpr double kLeast = 0x1p-48;
  return options.tolerance > kLeast ? options.tolerance : kLeast;
}

}  // namespace sunder::detail
