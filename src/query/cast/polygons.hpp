// SPDX-License-Identifier: Apache-2.0
//
// Casts polygons, and points against polygons, that translate in the plane.
#pragma once

#include "geometry/body.hpp"
#include "sunder/cast.hpp"

namespace sunder::detail {

/// Returns true with the answer for two solid polygons, or a point and one. The witness of bodies that
/// meet at the start is the origin of a, with a normal unless they overlap.
bool cast_polygons(const Pair<2>& pair, const Vector2& translation_a, const Vector2& translation_b,
                   Cast2& answer);

}  // namespace sunder::detail
