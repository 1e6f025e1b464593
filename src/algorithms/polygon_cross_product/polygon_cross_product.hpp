// SPDX-License-Identifier: Apache-2.0
//
// Idea: Polygons are separated if and only if all corners of one lie on the outer side of an edge
// of the other. Then all cross products of the edge with the vector to a corner have the outer
// sign. One corner proven on the inner side refutes an edge. If every edge is refuted, the list is
// complete and proves an overlap.
// Source: Edge-projection paper, section 4, which adopts the method from its reference 10 (Zhou,
// Zhang, Pan 2006). It calls the search quick and leaves its order open. Our order starts at the
// edge that faces the other's centre and moves outward to both sides, alternating between a and b.
// Each edge first tests the corner that refuted the edge beside it.
// Bound: The errors of edges and of cross products each have a bound (edges.hpp).
// Cost: n + m cross products to find the first edges. An edge costs one cross product if the corner
// that refuted the edge beside it refutes it too, else one for each corner tested. The edge that
// separates costs one for each corner and a proof. The worst case is 2 n m.
// Gives up: On hulls without edges (three points or more that were not reduced), on two points, and
// on polygons that touch or nearly touch. Then its direction is the best edge normal so far.
#pragma once

#include "narrow/dispatch.hpp"

namespace sunder::detail::polygon_cross_product {

Proposed<2> propose(const FilteredPair<2>& filtered, const Request<2>& search);

}  // namespace sunder::detail::polygon_cross_product
