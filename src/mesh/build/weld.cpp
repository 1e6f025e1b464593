// SPDX-License-Identifier: Apache-2.0
#include "mesh/build/weld.hpp"

#include "geometry/point_hash.hpp"

namespace sunder::detail::mesh {

Welded weld(std::span<const Vector3> points) {
  Welded welded;
  welded.of.resize(points.size());
  std::size_t size = 16;
  while (size < 2 * points.size()) size *= 2;
  std::vector<std::int32_t> table(size, -1);
  for (std::size_t i = 0; i < points.size(); ++i) {
    std::size_t slot = static_cast<std::size_t>(hash_point(points[i].data(), 3)) & (size - 1);
    while (table[slot] >= 0 && welded.points[static_cast<std::size_t>(table[slot])] != points[i]) {
      slot = (slot + 1) & (size - 1);
    }
    if (table[slot] < 0) {
      table[slot] = static_cast<std::int32_t>(welded.points.size());
      welded.points.push_back(points[i]);
      welded.caller.push_back(static_cast<std::int32_t>(i));
    }
    welded.of[i] = table[slot];
  }
  return welded;
}

}  // namespace sunder::detail::mesh
