// SPDX-License-Identifier: Apache-2.0
//
// The distance of two boxes where nothing about them is special.
#pragma once

#include "narrow/sat/box_verdict.hpp"
#include "sunder/query.hpp"

namespace sunder::detail::sat {

/// Overlapping: the boxes do, proven. Separated: they are, proven, and `answer` holds an interval,
/// the normal and the closest points; how narrow it is, is for the caller to judge. Undecided, and
/// nothing promised, else.
BoxVerdict set_quick_distance(const Pair<3>& pair, Distance3& answer);

}  // namespace sunder::detail::sat
