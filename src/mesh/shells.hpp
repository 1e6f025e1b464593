// SPDX-License-Identifier: Apache-2.0
//
// Shells of one mesh that are solids by themselves, and which of them are hollows of others.
#pragma once

#include <optional>
#include <vector>

#include "mesh/piece.hpp"

namespace sunder::detail::mesh {

/// A solid whose triangles have the inside behind them, and how the caller had turned it.
struct Shell {
  Piece piece;
  bool inward = false;
};

/// Joins each hollow with the shell that holds it; every other shell is a piece. A hollow lies clear inside others, and is
/// turned against the innermost of them. Returns none where a union would fill what may be meant hollow: shells turned
/// against each other that meet, or hollows of one shell that meet. Throws std::bad_alloc. Cost: O(n^2) boxes.
std::optional<std::vector<Piece>> join_hollows(std::vector<Shell> shells);

}  // namespace sunder::detail::mesh
