// SPDX-License-Identifier: Apache-2.0
//
// Shells of one mesh that are solids by themselves, and which of them are hollows of others.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "geometry/box_tree.hpp"
#include "mesh/piece/piece.hpp"

namespace sunder::detail::mesh {

/// A solid whose triangles have the inside behind them, and how the caller had turned it.
struct Shell {
  Piece piece;
  bool inward = false;
};

/// The exact box of points.
ReachBox box_around(std::span<const Vector3> points) noexcept;
inline bool holds(const ReachBox& outer, const ReachBox& inner) noexcept {
  for (std::size_t k = 0; k < 3; ++k) {
    if (inner.lower[k] < outer.lower[k] || inner.reach[k] > outer.reach[k]) return false;
  }
  return true;
}

/// Which shells lie in which.
struct Nesting {
  /// By shell: the innermost one that it lies clear inside of, if both are turned against each other. Else it is the
  /// number of shells.
  std::vector<std::size_t> holder;
  /// Pairs that leave open what is hollow: shells without a holder that meet and are turned against each other, and
  /// shells of one holder that meet.
  std::vector<std::pair<std::size_t, std::size_t>> doubtful;

  bool is_held(std::size_t i) const noexcept { return holder[i] < holder.size(); }
  /// Is a shell the hollow of its holder? What lies in a hollow is full again.
  bool is_hollow(std::size_t i) const noexcept {
    bool hollow = false;
    for (; is_held(i); i = holder[i]) hollow = !hollow;
    return hollow;
  }
};

/// Returns none where more than 2^22 pairs of shells would have to be looked at. Exact. Throws std::bad_alloc. Cost:
/// O(n log n) boxes, and a walk of two trees for each pair of which one box holds the other.
std::optional<Nesting> nest(std::span<const Shell> shells);

/// Joins each hollow with the shell that holds it; every other shell is a piece. Returns none where a union would fill
/// what may be meant hollow, or nest() does. Throws std::bad_alloc.
std::optional<std::vector<Piece>> join_hollows(std::vector<Shell> shells);

}  // namespace sunder::detail::mesh
