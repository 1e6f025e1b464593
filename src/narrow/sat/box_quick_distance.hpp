// SPDX-License-Identifier: Apache-2.0
//
// set_quick_distance() computes the distance of two boxes in general position.
#pragma once

#include "narrow/sat/box_verdict.hpp"
#include "sunder/query.hpp"

namespace sunder::detail::sat {

/// Overlapping and separated are proven. For separated boxes `answer` holds an interval, the normal
/// and the closest points; the caller judges the interval's width. Otherwise it returns undecided,
/// with `answer` unspecified.
BoxVerdict set_quick_distance(const Pair<3>& pair, Distance3& answer);

}  // namespace sunder::detail::sat
