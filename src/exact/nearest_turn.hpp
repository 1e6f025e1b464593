// SPDX-License-Identifier: Apache-2.0
//
// Computes cosine and sine rounded to nearest, by integers alone: equal on every platform.
#pragma once

#include "exact/dyadic.hpp"
#include "machine/strict_arithmetic.hpp"

namespace sunder::detail {

struct Turn {
  double cosine = 1;
  double sine = 0;
};

/// Returns the doubles nearest to cos(radians) and sin(radians) of a finite angle. Cost: a few
/// microseconds, tens of them for angles of 2^100 and more.
Turn nearest_turn(double radians);

/// Computes the same with `bits` bits behind the point, at least 54 and as many as the angle has there; false where
/// they do not decide.
bool turn_with(const Dyadic& angle, int bits, Turn& turn);

}  // namespace sunder::detail
