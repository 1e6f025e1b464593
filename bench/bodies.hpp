// SPDX-License-Identifier: Apache-2.0
//
// Builds the bodies of the benchmarks. Sizes are drawn from the given random numbers.
#pragma once

#include "bench/random.hpp"
#include "sunder/polytope.hpp"

namespace sunder::bench {

/// Returns points of a golden spiral on the sphere, scaled along the axes.
Polytope3 ellipsoid(int vertices, const Vector3& half_axes);
/// 4 to 64 random points between 70 and 100 per cent of a radius from 0.5 to 2.
Polytope3 random_hull(Random& random);
/// Random points on an ellipsoid of half axes from 0.5 to 1.5; each is a vertex of the hull.
Polytope3 round_body(Random& random, int vertices);

/// Sawn, milled or drawn parts. The thickness of sheets is a hundredth of their length, and so is
/// that of rods.
Polytope3 plate(Random& random);
Polytope3 rod(Random& random);     ///< prism over 6 to 24 corners
Polytope3 wedge(Random& random);   ///< prism over a right triangle
Polytope3 prism(Random& random);   ///< prism over 6 to 48 corners
Polytope3 sliver(Random& random);  ///< tetrahedron, a hundredth as wide as long
/// Returns any of these five.
Polytope3 engineered(Random& random);

}  // namespace sunder::bench
