// SPDX-License-Identifier: Apache-2.0
//
// Computes the contact of two boxes that stand on each other, turned about an axis of the world.
#pragma once

#include "query/contact/touching.hpp"

namespace sunder::detail::contact {

/// Decides and finds a touch of two boxes along an axis of the world that both poses map an axis of the
/// box to, exactly. Such are crates on a floor and walls. The points are those of find_touching().
/// Returns false where the boxes have no such axis, do not touch along it, and where doubles do not
/// prove a side or a rounded coordinate.
bool find_touching_upright(const Pair<3>& pair, Memory memory, Touching<3>& touching);

}  // namespace sunder::detail::contact
