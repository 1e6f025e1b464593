// SPDX-License-Identifier: Apache-2.0
#include "batch/support_table.hpp"

#include <cmath>
#include <limits>

namespace sunder::detail::batch {
namespace {

/// Covers the roundings of a dot product and of its size.
constexpr double kHeightShare = 0x1p-48;

struct Node {
  double height;
  std::int32_t vertex;
};

Node support_of(const HullBlock& hull, const std::array<double, 3>& d) noexcept {
  Node best{-std::numeric_limits<double>::infinity(), 0};
  for (std::int32_t i = 0; i < hull.count; ++i) {
    const double height =
        d[0] * hull.coordinate(i, 0) + d[1] * hull.coordinate(i, 1) + d[2] * hull.coordinate(i, 2);
    if (height > best.height) best = {height, i};
  }
  const double size = hull.max_abs[0] + hull.max_abs[1] + hull.max_abs[2];
  best.height += kHeightShare * size;
  return best;
}

}  // namespace

SupportTable::SupportTable(const HullBlock& hull) noexcept {
  std::size_t at = 0;
  for (std::size_t face = 0; face < 6; ++face) {
    const std::size_t axis = face / 2;
    std::array<double, 3> d{};
    d[axis] = face % 2 == 0 ? 1 : -1;
    for (int i = 0; i < kRow; ++i) {
      d[(axis + 1) % 3] = -1 + 2.0 * i / kCells;
      for (int j = 0; j < kRow; ++j, ++at) {
        d[(axis + 2) % 3] = -1 + 2.0 * j / kCells;
        const Node node = support_of(hull, d);
        height[at] =
            std::nextafter(static_cast<float>(node.height), std::numeric_limits<float>::infinity());
        x[at] = static_cast<float>(hull.coordinate(node.vertex, 0));
        y[at] = static_cast<float>(hull.coordinate(node.vertex, 1));
        z[at] = static_cast<float>(hull.coordinate(node.vertex, 2));
      }
    }
  }
}

}  // namespace sunder::detail::batch
