// SPDX-License-Identifier: Apache-2.0
//
// Idea: Walk toward the point of C = K_A - K_B that is closest to 0. Keep a simplex of at most d+1
// points of C, query both bodies' supports opposite to its closest point, reduce, repeat. For a
// verdict in 3-D a faster walk by sides of planes runs first.
// Source: GJK notes; Gilbert, Johnson, Keerthi 1988. In d dimensions this walk is Wolfe's min-norm
// point method (1976).
// Bound: Everything but the proofs is rounded. Lemma 1 tests each direction; Lemma 2 (2-D, 3-D) or
// Lemma 3 tests a full simplex.
// Cost: Two support queries a step; 2 to 3 steps when overlapping, 1 when far apart, 3 to 10 when
// near.
// Gives up: When a step brings no new vertex or no shorter vector: bodies that touch or nearly
// touch.
#pragma once

#include "narrow/dispatch.hpp"

namespace sunder::detail::gjk {

/// Implement propose() and measure() in a run-time dimension by Wolfe's method.
Proposed<kRunTime> propose_n(const FilteredPair<kRunTime>& pair, const Request<kRunTime>& search);
Measured<kRunTime> measure_n(const FilteredPair<kRunTime>& pair, const Request<kRunTime>& search);

/// Implements measure() in 2-D and 3-D with an early exit. It stops once its direction shows a
/// distance above the margin, or its weights show one below. Then the verdict may be undecided, and
/// neither direction nor weights are optimal.
template <int D>
Measured<D> measure_to(const FilteredPair<D>& pair, const Request<D>& search, double margin);

}  // namespace sunder::detail::gjk
