// SPDX-License-Identifier: Apache-2.0
//
// This file has the complete list of separating axes of two boxes, and their exact test.
#pragma once

#include <cstddef>
#include <cstdint>

#include "narrow/algorithm.hpp"

namespace sunder::detail::sat {

inline constexpr std::size_t kBoxAxes = 15;

/// Each axis is the cross product of two edges: columns of R, of a (0 to 2) or of b (3 to 5). Each
/// group of four suits four lanes: an edge of a with the edges of b and with its own next. The last
/// group has the edges of b with their next.
inline constexpr std::size_t kBoxAxisEdges[kBoxAxes][2] = {{0, 3}, {0, 4}, {0, 5}, {0, 1}, {1, 3},
                                                           {1, 4}, {1, 5}, {1, 2}, {2, 3}, {2, 4},
                                                           {2, 5}, {2, 0}, {3, 4}, {4, 5}, {5, 3}};

/// Decides two boxes by the exact signs of their gaps along the axes whose bits are set in `open`.
/// Along each other axis an overlap is proven, or the axis is zero. `solid`: along at least one of
/// the others an overlap is proven. Returns undecided where C may be flat, which has facets of
/// other normals, and where the numbers need more than 1024 bits. Only the returned direction is
/// rounded.
Proposed<3> decide_on_axes(const Pair<3>& pair, std::uint32_t open, bool solid);

}  // namespace sunder::detail::sat
