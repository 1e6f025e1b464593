// SPDX-License-Identifier: Apache-2.0
//
// Idea      With C' = K_B - K_A, a direction u separates if u . c > 0 for all of C'. A support
// query
//           along u that finds a point c with u . c <= 0 shuts out a half-plane of directions:
//           those left are a cone. The next direction asked is the middle one of the edge normals
//           in the cone, of a or of b, so each query halves them. An empty cone means that the
//           three last points have 0 in their hull.
// Source    Chazelle, Dobkin 1980 (the paper's section 4, its reference 9): detection in
// logarithmic
//           time by halving sorted boundaries. The halving of directions instead of chains is ours.
// Cost      O(log n + log m) queries of O(log n + log m) each, by halving the fan of edge normals,
//           which the topology keeps in order: the pose turns the query, not the fan. That is the
//           search. The proof of a separation is a scan of all vertices, since no proof rests on
//           the order of a fan; for small polygons the scan is the cheaper query, too.
// Gives up  Where three points are too flat about 0 to be proven: polygons that touch or nearly do.
//           Bodies without edges are asked by scans, and their cones halved by angle.
// Rounded   All of the search. A normal that rounding puts in the wrong place of the fan costs
// steps.
#pragma once

#include "narrow/dispatch.hpp"

namespace sunder::detail::polygon_separating_line {

Proposed<2> propose(const FilteredPair<2>& filtered, const Request<2>& search);

}  // namespace sunder::detail::polygon_separating_line
