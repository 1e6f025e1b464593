// SPDX-License-Identifier: Apache-2.0
//
// Draws pairs in the plane, for algorithms of the plane.
#pragma once

#include "bench/pairs.hpp"

namespace sunder::bench {

struct PolygonSet {
  Polytope2 a, b;
  std::vector<Pose2> poses_a, poses_b;  ///< kPairsPerSet each
};

/// Deterministic: two polygons of `vertices` corners on ellipses with half axes 500 and 400,
/// rotated at random. Body b lies on a random line from a; bisection finds its position.
PolygonSet make_polygons(int vertices, Placement placement);

}  // namespace sunder::bench
