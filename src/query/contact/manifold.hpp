// SPDX-License-Identifier: Apache-2.0
//
// The contact points of two bodies along a normal, clipped in doubles: of bodies that overlap, touch
// or are near.
#pragma once

#include "geometry/body.hpp"
#include "query/scratch.hpp"
#include "sunder/contact.hpp"

namespace sunder::detail::contact {

/// How two bodies face each other.
template <int D>
struct Facing {
  Vector<D> normal{};  ///< unit, from a to b: of the minimum translation, or of the closest points
  Interval depth;      ///< minus the signed distance, which the normal attains
  double near = 0;     ///< a gap that still counts as contact
};

/// Counter-clockwise about the normal, from the lowest id; at least one, but none where a coordinate
/// is beyond the doubles. Depths are -near at least and depth.upper at most.
///
/// Both patches are seen along the normal n, as two convex outlines of one plane. Over a corner q
/// of their common part lie a point x of a's patch and a point y of b's, x - y = s n. Physics engines
/// take one patch as the reference and clip the other against its side planes. Where n is the
/// reference's own normal that is the same polygon. Here neither body comes first, so no choice flips
/// between frames, or when a and b change places. No s exceeds the depth, which a's support along n
/// has over b's. Linear in q, s is largest at a corner. The patches hold the supports of both bodies, so
/// the greatest s is the depth.
template <int D>
List<ContactPoint<D>> clipped_points(const Pair<D>& pair, const Facing<D>& facing, Memory memory);

}  // namespace sunder::detail::contact
