// SPDX-License-Identifier: Apache-2.0
//
// The distance of two boxes whose R are all but rotations, in a's frame.
#pragma once

#include "geometry/body.hpp"
#include "sunder/query.hpp"

namespace sunder::detail::sat {

/// Of the walk.
inline constexpr int kMostSteps = 4;
/// Of the size: a step no longer than this is none.
inline constexpr double kLeastStep = 0x1p-44;
/// Of the size: what an interval about the closest points is narrower than.
inline constexpr double kMostSpread = 0x1p-46;
/// Keeps edges that are all but parallel from making a step of roundings.
inline constexpr double kLeastShare = 0x1p-6;
/// Of what has to be squared.
inline constexpr double kLeastSize = 0x1p-300;
inline constexpr double kLeastSquare = 0x1p-900;

/// As set_quick_distance(). `apart`: the boxes are proven to be. Undecided also where the points
/// found are not the closest, which the interval then tells.
Verdict set_rigid_distance(const Pair<3>& pair, bool apart, Distance3& answer);

}  // namespace sunder::detail::sat
