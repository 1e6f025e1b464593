// SPDX-License-Identifier: Apache-2.0
//
// Vertices of many triangles, whose boxes all meet there. Two triangles with a corner at one place have more in common
// if and only if their directions from it have. These are arcs of a sphere, and few of them are close.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "mesh/triangle_pair.hpp"

namespace sunder::detail::mesh {

/// Is the edge opposite a vertex of one side's triangle proven apart from a triangle of the other?
bool opposite_is_apart(const PiecePair& pair, int side, const Corners& corners, std::int32_t vertex,
                       const WorldTriangle& other) noexcept;

/// A vertex of each piece at one place.
using PlaceOfBoth = std::array<std::int32_t, 2>;

/// Visits the triangles at a common place, one of each piece, that may have more in common, each pair once. Returns false
/// as soon as visit(a, b) does. Throws std::bad_alloc. Cost: O(n log n) and the arcs that are close.
bool visit_close_at(const PiecePair& pair, const PlaceOfBoth& place,
                    const std::function<bool(std::int32_t a, std::int32_t b)>& visit);

/// The hubs of two pieces that lie at one place.
class SharedHubs {
 public:
  /// Throws std::bad_alloc. Cost: nothing where a piece has no hub.
  explicit SharedHubs(PiecePair& pair);

  struct Shared {
    PlaceOfBoth vertex;
    std::array<std::int32_t, 2> triangle = {
        -1, -1};  ///< two that share this place alone; -1 where none does
  };
  std::span<const Shared> all() const noexcept { return all_; }

  /// Have the triangles exactly one place of hubs in common? Then visit_close_at() visits them, if they have more.
  bool share_one(std::int32_t a, std::int32_t b) const noexcept {
    if (all_.empty()) return false;
    const std::int32_t hub = hub_of_[0][static_cast<std::size_t>(a)];
    return hub >= 0 && hub == hub_of_[1][static_cast<std::size_t>(b)];
  }
  /// Does share_one() hold for all pairs of two leaves?
  bool share_one(Leaf a, Leaf b) const noexcept;

 private:
  std::vector<Shared> all_;
  /// By triangle: the place of its hub in all_; -1 for none, -2 for several. Empty where nothing is shared.
  std::array<std::vector<std::int32_t>, 2> hub_of_;
};

}  // namespace sunder::detail::mesh
