// SPDX-License-Identifier: Apache-2.0
//
// Whether triangles close up, and whether they cover a polygon, counted from the caller's points.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "certificate/posed_part.hpp"

namespace sunder::detail::certificate {

/// Returns an empty text if the oriented edges of the triangles cancel as sets of points; else where they do not. Points
/// with equal coordinates are one. An edge may be cancelled by several others that lie on it, so that T-junctions
/// close. With a component of each point, each component must close. Cost: O(n log n).
std::string refute_closed(const PosedPart& part, std::span<const std::int32_t> component = {});

/// Returns an empty text if the edges of a polygon's rings and those of the triangles of its cover cancel in pairs, as sets
/// of points. The indicators of the polygon and of the triangles then sum to an even number almost everywhere: the sum
/// modulo 2 jumps nowhere. Far away it is 0. Hence the triangles cover the polygon. Cost: O(n log n).
std::string refute_cover(const PosedPart& polygon);

/// Numbers the points that equal each other alike: the first of each, in the caller's order.
std::vector<std::int32_t> weld_points(std::span<const Vector3> points);

/// Numbers the components of the triangles, joined over equal points, or over the caller's own; -1 for points that no
/// triangle uses. Triangles without area are left out where the part drops them.
std::vector<std::int32_t> components(const PosedPart& part, std::int32_t& count,
                                     bool by_place = true);

}  // namespace sunder::detail::certificate
