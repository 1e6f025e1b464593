// SPDX-License-Identifier: Apache-2.0
//
// Idea      Look for the line n . x = c with the greatest margin: n . a <= c - m for all corners of
// a
//           and n . b >= c + m for all of b. With n = e + t f, where e is a direction to start from
//           and f a quarter turn from it, this is a linear program in t, c and m, a constraint a
//           corner. A positive margin separates. At a negative one, two corners of one polygon and
//           one of the other hold each other there, and no line can do better: they are where e's
//           line leaves C. The same with -e gives the other end, and 0 is between.
// Source    The paper's section 4 names linear programming without saying which; Seidel 1991: take
//           the constraints in random order, and when one is broken, solve on its plane.
// Cost      O(n + m) expected: constraint k is broken with chance 3/k, and then costs O(k). The
// order
//           is random but always the same. Nothing is stored: a constraint is made when it is
//           asked.
// Gives up  On contact and nearly, and where rounding loses the way. No edges are read: flat
// bodies,
//           segments and points are as good as any.
// Rounded   All of it. Margins are proven as gaps, and pairs as triangles, afterwards.
#pragma once

#include "narrow/dispatch.hpp"

namespace sunder::detail::polygon_lp {

Proposed<2> propose(const FilteredPair<2>& filtered, const Request<2>& search);

}  // namespace sunder::detail::polygon_lp
