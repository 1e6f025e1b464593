// SPDX-License-Identifier: Apache-2.0
//
// Computes cosine and sine rounded to nearest, by integers alone: equal on every platform.
#pragma once

#include "machine/strict_arithmetic.hpp"

namespace sunder::detail {

struct Turn {
  double cosine = 1;
  double sine = 0;
};

/// Returns the doubles nearest to cos(radians) and sin(radians) of a finite angle. Cost: a few
/// microseconds, tens of them for angles of 2^100 and more.
Turn nearest_turn(double radians);

}  // namespace sunder::detail
