// SPDX-License-Identifier: Apache-2.0
//
// Andrew's monotone chain (1979). With exact signs its invariant holds literally. A popped point
// lies on or inside a triangle or segment of remaining points, or of points popped later under the
// same guarantee.
#include "geometry/planar_hull.hpp"

#include <algorithm>
#include <array>

#include "exact/orientation.hpp"
#include "geometry/double_bits.hpp"

namespace sunder::detail {
namespace {

int turn(const PlanarView& view, std::int32_t a, std::int32_t b, std::int32_t c) noexcept {
  const std::array<double, 2> p{view.x(a), view.y(a)};
  const std::array<double, 2> q{view.x(b), view.y(b)};
  const std::array<double, 2> r{view.x(c), view.y(c)};
  return orient2d(p.data(), q.data(), r.data());
}

/// Appends the chain over `sorted` without its last point, which starts the other chain.
void add_chain(const PlanarView& view, std::span<const std::int32_t> sorted,
               std::vector<std::int32_t>& hull) {
  const std::size_t start = hull.size();
  for (const std::int32_t i : sorted) {
    while (hull.size() >= start + 2 && turn(view, hull[hull.size() - 2], hull.back(), i) <= 0) {
      hull.pop_back();
    }
    hull.push_back(i);
  }
  hull.pop_back();
}

}  // namespace

std::vector<std::int32_t> planar_hull(const PlanarView& view,
                                      std::span<const std::int32_t> candidates) {
  std::vector<std::int32_t> sorted(candidates.begin(), candidates.end());
  if (sorted.size() < 2) return sorted;
  std::sort(sorted.begin(), sorted.end(), [&](std::int32_t a, std::int32_t b) {
    if (!equal(view.x(a), view.x(b))) return less(view.x(a), view.x(b));
    return less(view.y(a), view.y(b));
  });
  std::vector<std::int32_t> hull;
  add_chain(view, sorted, hull);
  std::reverse(sorted.begin(), sorted.end());
  add_chain(view, sorted, hull);
  return hull;
}

}  // namespace sunder::detail
