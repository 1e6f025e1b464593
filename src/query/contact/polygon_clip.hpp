// SPDX-License-Identifier: Apache-2.0
//
// Clips the edges of two polygons.
#pragma once

#include "query/contact/manifold.hpp"

namespace sunder::detail::contact {

/// Sets the points of set_clipped_points() and returns true, or returns false where the general clip must
/// find them. Both bodies have a `polygon`.
bool clip_polygons(const Pair<2>& pair, const Facing<2>& facing, List<ContactPoint<2>>& points);

}  // namespace sunder::detail::contact
