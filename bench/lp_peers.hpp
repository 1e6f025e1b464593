// SPDX-License-Identifier: Apache-2.0
//
// Wraps the peers of the algorithm lp: general solvers on the article's equations P1. Their
// unknowns are weights on the vertices of each body, nonnegative and of sum 1, with equal means. Is
// there a solution? Each call builds the model from the points, solves it with the solver's
// defaults and destroys it.
#pragma once

#include <vector>

namespace sunder::bench {

/// `count` points of `dimension` coordinates each, one point after the other.
struct PointSet {
  int dimension = 0;
  int count = 0;
  std::vector<double> coordinates;
  double at(int point, int k) const {
    const auto i = static_cast<std::size_t>(point) * static_cast<std::size_t>(dimension);
    return coordinates[i + static_cast<std::size_t>(k)];
  }
};

bool meets_by_glpk(const PointSet& a, const PointSet& b);
bool meets_by_clp(const PointSet& a, const PointSet& b);

const char* glpk_version();
const char* clp_version();

}  // namespace sunder::bench
