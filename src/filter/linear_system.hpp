// SPDX-License-Identifier: Apache-2.0
//
// Tests by Lemma 3 whether 0 is inside the simplex of d+1 points of C, in any dimension. It uses
// Rump's verified linear system. The weights lambda solve M lambda = e, where M has the points over
// a row of ones. Let Y be an approximate inverse, lambda^ an approximate solution, and in max norms
//
//   alpha = || |I - Y M| + |Y| E ||,
//
//   rho = || |Y (M lambda^ - e)| + |Y| E |lambda^| ||,
//
// where E bounds the error of M's entries. If alpha < 1, then M is regular and no weight differs
// from lambda^ by more than rho / (1 - alpha). Both are computed with bounds on their own
// roundings.
#pragma once

#include <span>
#include <vector>

#include "machine/strict_arithmetic.hpp"

namespace sunder::detail {

/// `points` holds d+1 points of d doubles each, `errors` the d bounds of MinkowskiPoints::errors().
/// Returns true only if 0 is in the interior of the simplex of the exact points. Cost: O(d^3);
/// allocates.
bool proves_interior(std::span<const double> points, std::span<const double> errors);

}  // namespace sunder::detail
