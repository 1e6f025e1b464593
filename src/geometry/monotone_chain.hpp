// SPDX-License-Identifier: Apache-2.0
//
// Computes convex hulls by Andrew's monotone chain (1979), for points of any type. With exact signs
// its invariant holds literally. A popped point lies on or inside a triangle or segment of
// remaining points, or of points popped later under the same guarantee.
#pragma once

#include <algorithm>
#include <cstddef>

namespace sunder::detail {

/// Appends the hull of points that are distinct and sorted by x, then by y. It is counter-clockwise
/// from the first point; a collinear set has two points. Reverses `sorted`. `turn(p, q, r)` is
/// positive for a left turn. Cost: O(n) signs.
template <class Points, class Hull, class Turn>
void append_hull(Points& sorted, Hull& hull, const Turn& turn) {
  if (sorted.size() < 2) {
    hull.insert(hull.end(), sorted.begin(), sorted.end());
    return;
  }
  const auto append_chain = [&] {
    const std::size_t start = hull.size();
    for (const auto& point : sorted) {
      while (hull.size() >= start + 2 && turn(hull[hull.size() - 2], hull.back(), point) <= 0) {
        hull.pop_back();
      }
      hull.push_back(point);
    }
    hull.pop_back();
  };
  append_chain();
  std::reverse(sorted.begin(), sorted.end());
  append_chain();
}

}  // namespace sunder::detail
