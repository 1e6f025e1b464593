// SPDX-License-Identifier: Apache-2.0
//
// GJK's loop in 2-D and 3-D, compiled for each instruction set and dispatched once a walk.
#pragma once

#include "filter/filtered_pair.hpp"
#include "narrow/algorithm.hpp"
#include "narrow/gjk/simplex.hpp"

namespace sunder::detail::gjk {

template <int D>
struct Walk {
  Simplex<D> simplex;
  Vector<D> direction{};                 ///< of the last support query, or of the proof
  DirectionalGap gap;                    ///< along it; its error only where the gap is positive
  Verdict verdict = Verdict::undecided;  ///< proven by a filter, or undecided
};

/// Walks from `start`. Leaves at the first proof if `first_proof`; else a separation is noted and
/// the walk goes on to the closest point.
void walk_from(const FilteredPair<2>& pair, const Vector2& start, bool first_proof, Trace* trace,
               Walk<2>& walk);
void walk_from(const FilteredPair<3>& pair, const Vector3& start, bool first_proof, Trace* trace,
               Walk<3>& walk);

}  // namespace sunder::detail::gjk
