// SPDX-License-Identifier: Apache-2.0
//
// Walk is the state of GJK's loop in 2-D and 3-D. A walk starts from a direction. If `first_proof`,
// it stops at the first proof. Otherwise it records a separation and continues to the closest
// point, or until it can compare the distance with a margin.
#pragma once

#include <limits>

#include "filter/filtered_pair.hpp"
#include "narrow/algorithm.hpp"
#include "narrow/closest_simplex.hpp"

namespace sunder::detail::simplex_walk {

template <int D>
struct Walk {
  Simplex<D> simplex;
  Vector<D> direction{};                 ///< of the last support query, or of the proof
  DirectionalGap gap;                    ///< along it; its error only where the gap is positive
  Verdict verdict = Verdict::undecided;  ///< proven by a filter, or undecided
  double margin = std::numeric_limits<double>::infinity();  ///< the caller's margin, or infinite
  bool settled = false;  ///< stopped at the margin; unproven, since its sums are rounded
};

}  // namespace sunder::detail::simplex_walk
