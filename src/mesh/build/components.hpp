// SPDX-License-Identifier: Apache-2.0
//
// Components of triangles that are joined over their corners.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "mesh/forest.hpp"
#include "mesh/piece/piece.hpp"

namespace sunder::detail::mesh {

/// Numbers the component of each triangle, in the order of their first triangles. Throws std::bad_alloc. Cost: about O(n).
inline std::vector<std::int32_t> components(std::span<const Corners> triangles,
                                            std::size_t points) {
  Forest forest(points);
  for (const Corners& c : triangles) {
    forest.join(c[0], c[1]);
    forest.join(c[0], c[2]);
  }
  std::vector<std::int32_t> number(points, -1), component(triangles.size());
  std::int32_t count = 0;
  for (std::size_t i = 0; i < triangles.size(); ++i) {
    std::int32_t& of_root = number[static_cast<std::size_t>(forest.root(triangles[i][0]))];
    if (of_root < 0) of_root = count++;
    component[i] = of_root;
  }
  return component;
}

/// Lists the members of each number, in ascending order.
inline std::vector<std::vector<std::int32_t>> members_of(std::span<const std::int32_t> component) {
  std::vector<std::vector<std::int32_t>> groups;
  for (std::size_t i = 0; i < component.size(); ++i) {
    const auto at = static_cast<std::size_t>(component[i]);
    if (at >= groups.size()) groups.resize(at + 1);
    groups[at].push_back(static_cast<std::int32_t>(i));
  }
  return groups;
}

}  // namespace sunder::detail::mesh
