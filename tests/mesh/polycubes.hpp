// SPDX-License-Identifier: Apache-2.0
//
// Unions of unit cells of the integer lattice: the truth about two of them is counted cell by cell.
#pragma once

#include <array>
#include <cstdint>
#include <set>
#include <vector>

#include "mesh/soup.hpp"

namespace sunder::test {

using Cell = std::array<int, 3>;
using Cells = std::set<Cell>;

/// A map of the lattice to itself: a quarter turn, perhaps a mirror, and a translation.
struct LatticeMap {
  std::array<std::array<int, 3>, 3> turn{{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
  std::array<int, 3> offset{};

  Cells of(const Cells& cells) const;
  int determinant() const;
};
LatticeMap draw_map(suite::Random& random, int reach, bool mirrors);

/// Draws a body: a blob, scattered cells, a hollow box with or without a door, a ring, a peg.
Cells draw_cells(suite::Random& random);

/// Two bodies that fit into each other exactly, or nearly: a block with part of it taken out, and that part.
std::array<Cells, 2> draw_fit(suite::Random& random);

/// The truth, where b moved by an infinitely small vector of these signs.
Verdict count_cells(const Cells& a, const Cells& b, const std::array<int, 3>& nudge);

/// Draws a closed mesh of the outer faces: joined to strips and split at random, with shells inside that add nothing, or
/// inside out as a whole.
Soup draw_mesh(const Cells& cells, suite::Random& random);

/// The cells as boxes.
std::vector<Part3> boxes_of(const Cells& cells, const Vector3& nudge);

}  // namespace sunder::test
