// SPDX-License-Identifier: Apache-2.0
//
// Idea: Consider the planes of faces that face the other body, in the order of "friction". That is
// the cosine between a face's outward normal and the line of centres. Project both bodies along the
// line in which such a plane meets a coordinate plane, onto another coordinate plane. If the
// outlines are separated, so are the bodies.
// Source: Li Ziqiang 2010, which we know only from sections 1.2 and 7 of the edge-projection paper.
// That paper notes that the direction of projection is left unclear. It omits which two coordinate
// planes are meant, how many faces are tried, and how the outlines are compared. Our choices: The
// plane is intersected with the coordinate plane whose axis is least along its normal, so that the
// line is well defined. The projection goes onto the coordinate plane that the line is steepest to.
// There are five faces a body, the number that the paper adopts from Li's results. Andrew's chain
// computes the outlines, in place of Li's Quickhull; they are compared by their edges.
// Bound: All of it is rounded. A separation of outlines gives a direction in space, which is proven
// there.
// Cost: First two balls and up to eight support queries. Then at most ten projections of n + m
// points, each with two sorts, O(n log n), and the outlines' edges.
// Gives up: Often, and by design. If edge meets edge or a vertex meets an edge, a line in a face
// need not separate the outlines (the paper's section 1.1, cases 4 and 5). Failure proves nothing,
// so an overlap needs inscribed balls or a simplex of a few support points. Flat bodies have no
// faces.
#pragma once

#include "narrow/dispatch.hpp"

namespace sunder::detail::plane_projection {

Proposed<3> propose(const FilteredPair<3>& filtered, const Request<3>& search);

}  // namespace sunder::detail::plane_projection
