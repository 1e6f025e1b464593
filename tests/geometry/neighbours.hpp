// SPDX-License-Identifier: Apache-2.0
//
// Compares the lists around each vertex with the edges themselves.
#pragma once

#include <gtest/gtest.h>
#include <set>
#include <utility>

#include "geometry/hull_block.hpp"
#include "geometry/topology.hpp"

namespace sunder::test {

/// Each edge is listed around both its ends, and nothing else is listed.
template <int D>
void check_neighbours(const Polytope<D>& polytope) {
  const detail::HullBlock& hull = detail::BlockAccess::block(polytope);
  ASSERT_TRUE(hull.topology);
  const detail::Topology& topology = *hull.topology;
  std::set<std::pair<std::int32_t, std::int32_t>> listed;
  for (std::int32_t v = 0; v < hull.count; ++v) {
    const detail::IndexList around = topology.edges_around(v);
    ASSERT_GE(around.size(), std::size_t{D});
    for (const std::int32_t e : around) {
      const auto [from, to] = topology.edge(e).vertices;
      ASSERT_TRUE(from == v || to == v);
      ASSERT_EQ(topology.other_end(e, v), from == v ? to : from);
      ASSERT_TRUE(listed.insert({v, topology.other_end(e, v)}).second);
    }
  }
  ASSERT_EQ(listed.size(), 2 * static_cast<std::size_t>(topology.edge_count()));
}

}  // namespace sunder::test
