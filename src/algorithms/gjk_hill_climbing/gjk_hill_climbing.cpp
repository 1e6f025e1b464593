// SPDX-License-Identifier: Apache-2.0
//
// Idea: This is GJK, with a support point found by walking along the hull's edges from the last one
// to a better neighbour until none is better. Successive directions differ little, so the walks are
// short and the cost of a support query hardly grows with the body.
// Source: Cameron, Enhancing GJK: computing minimum and penetration distances between convex
// polyhedra (1997); the edge-projection paper's EGJK.
// Bound: Everything but the proofs is rounded. A climb may end a rounding error short of the
// summit, so a gap between climbed vertices is an estimate. It is recomputed over all vertices
// before Lemma 1 reads it. Lemma 2 needs no extreme vertices.
// Cost: A step reads the neighbours of a few vertices, some six each in 3-D and two in 2-D. The
// first climb of a pair, from vertex 0, crosses half the hull, some sqrt(n) vertices. A separation
// is proven by one scan of all vertices.
// Gives up: Where gjk does. A body without a topology is scanned.
#include "algorithms/gjk_hill_climbing/walk.hpp"
#include "narrow/dispatch.hpp"
#include "narrow/simplex_search.hpp"

namespace sunder::detail::gjk_hill_climbing {

template <int D>
Proposed<D> propose(const FilteredPair<D>& filtered, const Request<D>& search) {
  return simplex_walk::propose<ClimbingWalker, D>(filtered, search);
}

template <int D>
Measured<D> measure(const FilteredPair<D>& filtered, const Request<D>& search) {
  return simplex_walk::measure<ClimbingWalker, D>(filtered, search);
}

template Proposed<2> propose<2>(const FilteredPair<2>&, const Request<2>&);
template Proposed<3> propose<3>(const FilteredPair<3>&, const Request<3>&);
template Measured<2> measure<2>(const FilteredPair<2>&, const Request<2>&);
template Measured<3> measure<3>(const FilteredPair<3>&, const Request<3>&);

}  // namespace sunder::detail::gjk_hill_climbing
