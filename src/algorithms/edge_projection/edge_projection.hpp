// SPDX-License-Identifier: Apache-2.0
//
// Idea      Two polytopes that are apart stay apart when projected along one of their edges: each
//           facet normal of C is orthogonal to an edge of a or of b. So project along edges, which
//           leaves two polygons, and try the normals of their sides, which is the same step from
//           2-D to 1-D. First come the caller's last direction, the line of centres, and the
//           inscribed balls. Edges are tried face by face, faces in descending "friction": here the
//           cosine between a face's outward normal and the line from its body's centre to the
//           other's. Only faces of positive friction face the other body; each edge direction is
//           tried once.
// Source    Zhang, Zou, Li, Zhang, Li: A Collision Detection Algorithm between Convex Polyhedrons
//           Based on Projection of Edges (2015). Not carried over: its printed projection matrix,
//           which has its entries in the wrong row, and its verdict "collision" after five faces
//           without a separation, which proves nothing: a short walk over support points looks for
//           a simplex that holds 0 instead.
// Cost      (n + m) log(n + m) and the product of both outlines' sizes for each edge direction. One
//           when far apart; a few faces' edges when near.
// Gives up  On bodies without faces (flat ones, points) once the line of centres fails; on bodies
//           that touch or nearly, after the first five faces of each; where the walk is stuck.
// Rounded   Everything but the proofs: Lemma 1 for a direction, Lemma 2 for a simplex, balls.
#pragma once

#include <cstdint>

#include "narrow/dispatch.hpp"

namespace sunder::detail::edge_projection {

/// No limit on the faces (in 2-D: edges) of each body that are tried.
inline constexpr std::int32_t kAllFaces = INT32_MAX;

/// The paper's limit: Search::max_faces = 5 is the paper's search. Where no limit is asked for,
/// this only sets when an overlap is looked for.
inline constexpr std::int32_t kFirstFaces = 5;

/// The faces of each body that Search::max_faces stands for: all, unless it is positive.
constexpr std::int32_t faces_of(std::int32_t max_faces) noexcept {
  return max_faces > 0 ? max_faces : kAllFaces;
}

/// With no more facing faces of each body than search.max_faces allows, as all below but the next.
Proposed<2> propose(const FilteredPair<2>& pair, const Request<2>& search);
Proposed<3> propose(const FilteredPair<3>& pair, const Request<3>& search);

/// The same with at most `faces` facing faces of each body, whatever search.max_faces says; with
/// kAllFaces, all edges after them.
Proposed<2> propose_among(const FilteredPair<2>& pair, const Request<2>& search,
                          std::int32_t faces);
Proposed<3> propose_among(const FilteredPair<3>& pair, const Request<3>& search,
                          std::int32_t faces);

/// The distance is the largest gap over sides of outlines, and over the nearest corners of two
/// outlines or of the bodies; weights are found among the vertices that attain it. With few faces
/// the gap may come out smaller than the distance, never larger.
Measured<2> measure(const FilteredPair<2>& pair, const Request<2>& search);
Measured<3> measure(const FilteredPair<3>& pair, const Request<3>& search);

}  // namespace sunder::detail::edge_projection
