// SPDX-License-Identifier: Apache-2.0
//
// functions_of() maps an algorithm's name to its functions. Each algorithm defines Functions<D>
// functions<D>() for D = 2, 3 and kRunTime in its own folder. The list of names is
// include/sunder/algorithms.inc.
#pragma once

#include "narrow/algorithm.hpp"

namespace sunder::detail {

/// The functions of an algorithm in this dimension; null where it has none.
template <int D>
struct Functions {
  Proposed<D> (*propose)(const FilteredPair<D>&, const Request<D>&) = nullptr;
  Measured<D> (*measure)(const FilteredPair<D>&, const Request<D>&) = nullptr;
  Depth<D> (*penetrate)(const FilteredPair<D>&, const Request<D>&) = nullptr;
};

#define SUNDER_ALGORITHM(name, ...)  \
  namespace name {                   \
  template <int D>                   \
  Functions<D> functions() noexcept; \
  }
#include "sunder/algorithms.inc"
#undef SUNDER_ALGORITHM

/// Returns no functions for `automatic` and for values that name no algorithm.
template <int D>
Functions<D> functions_of(Algorithm algorithm) noexcept {
  switch (algorithm) {
#define SUNDER_ALGORITHM(name, ...) \
  case Algorithm::name:             \
    return name::functions<D>();
#include "sunder/algorithms.inc"
#undef SUNDER_ALGORITHM
    default:
      return {};
  }
}

/// Returns the proposal of an algorithm; undecided where it does not support this dimension.
template <int D>
Proposed<D> propose_by(Algorithm algorithm, const FilteredPair<D>& pair, const Request<D>& search) {
  const Functions<D> functions = functions_of<D>(algorithm);
  return functions.propose != nullptr ? functions.propose(pair, search) : Proposed<D>{};
}

/// Returns the algorithm that measures for a query that names this one: itself if it can, else gjk.
template <int D>
Algorithm measuring_algorithm(Algorithm algorithm) noexcept {
  return functions_of<D>(algorithm).measure != nullptr ? algorithm : Algorithm::gjk;
}

}  // namespace sunder::detail
