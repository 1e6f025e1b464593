// SPDX-License-Identifier: Apache-2.0
//
// Bounds a distance in space where the interval of Lemma 4 is wider than the caller wants. That is
// so for bodies that are close beside their sizes.
#pragma once

#include <span>

#include "filter/distance_bounds.hpp"

namespace sunder::detail {

/// Proves Lemma 4's bounds from points and a gap in twofold arithmetic (Lemma 6). The interval then
/// has the roundings of the distance, not those of the bodies' sizes. The direction has any length.
/// Returns 0 and infinity where the host does not round to nearest or the sizes are not ordinary.
DistanceBounds fine_distance_bounds(const FilteredPair<3>& filtered, Vector3 direction,
                                    std::span<const IndexPair> pairs,
                                    std::span<const double> weights);

}  // namespace sunder::detail
