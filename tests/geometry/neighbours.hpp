// SPDX-License-Identifier: Apache-2.0
//
// Compares the lists around each vertex with the edges themselves.
#pragma once

#include <gtest/gtest.h>
#include <set>
#include <utility>

#include "geometry/hull_block.hpp"

namespace sunder::test {

/// Each edge is listed around both its ends, and nothing else is listed.
template <int D>
void check_neighbours(const Polytope<D>& polytope) {
  const detail::HullBlock& hull = detail::BlockAccess::block(polytope);
  ASSERT_TRUE(hull.topology);
  const detail::Topology& topology = *hull.topology;
  ASSERT_EQ(topology.first_around.size(), static_cast<std::size_t>(hull.count) + 1);
  ASSERT_EQ(topology.first_around.front(), 0);
  ASSERT_EQ(topology.neighbours.size(), 2 * topology.edges.size());
  ASSERT_EQ(topology.edges_around.size(), 2 * topology.edges.size());
  std::set<std::pair<std::int32_t, std::int32_t>> listed;
  for (std::int32_t v = 0; v < hull.count; ++v) {
    const auto at = static_cast<std::size_t>(v);
    ASSERT_LE(topology.first_around[at] + D, topology.first_around[at + 1]);
    for (auto i = static_cast<std::size_t>(topology.first_around[at]);
         i < static_cast<std::size_t>(topology.first_around[at + 1]); ++i) {
      const auto e = static_cast<std::size_t>(topology.edges_around[i]);
      const auto [from, to] = topology.edges[e].vertices;
      ASSERT_TRUE((from == v && to == topology.neighbours[i]) ||
                  (to == v && from == topology.neighbours[i]));
      ASSERT_TRUE(listed.insert({v, topology.neighbours[i]}).second);
    }
  }
  ASSERT_EQ(static_cast<std::size_t>(topology.first_around.back()), 2 * topology.edges.size());
}

}  // namespace sunder::test
