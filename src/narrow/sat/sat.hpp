// SPDX-License-Identifier: Apache-2.0
//
// Idea      Two convex bodies are apart if and only if they are apart along one of finitely many
//           axes: the normals of C's facets. For boxes these are the 15 cross products of edges,
//           for polygons the normals of the edges of both. The list is complete, so gaps proven
//           negative on all of it prove an overlap, without any simplex.
// Source    SAT article; Gottschalk, Lin, Manocha 1996 (OBB trees) for the fifteen axes.
// Cost      15 axes of about 60 products for boxes; (n + m)^2 products for polygons.
// Gives up  On bodies of other shapes, on flat boxes, and on polygons that are touching or nearly.
// Rounded   The axes, each with a bound on its error: the boxes may be sheared, so columns are no
//           normals. Axes of boxes too close to call are measured again in integers.
#pragma once

#include "narrow/algorithm.hpp"

namespace sunder::detail::sat {

/// Whether this room knows a complete list of axes for the pair.
bool knows(const Pair<2>& pair) noexcept;
bool knows(const Pair<3>& pair) noexcept;

Proposed<2> propose(const FilteredPair<2>& pair, const Search<2>& search);
Proposed<3> propose(const FilteredPair<3>& pair, const Search<3>& search);

}  // namespace sunder::detail::sat
