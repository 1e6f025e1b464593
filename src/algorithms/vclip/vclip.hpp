// SPDX-License-Identifier: Apache-2.0
//
// Idea: Keep a feature (vertex, edge, face) of each body. If the closest points of the two lie in
// each other's Voronoi regions, they are those of the bodies. Otherwise a plane of a region shows
// which neighbouring feature is closer. An edge is clipped to a region; the change of the distance
// at the ends of the remaining part shows the direction to move. A vertex that cannot move from
// behind a face moves to the face that it is farthest above. If there is none, or if an edge
// pierces a face, the bodies overlap.
// Source: Mirtich, V-Clip: fast and robust polyhedral collision detection (1998). Sunder adds what
// follows a piercing: a walk over support points to four vertices of C around 0.
// Bound: Everything but the proofs is rounded. Lemma 1 proves a direction, Lemma 2 a simplex.
// Voronoi regions are those of the posed bodies, even if their matrices shear.
// Cost: One plane test for each neighbour of the features of a step; few steps from the support
// points along the line of centres. One scan of all vertices for the first direction and one for
// the proof.
// Gives up: On contact, and if a body has no topology: then with its first direction.
#pragma once

#include "narrow/dispatch.hpp"

namespace sunder::detail::vclip {

Proposed<3> propose(const FilteredPair<3>& filtered, const Request<3>& search);

Measured<3> measure(const FilteredPair<3>& filtered, const Request<3>& search);

}  // namespace sunder::detail::vclip
