// SPDX-License-Identifier: Apache-2.0
//
// This kernel computes the depth of two polygons from the list of their edges. Each edge of C is
// parallel to one of them, and the nearest one to 0 is the minimum translation.
#pragma once

#include "narrow/algorithm.hpp"
#include "sunder/penetration.hpp"

namespace sunder::detail::sat {

/// The most pairs of edge and vertex that are measured. Beyond, the expanding polytope takes fewer
/// steps.
inline constexpr std::int32_t kMostDepthPairs = 0x2000;

/// Overlapping and separated are proven. For an overlap `answer`, whose witness must be present,
/// holds the interval, the normal and a deepest pair of points. Undecided, with `answer`
/// unspecified, where the decision is close or rounding hides the points. Undecided also outside
/// the ranges of polygon_pair.hpp, and for more than kMostDepthPairs.
Verdict set_depth_of_polygons(const Pair<2>& pair, Penetration2& answer);

}  // namespace sunder::detail::sat
