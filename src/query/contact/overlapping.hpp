// SPDX-License-Identifier: Apache-2.0
//
// The contact points of bodies that overlap, along the normal of their shortest way out.
#pragma once

#include <vector>

#include "geometry/body.hpp"
#include "sunder/contact.hpp"
#include "sunder/penetration.hpp"

namespace sunder::detail::contact {

/// Counter-clockwise about the normal, from the lowest id; at least one, but none where the normal
/// or a coordinate is not to be had in doubles.
///
/// Both patches are seen along the normal n, as two convex outlines of one plane. Over a corner q
/// of their common part there is a point x of a's patch and a point y of b's with x - y = s n. What
/// is usual takes one patch as the reference and clips the other against its side planes; where n
/// is the reference's own normal that is the same polygon. Here neither body comes first, so there
/// is no choice to flip between frames, or when a and b change places. No s exceeds the depth: x
/// is a point of a, y one of b, and moving b by depth n frees them. Linear in q, s is largest at a
/// corner, and the patches hold the supports of both bodies: the greatest s is the depth.
template <int D>
std::vector<ContactPoint<D>> overlapping_points(const Pair<D>& pair,
                                                const Penetration<D>& penetration);

}  // namespace sunder::detail::contact
