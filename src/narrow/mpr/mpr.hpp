// SPDX-License-Identifier: Apache-2.0
//
// Idea: Send a ray from a point inside C = K_A - K_B, the difference of the centres, through 0.
// Find D points of C, the portal, that the ray passes between. Push the portal outward by support
// queries until 0 is behind it, which is a hit, or until C ends before 0.
// Source: Minkowski portal refinement: Snethen, XenoCollide, in Game Programming Gems 7 (2008).
// Sunder continues after a hit. Then 0 lies in the simplex of the portal and the point inside. That
// point is no vertex, so the simplex is no proof. The support point opposite to the portal replaces
// it. If 0 is outside that simplex, the ray is sent again from that vertex.
// Bound: Everything but the proofs is rounded. Lemma 1 tests each direction, Lemma 2 a simplex.
// Cost: Two support queries a step: 4 to 8 steps for a hit, 1 when far apart.
// Gives up: On contact, where the portal reaches the surface at 0; and where 0 stays on the
// boundary of every simplex found from three points inside.
#pragma once

#include "narrow/dispatch.hpp"

namespace sunder::detail::mpr {

template <int D>
Proposed<D> propose(const FilteredPair<D>& filtered, const Request<D>& search);

}  // namespace sunder::detail::mpr
