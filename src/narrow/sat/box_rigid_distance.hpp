// SPDX-License-Identifier: Apache-2.0
//
// The distance of two boxes whose R are all but rotations, in a's frame.
#pragma once

#include "geometry/body.hpp"
#include "sunder/query.hpp"

namespace sunder::detail::sat {

/// As set_quick_distance(). `apart`: the boxes are proven to be. Undecided also where the points
/// found are not the closest, which the interval then tells.
Verdict set_rigid_distance(const Pair<3>& pair, bool apart, Distance3& answer);

}  // namespace sunder::detail::sat
