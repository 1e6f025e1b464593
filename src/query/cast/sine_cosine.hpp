// SPDX-License-Identifier: Apache-2.0
//
// Computes sine and cosine with a proven bound, from integers alone: neither the host's
// mathematical library nor its rounding mode takes part.
#pragma once

#include "sunder/export.hpp"

namespace sunder::detail {

/// Both are within kSineError of the true values; (0, 1) exactly for an angle of 0.
struct SineCosine {
  double sine = 0;
  double cosine = 1;
};
inline constexpr double kSineError = 0x1p-52;

/// Computes sine and cosine of the exact product of two finite doubles, in radians. Returns false
/// where it is 2^60 or more.
SUNDER_EXPORT bool sine_cosine(double angle, double time, SineCosine& result) noexcept;

}  // namespace sunder::detail
