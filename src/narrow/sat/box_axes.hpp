// SPDX-License-Identifier: Apache-2.0
//
// The complete list of axes of two boxes, and its exact half.
#pragma once

#include <cstddef>
#include <cstdint>

#include "narrow/algorithm.hpp"

namespace sunder::detail::sat {

inline constexpr std::size_t kBoxAxes = 15;

/// Each axis is the cross product of two edges: columns of R, of a (0 to 2) or of b (3 to 5). Four
/// at a time they are what four lanes need: an edge of a by the edges of b and by its own next, and
/// at the end the edges of b by their next.
inline constexpr std::size_t kBoxAxisEdges[kBoxAxes][2] = {{0, 3}, {0, 4}, {0, 5}, {0, 1}, {1, 3},
                                                           {1, 4}, {1, 5}, {1, 2}, {2, 3}, {2, 4},
                                                           {2, 5}, {2, 0}, {3, 4}, {4, 5}, {5, 3}};

/// Decides two boxes by the exact signs of their gaps along the axes whose bits are set in `open`;
/// along all others they are proven to overlap, or the axis is zero. `solid` says that there is one
/// of the former. Undecided where C may be flat, which has facets of other normals, and where the
/// numbers need more than 1024 bits. Nothing is rounded but the direction handed back.
Proposed<3> decide_on_axes(const Pair<3>& pair, std::uint32_t open, bool solid);

}  // namespace sunder::detail::sat
