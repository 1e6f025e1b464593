// SPDX-License-Identifier: Apache-2.0
//
// Rounds a root plus or minus an exact number, a distance less a radius, to neighbouring doubles.
// The difference is not subtracted, which would cancel, but divided out of the difference of
// squares.
#pragma once

#include "exact/dyadic_sum.hpp"
#include "exact/rounding.hpp"

namespace sunder::detail {

/// sqrt(squared) / divisor * 2^exponent; squared >= 0, divisor > 0.
struct Root {
  BigInt squared;
  BigInt divisor = 1;
  int exponent = 0;

  /// Encloses it between neighbouring doubles, as enclose_root() does.
  Enclosed enclosed() const { return enclose_root(squared, divisor, exponent); }
};

/// Returns sign(root - length) for length >= 0, exactly.
int compare_root(const Root& root, const BigDyadic& length);

/// Returns root + length and |root - length| for length >= 0. The ends are doubles with none
/// between them, or one double twice; upper is infinite where it overflows. An irrational value
/// within 2^-125 of a double, as a share of it, may leave one double between the ends.
Enclosed enclose_sum(const Root& root, const BigDyadic& length);
Enclosed enclose_difference(const Root& root, const BigDyadic& length);

}  // namespace sunder::detail
