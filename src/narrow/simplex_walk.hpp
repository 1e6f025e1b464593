// SPDX-License-Identifier: Apache-2.0
//
// The state of GJK's loop in 2-D, 3-D. A walk goes from a start direction; it leaves at the first
// proof if `first_proof`, else a separation is noted and it goes on to the closest point, or to
// where it sees on which side of a margin the distance is.
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
  double margin = std::numeric_limits<double>::infinity();  ///< asked by the caller; none: infinite
  bool settled = false;  ///< left at the margin; unproven, since its sums are rounded
};

}  // namespace sunder::detail::simplex_walk
