// SPDX-License-Identifier: Apache-2.0
//
// Declares the searches of the algorithms gjk, epa and mpr over support functions. Each runs until
// its bounds on the difference suffice, and records them there.
#pragma once

#include "query/shapes/closest_point.hpp"

namespace sunder::detail::shapes {

/// Walks to the point of C that is closest to 0, and leaves its simplex in `simplex`.
template <int D>
void walk(Difference<D>& difference, Until until, double tolerance, SampleSimplex<D>& simplex);

/// Expands a polytope inside C, from any start.
template <int D>
void expand(Difference<D>& difference, Until until, double tolerance);

/// Casts rays from inside C through 0, and for the depth further ones along the best normals.
template <int D>
void shoot(Difference<D>& difference, Until until, double tolerance);

}  // namespace sunder::detail::shapes
