// SPDX-License-Identifier: Apache-2.0
//
// When do bodies that need not be convex meet, if they move along lines? The names are those of polytopes (cast.hpp).
#pragma once

#include <cstdint>

#include "sunder/body.hpp"
#include "sunder/cast.hpp"
#include "sunder/error.hpp"
#include "sunder/export.hpp"

namespace sunder::inline SUNDER_ABI {

/// The answer of cast(), and the parts and the caller's triangles that meet first (-1 where there is none).
struct BodyCast : Cast3 {
  std::int32_t part_a = -1, part_b = -1;
  std::int32_t triangle_a = -1, triangle_b = -1;
};

/// When do they meet first? Hit or free is exact. Bodies that meet at the start, by enclosure too, are a hit at [0, 0].
/// The interval of a hit always holds the exact time, and is at most 1e-12 wide. Refuses motions that turn (not_served).
/// Throws std::bad_alloc. Cost: that of intersects(), and of the boxes and triangles on the way.
SUNDER_EXPORT Result<BodyCast> cast(const PosedBody3& a, const Motion3& motion_a, const PosedBody3& b,
                                    const Motion3& motion_b);

/// Where does the ray origin + t * direction, t in [0, 1], meet the body first? The ray is a, and the normal points into
/// the body. A ray that starts inside a solid is a hit at 0, without a normal. Exact as cast(). Refuses NaN and
/// infinities (not_finite).
SUNDER_EXPORT Result<BodyCast> ray_cast(const Vector3& origin, const Vector3& direction, const PosedBody3& body);

}  // namespace sunder::inline SUNDER_ABI
