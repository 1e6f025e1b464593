// SPDX-License-Identifier: Apache-2.0
//
// This kernel computes the distance of two polygons from the list of their edges. The edge of C =
// K_B - K_A whose line is farthest from the origin, on its near side, holds the point nearest to
// it.
#pragma once

#include "narrow/algorithm.hpp"
#include "sunder/query.hpp"

namespace sunder::detail::sat {

/// Measures two bodies that are polygons. `answer` must be empty; it receives the verdict,
/// undecided where the kernel cannot decide. If they are separated, it also computes the interval,
/// the points and the normal. Returns true if that interval is proven as narrow as `width`
/// (Options::width) requests.
bool quick_distance(const Polygon& a, const Pose<2>& pose_a, const Polygon& b,
                    const Pose<2>& pose_b, double width, Distance2& answer);
inline bool quick_distance(const Pair<2>& pair, double width, Distance2& answer) {
  return quick_distance(*pair.a.hull->polygon, *pair.a.pose, *pair.b.hull->polygon, *pair.b.pose,
                        width, answer);
}

}  // namespace sunder::detail::sat
