// SPDX-License-Identifier: Apache-2.0
//
// Edges from faces, and what can be written down without a hull algorithm.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "geometry/hull_block.hpp"

namespace sunder::detail {

/// One edge for each pair of faces that run along it in opposite directions; faces[0] is the one
/// that runs from vertices[0] to vertices[1], the lesser vertex.
std::vector<Edge> edges_of(const std::vector<Face>& faces);

/// Fills first_around, neighbours and edges_around from the edges of a body of `count` vertices.
void list_neighbours(Topology& topology, std::int32_t count);

/// Of a box whose vertex i is at the upper bound of axis k where bit k of i is set. Two dimensions
/// or three, no side of length zero.
std::unique_ptr<const Topology> box_topology(int dimension);

}  // namespace sunder::detail
