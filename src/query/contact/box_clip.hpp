// SPDX-License-Identifier: Apache-2.0
//
// Clips the faces of two boxes in lanes.
#pragma once

#include "query/contact/manifold.hpp"

namespace sunder::detail::contact {

/// Sets the points of set_clipped_points() and returns true, or returns false where the general clip must
/// find them.
bool clip_boxes(const Pair<3>& pair, const Facing<3>& facing, List<ContactPoint<3>>& points);

}  // namespace sunder::detail::contact
