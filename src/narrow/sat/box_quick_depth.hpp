// SPDX-License-Identifier: Apache-2.0
//
// The depth of two boxes where nothing about them is special.
#pragma once

#include "geometry/body.hpp"
#include "sunder/penetration.hpp"

namespace sunder::detail::sat {

/// Overlapping: the boxes do, proven, and `answer` holds the interval, the normal and the one pair
/// of points where they are deepest. Separated: they are, proven. Undecided, and nothing promised,
/// where edges are parallel, two ways out are nearly as short, sizes are beyond 2^30, or rounding
/// hides something.
Verdict set_quick_depth(const Pair<3>& pair, Penetration3& answer);

}  // namespace sunder::detail::sat
