// SPDX-License-Identifier: Apache-2.0
//
// Idea: Find the line n . x = c with the greatest margin m. That is n . a <= c - m for all corners
// of a and n . b >= c + m for all of b. Let n = e + t f, where e is a start direction and f is
// perpendicular to it. Then this is a linear program in t, c and m, with one constraint for each
// corner. A positive margin separates. At a negative one, two corners of one polygon and one of the
// other are active, and no line has a greater margin. They are where e's line leaves C. The program
// for -e gives the other end, and 0 is between.
// Source: The paper's section 4 names linear programming without further detail. Seidel 1991: add
// the constraints in random order, and if one is violated, solve on its plane.
// Bound: All of it is rounded. Margins are proven as gaps, and pairs as triangles, afterwards.
// Cost: O(n + m) expected: constraint k is violated with probability 3/k, and then costs O(k). The
// order is random but always identical. Nothing is stored: a constraint is computed when it is
// needed.
// Gives up: On contact or near contact, and where rounding misleads the search. It reads no edges,
// so flat bodies, segments and points need no special case.
#pragma once

#include "narrow/dispatch.hpp"

namespace sunder::detail::polygon_lp {

Proposed<2> propose(const FilteredPair<2>& filtered, const Request<2>& search);

}  // namespace sunder::detail::polygon_lp
