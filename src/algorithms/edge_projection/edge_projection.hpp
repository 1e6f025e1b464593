// SPDX-License-Identifier: Apache-2.0
//
// Idea: Each facet normal of C is orthogonal to an edge of a or of b. Two separated polytopes
// therefore remain separated when projected along one of their edges. Project along edges, which
// leaves two polygons, and try the normals of their sides: the same step from 2-D to 1-D. The
// caller's last direction, the line of centres and the inscribed balls come first. Edges are tried
// face by face, faces in descending "friction". Friction is the cosine between a face's outward
// normal and the line from its body's centre to the other's. Only faces of positive friction face
// the other body; each edge direction is tried once.
// Source: Zhang, Zou, Li, Zhang, Li: A Collision Detection Algorithm between Convex Polyhedrons
// Based on Projection of Edges (2015). Two of its parts are replaced. Its printed projection matrix
// has its entries in the wrong row. Its verdict "collision" after five faces without a separation
// proves nothing; a short walk over support points searches for a simplex that holds 0 instead.
// Bound: Everything but the proofs is rounded. Lemma 1 proves a direction, Lemma 2 a simplex; balls
// prove the rest.
// Cost: (n + m) log(n + m) and the product of both outlines' sizes for each edge direction. One
// direction when far apart; a few faces' edges when near.
// Gives up: On bodies without faces (flat ones, points) once the line of centres fails. On bodies
// that touch or nearly touch, after the first five faces of each. Where the walk does not advance.
#pragma once

#include <cstdint>

#include "narrow/dispatch.hpp"

namespace sunder::detail::edge_projection {

/// No limit on the faces (in 2-D: edges) of each body that are tried.
inline constexpr std::int32_t kAllFaces = INT32_MAX;

/// The paper's limit: Search::max_faces = 5 is the paper's search. Without a limit it only
/// determines when the search for an overlap starts.
inline constexpr std::int32_t kFirstFaces = 5;

/// Returns the number of faces of each body for Search::max_faces: all, unless it is positive.
constexpr std::int32_t faces_of(std::int32_t max_faces) noexcept {
  return max_faces > 0 ? max_faces : kAllFaces;
}

/// Implements propose() with at most `faces` facing faces of each body; search.max_faces is ignored.
/// With kAllFaces all edges follow.
Proposed<2> propose_among(const FilteredPair<2>& pair, const Request<2>& search,
                          std::int32_t faces);
Proposed<3> propose_among(const FilteredPair<3>& pair, const Request<3>& search,
                          std::int32_t faces);

}  // namespace sunder::detail::edge_projection
