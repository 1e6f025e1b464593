// SPDX-License-Identifier: Apache-2.0
//
// Computes edges from faces, and the topologies that need no hull algorithm.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "geometry/hull_block.hpp"

namespace sunder::detail {

/// One edge for each pair of faces that run along it in opposite directions. The face faces[0] runs
/// from vertices[0], the lesser vertex, to vertices[1].
std::vector<Edge> edges_of(const std::vector<Face>& faces);

/// Fills first_around, neighbours and edges_around from the edges of a body of `count` vertices.
void list_neighbours(Topology& topology, std::int32_t count);

/// The topology of a box. Vertex i is at the upper bound of axis k where bit k of i is set. It has
/// two or three dimensions, and no side of length zero.
std::unique_ptr<const Topology> box_topology(int dimension);

}  // namespace sunder::detail
