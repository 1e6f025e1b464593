// SPDX-License-Identifier: Apache-2.0
//
// Idea      Two convex bodies are apart if and only if they are apart along one of finitely many
//           axes: the normals of C's facets. For boxes these are the 15 cross products of edges,
//           for polygons the normals of the edges of both, for polytopes the normals of the faces
//           of both and the cross products of those edge pairs whose arcs cross on the Gauss
//           sphere. The list is complete, so gaps proven negative on all of it prove an overlap,
//           without any simplex.
// Source    SAT article; Gottschalk, Lin, Manocha 1996 (OBB trees) for the fifteen axes; Gregorius
//           2013 (The Separating Axis Test between Convex Polyhedra) for the Gauss map.
//           The nearest of these facets is the depth; of small hulls all are measured in lanes
//           (small_hulls.hpp).
// Cost      15 axes of about 60 products for boxes; (n + m)^2 products for polygons; for polytopes
//           6 to 12 products for each pair of edges, and four supports for each axis that is left.
// Gives up  On solids in space that were built without faces, and beyond three dimensions. On
//           polygons and polytopes that touch or nearly, and on overlaps of polytopes that a matrix
//           flattens.
// Rounded   The axes, each with a bound on its error: the bodies may be sheared, so columns of R are
//           no normals. A pair of edges is left out on proof only. Axes of boxes too close to call
//           are measured again in integers.
#pragma once

#include "narrow/dispatch.hpp"

namespace sunder::detail::sat {

/// Whether the list of axes is so short that asking here first pays: two boxes.
inline bool knows(const Pair<3>& pair) noexcept {
  return pair.a.hull->shape == Shape::box && pair.b.hull->shape == Shape::box;
}

/// The same for the depth: two boxes, or two hulls of few faces and edges.
bool lists_depth(const Pair<3>& pair) noexcept;
/// The depth of such a pair; undecided, soon, where the list proves no overlap.
Depth<3> depth_of_list(const FilteredPair<3>& pair);

Proposed<2> propose(const FilteredPair<2>& pair, const Request<2>& search);
Proposed<3> propose(const FilteredPair<3>& pair, const Request<3>& search);

/// The minimal translation as the algorithm's depth.
Depth<2> penetrate(const FilteredPair<2>& pair, const Request<2>& search);
Depth<3> penetrate(const FilteredPair<3>& pair, const Request<3>& search);
/// Of two boxes, for which nothing has to be prepared.
Depth<3> penetrate_boxes(const Pair<3>& pair);

/// Two boxes.
Proposed<3> propose_boxes(const FilteredPair<3>& pair, const Request<3>& search);
/// Bodies with faces, and flat ones; nothing is proposed for solids that were built without.
Proposed<3> propose_polytopes(const FilteredPair<3>& pair, const Request<3>& search);

}  // namespace sunder::detail::sat
