// SPDX-License-Identifier: Apache-2.0
//
// Idea      Keep a feature (vertex, edge, face) of each body. If the closest points of the two lie
//           in each other's Voronoi regions, they are those of the bodies; else a plane of a region
//           tells which neighbouring feature is closer. An edge is clipped to a region, and the
//           change of the distance at the ends of what is left tells where to go. A vertex that is
//           stuck behind a face moves to the face that it is farthest above; if there is none, or
//           where an edge pierces a face, the bodies meet.
// Source    Mirtich, V-Clip: fast and robust polyhedral collision detection (1998). The end of a
//           piercing is ours: a walk of support points to four vertices of C around 0.
// Cost      One plane test for each neighbour of the features of a step; from the support points
//           along the line of centres on it takes few steps. A scan of all vertices for the first
//           direction and for the proof.
// Gives up  On contact, and where a body has no topology: then with its first direction.
// Rounded   Everything but the proofs: a direction is tested by Lemma 1, a simplex by Lemma 2.
//           Voronoi regions are those of the posed bodies, whatever their matrices shear.
#pragma once

#include "narrow/dispatch.hpp"

namespace sunder::detail::vclip {

Proposed<3> propose(const FilteredPair<3>& filtered, const Request<3>& search);

Measured<3> measure(const FilteredPair<3>& filtered, const Request<3>& search);

}  // namespace sunder::detail::vclip
