// SPDX-License-Identifier: Apache-2.0
//
// The edges of a list of triangles, with their uses.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "mesh/piece/piece.hpp"

namespace sunder::detail::mesh {

/// One use of an edge by a triangle.
struct EdgeUse {
  std::int32_t low, high;  ///< its vertices, low < high
  std::int32_t triangle;
  bool forward;  ///< the triangle runs from low to high
};

/// Lists all uses, those of an edge side by side. Flat triangles have none. Cost: O(n log of the largest star).
std::vector<EdgeUse> edge_uses(std::span<const Corners> triangles, std::size_t points);

/// Calls visit(uses) for each edge.
template <class Visit>
void for_each_edge(std::span<const EdgeUse> uses, const Visit& visit) {
  for (std::size_t first = 0; first < uses.size();) {
    std::size_t last = first + 1;
    while (last < uses.size() && uses[last].low == uses[first].low &&
           uses[last].high == uses[first].high)
      ++last;
    visit(uses.subspan(first, last - first));
    first = last;
  }
}

/// Returns how often more an edge is used forward than backward.
inline int net_use(std::span<const EdgeUse> uses) noexcept {
  int net = 0;
  for (const EdgeUse& use : uses) net += use.forward ? 1 : -1;
  return net;
}

}  // namespace sunder::detail::mesh
