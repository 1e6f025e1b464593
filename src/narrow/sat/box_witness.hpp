// SPDX-License-Identifier: Apache-2.0
//
// Where two boxes overlap deepest.
#pragma once

#include "narrow/algorithm.hpp"

namespace sunder::detail::sat {

/// Sets the points of boxes whose least way out is `length` along depth.direction, which is normal
/// to the edges of `axis` (kBoxAxisEdges): a point of each box's extreme face, the two that far
/// apart. In doubles; left unset where rounding hides them.
void find_box_witness(const Pair<3>& pair, int axis, double length, Depth<3>& depth) noexcept;

}  // namespace sunder::detail::sat
