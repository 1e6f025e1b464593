// SPDX-License-Identifier: Apache-2.0
//
// Idea      Try a direction; if it does not separate, the two support points say which half of all
//           directions cannot either. Reflect the direction at the plane between those points, or,
//           where the reflection leads nowhere new, jump to the middle of what is still possible.
//           When nothing is possible any more, the support points themselves enclose 0.
// Source    Chung and Wang 1996: the reflection S' = S - 2 (r . S) r, with r the unit vector
// between
//           the support points. Li, Meng, Wang 2003 (HS-jump): a heuristic jump within the half
//           spaces found, with a strict rule to end. The second paper was not at hand; the edge
//           projection paper says of it that it improves the first, ends strictly, and likes bodies
//           that are nearly round. Ours is a reading: the half-spaces are kept as a convex polygon
//           on the sphere of directions, as in Hornus 2017, and an empty polygon ends the search.
// Cost      Two support queries a step, and a clip of a polygon that has 3 to 8 corners.
// Gives up  On contact, where the polygon shrinks to a point or closes without an interior point;
//           where four support points enclose 0 on their boundary alone; after 64 steps.
// Rounded   Everything but the proofs: a direction is tested by Lemma 1, enclosing support points
// by
//           Lemma 2.
#pragma once

#include "narrow/dispatch.hpp"

namespace sunder::detail::separating_vector {

template <int D>
Proposed<D> propose(const FilteredPair<D>& filtered, const Request<D>& search);

}  // namespace sunder::detail::separating_vector
