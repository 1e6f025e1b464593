// SPDX-License-Identifier: Apache-2.0
#include "mesh/build/surface_edges.hpp"

#include <algorithm>
#include <numeric>

namespace sunder::detail::mesh {

std::vector<EdgeUse> edge_uses(std::span<const Corners> triangles, std::size_t points) {
  // By counting on the lower vertex, then by sorting the few edges of each.
  std::vector<std::int32_t> begin(points + 1, 0);
  const auto for_each_use = [&](const auto& visit) {
    for (std::size_t i = 0; i < triangles.size(); ++i) {
      const Corners& c = triangles[i];
      if (c[1] == c[2]) continue;
      for (std::size_t k = 0; k < 3; ++k) {
        const std::int32_t p = c[k], q = c[(k + 1) % 3];
        visit(EdgeUse{std::min(p, q), std::max(p, q), static_cast<std::int32_t>(i), p < q});
      }
    }
  };
  for_each_use([&](const EdgeUse& use) { ++begin[static_cast<std::size_t>(use.low) + 1]; });
  std::partial_sum(begin.begin(), begin.end(), begin.begin());
  std::vector<EdgeUse> uses(static_cast<std::size_t>(begin.back()));
  std::vector<std::int32_t> next(begin.begin(), begin.end() - 1);
  for_each_use([&](const EdgeUse& use) {
    uses[static_cast<std::size_t>(next[static_cast<std::size_t>(use.low)]++)] = use;
  });
  for (std::size_t i = 0; i < points; ++i) {
    std::sort(uses.begin() + begin[i], uses.begin() + begin[i + 1],
              [](const EdgeUse& p, const EdgeUse& q) {
                return p.high != q.high ? p.high < q.high : p.triangle < q.triangle;
              });
  }
  return uses;
}

}  // namespace sunder::detail::mesh
