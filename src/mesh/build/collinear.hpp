// SPDX-License-Identifier: Apache-2.0
//
// Segments that may lie on one line.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "sunder/polytope.hpp"

namespace sunder::detail::mesh {

/// Two points, by their numbers, which differ.
using Segment = std::array<std::int32_t, 2>;

/// Groups segments by their lines: any two on one line share a group; others may. A segment can be in several. Groups of
/// one are left out. Throws std::bad_alloc. Cost: O(n log n).
std::vector<std::vector<std::int32_t>> line_groups(const std::vector<Vector3>& points,
                                                   std::span<const Segment> segments);

}  // namespace sunder::detail::mesh
