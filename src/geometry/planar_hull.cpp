// SPDX-License-Identifier: Apache-2.0
#include "geometry/planar_hull.hpp"

#include <algorithm>
#include <array>

#include "exact/orientation.hpp"
#include "geometry/double_bits.hpp"
#include "geometry/monotone_chain.hpp"

namespace sunder::detail {
namespace {

int turn(const PlanarView& view, std::int32_t a, std::int32_t b, std::int32_t c) noexcept {
  const std::array<double, 2> p{view.x(a), view.y(a)};
  const std::array<double, 2> q{view.x(b), view.y(b)};
  const std::array<double, 2> r{view.x(c), view.y(c)};
  return orient2d(p.data(), q.data(), r.data());
}

}  // namespace

std::vector<std::int32_t> planar_hull(const PlanarView& view,
                                      std::span<const std::int32_t> candidates) {
  std::vector<std::int32_t> sorted(candidates.begin(), candidates.end());
  std::sort(sorted.begin(), sorted.end(), [&](std::int32_t a, std::int32_t b) {
    if (!equal(view.x(a), view.x(b))) return less(view.x(a), view.x(b));
    return less(view.y(a), view.y(b));
  });
  std::vector<std::int32_t> hull;
  append_hull(sorted, hull,
              [&](std::int32_t a, std::int32_t b, std::int32_t c) { return turn(view, a, b, c); });
  return hull;
}

}  // namespace sunder::detail
