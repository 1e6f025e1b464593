// SPDX-License-Identifier: Apache-2.0
//
// Casts a ray against a posed hull, and boxes of one orientation against each other. Doubles and
// integers prove the answer. What is out of range the exact cast of linear.hpp decides.
#pragma once

#include "geometry/body.hpp"
#include "sunder/cast.hpp"

namespace sunder::detail {

/// Returns true with the answer where doubles prove it. All numbers are finite. The witness of a hit
/// that starts inside the body has no normal.
bool cast_ray_quickly(const Vector3& origin, const Vector3& direction, const Body<3>& body,
                      Cast<3>& answer) noexcept;

/// Does so for two boxes in box order whose poses share R. The witness of boxes that meet at the start is
/// not theirs.
bool cast_boxes_quickly(const Pair<3>& pair, const Vector3& translation_a,
                        const Vector3& translation_b, Cast<3>& answer) noexcept;

}  // namespace sunder::detail
