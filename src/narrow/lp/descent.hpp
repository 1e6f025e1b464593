// SPDX-License-Identifier: Apache-2.0
//
// Starts the simplex method in many dimensions, where the number of pivots from a basis of slacks
// grows as d^2.
//
// Idea: Walk toward the point of C that is closest to 0, one support point at a time, each step to
// the best point of a segment. If 0 is well inside C, the walk approaches it geometrically. Its
// weighted points are then a solution that only lacks being basic. One pivot for each surplus point
// makes it basic; the walk's residual changes the weights a little.
// Source: Frank, Wolfe (1956), An algorithm for quadratic programming; von Neumann's algorithm as
// Dantzig (1992) describes it. Purification to a basis: Charnes, Kortanek (1963).
// Cost: Two support queries a step, at most kStepsPerDimension d of them.
#pragma once

#include <vector>

#include "narrow/lp/columns.hpp"

namespace sunder::detail::lp {

inline constexpr int kDescentDimension = 48;  ///< below, a basis of slacks is as good a start
inline constexpr int kStepsPerDimension = 2;

struct Descent {
  bool apart = false;  ///< `direction` is proven to separate
  VectorN direction;
  std::vector<IndexPair> pairs;
  std::vector<double> weights;
};

Descent descend(const FilteredPair<kRunTime>& filtered, IndexPair first);

}  // namespace sunder::detail::lp
