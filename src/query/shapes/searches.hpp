// SPDX-License-Identifier: Apache-2.0
//
// The searches of the algorithms gjk, epa and mpr, on support functions. Each goes on until enough is
// shown about the difference, and leaves what it has shown there.
#pragma once

#include "query/shapes/closest_point.hpp"

namespace sunder::detail::shapes {

/// Walks to the point of C that is closest to 0; the simplex that holds it is left in `simplex`.
template <int D>
void walk(Difference<D>& difference, Until until, double tolerance, SampleSimplex<D>& simplex);

/// Expands a polytope inside C, from any start.
template <int D>
void expand(Difference<D>& difference, Until until, double tolerance);

/// Sends rays from inside C through 0, and for the depth on along the best normals.
template <int D>
void shoot(Difference<D>& difference, Until until, double tolerance);

}  // namespace sunder::detail::shapes
