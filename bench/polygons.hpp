// SPDX-License-Identifier: Apache-2.0
//
// Pairs in the plane, for algorithms that live there.
#pragma once

#include "bench/pairs.hpp"

namespace sunder::bench {

struct PolygonSet {
  Polytope2 a, b;
  std::vector<Pose2> poses_a, poses_b;  ///< kPairsPerSet each
};

/// Deterministic: two polygons of `vertices` corners on ellipses with half axes 500 and 400, turned
/// at random; b stands on a random line from a, its place found by bisection.
PolygonSet make_polygons(int vertices, Placement placement);

}  // namespace sunder::bench
