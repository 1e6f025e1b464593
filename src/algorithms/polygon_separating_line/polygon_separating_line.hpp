// SPDX-License-Identifier: Apache-2.0
//
// Idea: With C' = K_B - K_A, a direction u separates if u . c > 0 for all of C'. A support query
// along u that finds a point c with u . c <= 0 excludes a half-plane of directions; the remaining
// ones are a cone. The next direction is the middle one of the edge normals in the cone, of a or of
// b, so each query halves them. If the cone is empty, the three last points have 0 in their hull.
// Source: Chazelle, Dobkin 1980 (the paper's section 4, its reference 9): detection in logarithmic
// time by bisecting sorted boundaries. Sunder bisects directions instead of chains.
// Bound: All of the search is rounded. A normal that rounding puts in the wrong place of the fan
// costs steps.
// Cost: O(log n + log m) queries of O(log n + log m) each. They bisect the fan of edge normals,
// which the topology stores in order. The pose rotates the query, not the fan. The proof of a
// separation is a scan of all vertices, since no proof depends on the order of a fan. For small
// polygons the scan is also the cheaper query.
// Gives up: Where three points are too flat about 0 to be proven: polygons that touch or nearly
// touch. Bodies without edges are queried by scans, and their cones bisected by angle.
#pragma once

#include "narrow/dispatch.hpp"

namespace sunder::detail::polygon_separating_line {

Proposed<2> propose(const FilteredPair<2>& filtered, const Request<2>& search);

}  // namespace sunder::detail::polygon_separating_line
