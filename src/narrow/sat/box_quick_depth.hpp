// SPDX-License-Identifier: Apache-2.0
//
// set_quick_depth() computes the depth of two boxes in general position.
#pragma once

#include "geometry/body.hpp"
#include "sunder/penetration.hpp"

namespace sunder::detail::sat {

/// Overlapping and separated are proven. For an overlap `answer` holds the interval, the normal and
/// the unique deepest pair of points. Undecided, with `answer` unspecified, where edges are
/// parallel, two translations are nearly equally short, sizes are beyond 2^30, or rounding hides
/// the result.
Verdict set_quick_depth(const Pair<3>& pair, Penetration3& answer);

}  // namespace sunder::detail::sat
