// SPDX-License-Identifier: Apache-2.0
//
// set_rigid_distance() computes the distance of two boxes whose R are rotations up to rounding, in
// a's frame.
#pragma once

#include "geometry/body.hpp"
#include "sunder/query.hpp"

namespace sunder::detail::sat {

/// Steps of the walk.
inline constexpr int kMostSteps = 4;
/// Relative to the size: a step of at most this counts as zero.
inline constexpr double kLeastStep = 0x1p-44;
/// Relative to the size: the largest accepted width of the interval about the closest points.
inline constexpr double kMostSpread = 0x1p-46;
/// Limits the step of nearly parallel edges, which would consist of rounding errors.
inline constexpr double kLeastShare = 0x1p-6;
/// The range of numbers that are squared.
inline constexpr double kLeastSize = 0x1p-300;
inline constexpr double kLeastSquare = 0x1p-900;

/// Has the contract of set_quick_distance(). `apart`: the boxes are proven separated. Also
/// undecided where the points found are not the closest, which the interval reveals.
Verdict set_rigid_distance(const Pair<3>& pair, bool apart, Distance3& answer);

}  // namespace sunder::detail::sat
