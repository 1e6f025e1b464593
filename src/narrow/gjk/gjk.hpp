// SPDX-License-Identifier: Apache-2.0
//
// Idea      Walk toward the point of C = K_A - K_B that is closest to 0: keep a simplex of at most
//           d+1 points of C, ask both bodies for their support against its closest point, reduce,
//           repeat. For a yes or no in 3-D a quicker walk by sides of planes goes first.
// Source    GJK notes; Gilbert, Johnson, Keerthi 1988; in d dimensions the same walk is Wolfe's
//           min-norm point method (1976).
// Cost      Two support queries a step; 2 to 3 steps when overlapping, 1 when far apart, 3 to 10
//           when near.
// Gives up  When a step brings no new vertex or no shorter vector: bodies that touch or nearly do.
// Rounded   Everything but the proofs: a direction is tested by Lemma 1 as it appears, a full
//           simplex by Lemma 2 (2-D, 3-D) or Lemma 3.
#pragma once

#include "narrow/dispatch.hpp"

namespace sunder::detail::gjk {

template <int D>
Proposed<D> propose(const FilteredPair<D>& pair, const Request<D>& search);

template <int D>
Measured<D> measure(const FilteredPair<D>& pair, const Request<D>& search);

/// 2-D and 3-D: the same, but it may leave where its direction shows a distance above the margin,
/// or its weights one below: then the verdict may be undecided, and neither is the best there is.
template <int D>
Measured<D> measure_to(const FilteredPair<D>& pair, const Request<D>& search, double margin);

}  // namespace sunder::detail::gjk
