// SPDX-License-Identifier: Apache-2.0
//
// Casts a ray against a posed hull in doubles, with a proof. What it cannot decide the exact cast of
// a point decides.
#pragma once

#include "geometry/body.hpp"
#include "sunder/cast.hpp"

namespace sunder::detail {

/// Returns true with the answer where doubles prove it. All numbers are finite. The witness of a hit
/// that starts inside the body has no normal.
bool cast_ray_quickly(const Vector3& origin, const Vector3& direction, const Body<3>& body,
                      Cast<3>& answer) noexcept;

}  // namespace sunder::detail
