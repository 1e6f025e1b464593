// SPDX-License-Identifier: Apache-2.0
//
// How far apart two polygons are, by the list of their edges: the edge of C = K_B - K_A whose line
// is farthest from the origin, on its near side, holds the point nearest to it.
#pragma once

#include "narrow/algorithm.hpp"
#include "sunder/query.hpp"

namespace sunder::detail::sat {

/// Of two bodies that are polygons, into an answer that is still empty: the verdict, undecided where
/// it cannot tell; apart also the interval, the points and the normal. True if that interval is
/// known to be as narrow as `width` asks, which is Options::width.
bool quick_distance(const Polygon& a, const Pose<2>& pose_a, const Polygon& b,
                    const Pose<2>& pose_b, double width, Distance2& answer);
inline bool quick_distance(const Pair<2>& pair, double width, Distance2& answer) {
  return quick_distance(*pair.a.hull->polygon, *pair.a.pose, *pair.b.hull->polygon, *pair.b.pose,
                        width, answer);
}

}  // namespace sunder::detail::sat
