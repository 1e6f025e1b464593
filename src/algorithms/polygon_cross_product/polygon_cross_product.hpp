// SPDX-License-Identifier: Apache-2.0
//
// Idea      Polygons are apart if and only if all corners of one lie on the outer side of an edge
// of
//           the other: all cross products of the edge with the way to a corner have the outer sign.
//           One corner proven on the inner side settles an edge, and every edge settled so is a
//           complete list: an overlap.
// Source    Edge-projection paper, section 4, which takes the method from its reference 10 (Zhou,
//           Zhang, Pan 2006). It calls the search quick and leaves its order open. Chosen here:
//           from the edge that faces the other's centre outward to both sides, by turns on a and b,
//           and each edge asks first the corner that settled the edge beside it.
// Cost      n + m cross products to find the first edges. An edge costs one cross product if the
//           corner that settled the edge beside it settles it too, else one for each corner asked;
//           the edge that separates costs one for each corner and a proof. At worst 2 n m.
// Gives up  On hulls without edges (three points or more that were not reduced), on two points, and
//           on polygons that touch or nearly do: then its direction is the best edge normal seen.
// Rounded   Edges, with a bound on their error, and cross products, with another.
#pragma once

#include "narrow/dispatch.hpp"

namespace sunder::detail::polygon_cross_product {

Proposed<2> propose(const FilteredPair<2>& filtered, const Request<2>& search);

}  // namespace sunder::detail::polygon_cross_product
