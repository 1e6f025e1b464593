// SPDX-License-Identifier: Apache-2.0
//
// Idea      Take the planes of faces that look at the other body, those first that do so most
//           squarely: by "friction", the cosine between a face's outward normal and the line of
//           centres. Project both bodies along the line in which such a plane meets a coordinate
//           plane onto another coordinate plane. If the outlines are apart, so are the bodies.
// Source    Li Ziqiang 2010, which we know only from sections 1.2 and 7 of the edge-projection
// paper.
//           That paper says itself that the direction of projection is left unclear, and it does
//           not say which two coordinate planes are meant, how many faces are tried, or how the
//           outlines are compared. Chosen here: the plane is met with the coordinate plane whose
//           axis is least along its normal, so that the line is well defined; the projection goes
//           onto the coordinate plane that the line is steepest to; five faces a body, the number
//           that the paper takes from Li's results; outlines by Andrew's chain, in place of Li's
//           Quickhull; they are compared by their edges.
// Cost      At most ten projections of n + m points, each with two sorts, O(n log n), and the
//           outlines' edges; two balls and up to eight support queries before.
// Gives up  Often, and rightly: where edge meets edge or a vertex meets an edge no line in a face
//           need separate the outlines (the paper's section 1.1, cases 4 and 5). Failing
//           proves nothing, so an overlap is proven by inscribed balls or by a simplex of a few
//           support points, or not at all. Flat bodies have no faces to offer.
// Rounded   All of it; a separation of outlines becomes a direction in space, and is proven there.
#pragma once

#include "narrow/dispatch.hpp"

namespace sunder::detail::plane_projection {

Proposed<3> propose(const FilteredPair<3>& filtered, const Request<3>& search);

}  // namespace sunder::detail::plane_projection
