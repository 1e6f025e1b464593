// SPDX-License-Identifier: Apache-2.0
//
// Idea      GJK, with a support point found by walking along the hull's edges from the last one to
//           a better neighbour until none is better. Successive directions differ little, so the
//           walks are short and the cost of a support query hardly grows with the body.
// Source    Cameron, Enhancing GJK: computing minimum and penetration distances between convex
//           polyhedra (1997); the edge-projection paper's EGJK.
// Cost      A step reads the neighbours of a few vertices, some six each in 3-D and two in 2-D; the
//           first climb of a pair, from vertex 0, walks over half the hull, some sqrt(n) vertices.
//           A separation is proven by one scan of all vertices.
// Gives up  As gjk does. A body without a topology is scanned.
// Rounded   Everything but the proofs. A climb may end a rounding short of the summit, so a gap
//           between climbed vertices is a guess: it is taken again over all vertices before Lemma 1
//           reads it. Lemma 2 needs no extreme vertices.
#pragma once

#include "narrow/dispatch.hpp"

namespace sunder::detail::gjk_hill_climbing {

template <int D>
Proposed<D> propose(const FilteredPair<D>& filtered, const Request<D>& search);

template <int D>
Measured<D> measure(const FilteredPair<D>& filtered, const Request<D>& search);

}  // namespace sunder::detail::gjk_hill_climbing
