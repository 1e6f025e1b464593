// SPDX-License-Identifier: Apache-2.0
//
// Idea      Grow a polytope of support points of C = K_A - K_B. Take the face that 0 is farthest
//           outside of, or nearest to if 0 is inside all, and ask for the support point along its
//           normal. 0 beyond the support plane: separated. 0 inside all faces: they overlap, and
//           the distances of the nearest face and of its support plane bound the depth.
// Source    van den Bergen, Proximity queries and penetration depth computation on 3D game objects
//           (2001). He starts from GJK's tetrahedron; here any simplex will do, also one that does
//           not hold 0, so that the algorithm answers by itself. The proof of an overlap is a
//           tetrahedron of the fan over one corner of the polytope.
// Cost      Two support queries a step, what changes of the surface, and a pass over the distances
//           of at most 512 faces. 1 step when far apart; the start's 3 or 4 and a few more where
//           they overlap; 5 to 25 more for the depth, in 3-D by a kernel of lanes (deepen.hpp).
// Gives up  On contact, where the face nearest to 0 is one of C; where rounding tears the horizon;
//           where the buffer is full. A flat C is made thick by corners that are none of C's.
// Rounded   Everything but the proofs: a direction is tested by Lemma 1 as it appears, a simplex by
//           Lemma 2, and both ends of a depth by Lemma 5.
#pragma once

#include "narrow/dispatch.hpp"

namespace sunder::detail::epa {

template <int D>
Proposed<D> propose(const FilteredPair<D>& filtered, const Request<D>& search);

/// Expands until upper - lower <= search.width * upper, the nearest face is one of C to within
/// rounding, or the buffer is full; then the interval is as far as it came. It starts from
/// search.basis where that is a simplex of pairs that holds 0.
template <int D>
Depth<D> penetrate(const FilteredPair<D>& filtered, const Request<D>& search);

}  // namespace sunder::detail::epa
