// SPDX-License-Identifier: Apache-2.0
//
// Idea: Try a direction. If it does not separate, the two support points show which half of all
// directions cannot separate either. Reflect the direction at the plane between those points. If
// the reflection is already excluded, use the middle of the remaining region. If no direction
// remains, the support points themselves enclose 0.
// Source: Chung and Wang 1996: the reflection S' = S - 2 (r . S) r, with r the unit vector between
// the support points. Li, Meng, Wang 2003 (HS-jump): a heuristic jump within the half spaces found,
// with a strict termination rule. The second paper was not available. The edge projection paper
// reports that it improves the first, terminates strictly, and suits bodies that are nearly round.
// Sunder interprets it: the half-spaces are stored as a convex polygon on the sphere of directions,
// as in Hornus 2017. An empty polygon ends the search.
// Bound: Everything but the proofs is rounded. Lemma 1 proves a direction, Lemma 2 enclosing
// support points.
// Cost: Two support queries a step, and a clip of a polygon that has 3 to 8 corners.
// Gives up: On contact, where the polygon shrinks to a point or closes without an interior point.
// Where four support points enclose 0 on their boundary alone. After 64 steps.
#pragma once

#include "narrow/dispatch.hpp"

namespace sunder::detail::separating_vector {

template <int D>
Proposed<D> propose(const FilteredPair<D>& filtered, const Request<D>& search);

}  // namespace sunder::detail::separating_vector
