// SPDX-License-Identifier: Apache-2.0
//
// Proves an overlap by d+1 support points around 0 (Lemma 2).
#pragma once

#include "algorithms/edge_projection/corner_walk.hpp"

namespace sunder::detail::edge_projection {

/// Returns the power of two that scales C's points to size 1; 0 if there is none.
template <int D>
double pair_scale(const FilteredPair<D>& filtered) noexcept {
  double largest = 0;
  for (const double reach : filtered.reach()) largest = std::max(largest, reach);
  return largest > 0x1p-900 && largest < 0x1p900 ? unit_scale(largest) : 0;
}

/// Returns true if 0 is proven inside a simplex of `pairs`, which is unchanged otherwise. The
/// search starts along `start` and ends at once if a support query shows a gap. Both bodies have a
/// topology.
bool prove_overlap(const FilteredPair<2>& filtered, const Vector<2>& start, Trace* trace,
                   PairList<2>& pairs);
bool prove_overlap(const FilteredPair<3>& filtered, const Vector<3>& start, Trace* trace,
                   PairList<3>& pairs);

/// Returns the overlap found, or undecided with the prober's best direction.
template <int D>
Proposed<D> propose_overlap(const FilteredPair<D>& filtered, const Vector<D>& start,
                            const Prober<D>& prober) {
  Proposed<D> proposed = prober.undecided();
  PairList<D> pairs;
  if (prove_overlap(filtered, start, prober.trace(), pairs)) {
    proposed = {};
    proposed.verdict = Verdict::overlapping;
    proposed.stage = Stage::filter;
    proposed.pairs = pairs;
  }
  return proposed;
}

}  // namespace sunder::detail::edge_projection
