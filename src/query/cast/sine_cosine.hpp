// SPDX-License-Identifier: Apache-2.0
//
// Computes sine and cosine with a proven bound, from integers alone: neither the host's
// mathematical library nor its rounding mode takes part.
#pragma once

#include "sunder/export.hpp"

namespace sunder::detail {

inline constexpr double kSineError = 0x1p-52;

/// Sine and cosine, both within kSineError of the true values; (0, 1) exactly for an angle of 0.
struct SUNDER_EXPORT SineCosine {
  double sine = 0;
  double cosine = 1;

  /// Takes those of the exact product of two finite doubles, in radians. Returns false where it is 2^60 or more.
  bool set(double angle, double time) noexcept;
};

}  // namespace sunder::detail
