// SPDX-License-Identifier: Apache-2.0
//
// Idea: Two convex bodies are separated if and only if one of finitely many axes separates them:
// the normals of C's facets. For boxes these are the 15 cross products of edges; for polygons the
// normals of the edges of both. For polytopes they are the normals of the faces of both, and the
// cross products of edge pairs whose arcs cross on the Gauss sphere. The list is complete, so gaps
// proven negative on all of it prove an overlap, without any simplex. The nearest of these facets
// is the depth; for small hulls all are measured in lanes (small_hulls.hpp).
// Source: SAT article; Gottschalk, Lin, Manocha 1996 (OBB trees) for the fifteen axes; Gregorius
// 2013 (The Separating Axis Test between Convex Polyhedra) for the Gauss map.
// Bound: Each axis has a bound on its error: the bodies may be sheared, so columns of R are no
// normals. A pair of edges is left out only by proof. Axes of boxes too close to decide are
// measured again in integers.
// Cost: Boxes: 15 axes of about 60 products. Polygons: (n + m)^2 products. Polytopes: 6 to 12
// products for each pair of edges, and four support queries for each remaining axis.
// Gives up: On solids in space that were built without faces, and beyond three dimensions. On
// polygons and polytopes that touch or nearly touch, and on overlaps of polytopes that a matrix
// flattens.
#pragma once

#include <cstddef>
#include <cstdint>

#include "narrow/dispatch.hpp"

namespace sunder::detail::sat {

/// Returns true for two boxes, whose list of axes is so short that it should run first.
inline bool both_boxes(const Pair<3>& pair) noexcept {
  return pair.a.hull->shape == Shape::box && pair.b.hull->shape == Shape::box;
}

/// Returns true if the depth's list of axes is short: two boxes, or two hulls of few faces and
/// edges.
bool has_short_depth_list(const Pair<3>& pair) noexcept;
/// Returns the depth of such a pair; quickly undecided where the list proves no overlap.
Depth<3> depth_from_list(const FilteredPair<3>& pair);

// The complete list of separating axes of two boxes, and their exact test.

inline constexpr std::size_t kBoxAxes = 15;

/// Each axis is the cross product of two edges: columns of R, of a (0 to 2) or of b (3 to 5). Each
/// group of four suits four lanes: an edge of a with the edges of b and with its own next. The last
/// group has the edges of b with their next.
inline constexpr std::size_t kBoxAxisEdges[kBoxAxes][2] = {{0, 3}, {0, 4}, {0, 5}, {0, 1}, {1, 3},
                                                           {1, 4}, {1, 5}, {1, 2}, {2, 3}, {2, 4},
                                                           {2, 5}, {2, 0}, {3, 4}, {4, 5}, {5, 3}};

/// Decides two boxes by the exact signs of their gaps along the axes whose bits are set in `open`.
/// Along each other axis an overlap is proven, or the axis is zero. `solid`: along at least one of
/// the others an overlap is proven. Returns undecided where C may be flat, which has facets of
/// other normals, and where the numbers need more than 1024 bits. Only the returned direction is
/// rounded.
Proposed<3> decide_on_axes(const Pair<3>& pair, std::uint32_t open, bool solid);

/// Proposes for two polygons.
Proposed<2> propose_polygons(const FilteredPair<2>& pair, const Request<2>& search);
/// Proposes for two boxes.
Proposed<3> propose_boxes(const FilteredPair<3>& pair, const Request<3>& search);
/// Proposes for bodies with faces, and for flat ones; it has no proposal for solids that were built
/// without faces.
Proposed<3> propose_polytopes(const FilteredPair<3>& pair, const Request<3>& search);

}  // namespace sunder::detail::sat
