// SPDX-License-Identifier: Apache-2.0
//
// functions_of() maps an algorithm's name to its functions. Each algorithm defines propose() in its own
// folder, for the dimensions that its line of include/sunder/algorithms.inc has. It also defines
// measure() if the line says distance, and penetrate() if it says depth.
#pragma once

#include <algorithm>

#include "narrow/algorithm.hpp"

namespace sunder::detail {

/// The functions of an algorithm in this dimension; null where it has none.
template <int D>
struct Functions {
  Proposed<D> (*propose)(const FilteredPair<D>&, const Request<D>&) = nullptr;
  Measured<D> (*measure)(const FilteredPair<D>&, const Request<D>&) = nullptr;
  Depth<D> (*penetrate)(const FilteredPair<D>&, const Request<D>&) = nullptr;
};

#define SUNDER_ALGORITHM(name, ...)                                           \
  namespace name {                                                            \
  template <int D>                                                            \
  Proposed<D> propose(const FilteredPair<D>& pair, const Request<D>& search); \
  template <int D>                                                            \
  Measured<D> measure(const FilteredPair<D>& pair, const Request<D>& search); \
  template <int D>                                                            \
  Depth<D> penetrate(const FilteredPair<D>& pair, const Request<D>& search);  \
  }
#include "sunder/algorithms.inc"
#undef SUNDER_ALGORITHM

/// The words for dimensions in the list.
namespace dimension {
constexpr bool any(int /*d*/) { return true; }
constexpr bool plane(int d) { return d == 2; }
constexpr bool space(int d) { return d == 3; }
constexpr bool plane_and_space(int d) { return plane(d) || space(d); }
}  // namespace dimension

/// Returns whether the listed questions include this one.
constexpr bool lists(std::initializer_list<Question> questions, Question question) {
  return std::find(questions.begin(), questions.end(), question) != questions.end();
}

/// Returns no functions for `automatic` and for values that name no algorithm.
template <int D>
Functions<D> functions_of(Algorithm algorithm) noexcept {
  using enum Question;
  Functions<D> functions;
  switch (algorithm) {
#define SUNDER_ALGORITHM(name, dimensions, reads, summary, source, ...)                    \
  case Algorithm::name:                                                                    \
    if constexpr (dimension::dimensions(D)) {                                              \
      functions.propose = name::propose<D>;                                                \
      if constexpr (lists({__VA_ARGS__}, distance)) functions.measure = name::measure<D>;  \
      if constexpr (lists({__VA_ARGS__}, depth)) functions.penetrate = name::penetrate<D>; \
    }                                                                                      \
    break;
#include "sunder/algorithms.inc"
#undef SUNDER_ALGORITHM
    default:
      break;
  }
  return functions;
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
