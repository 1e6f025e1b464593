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

#include "mesh/triangles/triangle_pair.hpp"

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

/// The hubs of a piece, and the great ones: vertices of so many triangles that these are looked at pair by pair of hubs.
class OwnHubs {
 public:
  /// Throws std::bad_alloc.
  explicit OwnHubs(const Piece& piece);
  bool empty() const noexcept { return of_vertex_.empty(); }
  std::span<const std::int32_t> great() const noexcept { return great_; }
  bool is_hub(std::int32_t vertex) const noexcept { return rank(vertex) != Rank::none; }
  bool is_great(std::int32_t vertex) const noexcept { return rank(vertex) == Rank::great; }

  /// How many hubs have two triangles in common?
  int shared(std::int32_t i, std::int32_t j) const noexcept {
    if (empty()) return 0;
    const Corners &p = piece_.corners(i), &q = piece_.corners(j);
    int count = 0;
    for (const std::int32_t corner : p) {
      if (corner == q[0] || corner == q[1] || corner == q[2]) count += is_hub(corner) ? 1 : 0;
    }
    return count;
  }
  /// Does visit_close_at_hubs() look at a pair of triangles?
  bool look_at(std::int32_t i, std::int32_t j) const noexcept {
    if (empty()) return false;
    const auto has_great = [&](std::int32_t triangle) {
      const Corners& c = piece_.corners(triangle);
      return is_great(c[0]) || is_great(c[1]) || is_great(c[2]);
    };
    return shared(i, j) > 0 || (!great_.empty() && has_great(i) && has_great(j));
  }

 private:
  enum class Rank : std::uint8_t { none, hub, great };
  Rank rank(std::int32_t vertex) const noexcept {
    return of_vertex_[static_cast<std::size_t>(vertex)];
  }

  const Piece& piece_;
  std::vector<Rank> of_vertex_;  ///< empty where there is none
  std::vector<std::int32_t> great_;
};

/// Visits the triangles of a piece that share hubs, i < j, and may have more in common than these. At one hub their
/// directions tell, on an edge of two hubs their angles about it. Two triangles at two great hubs are visited where their
/// angles about the line through both meet. A pair may come twice. Returns false as soon as visit(i, j) does. `pair` is the
/// piece with itself. Throws std::bad_alloc. Cost: O(n log n) and what is close.
bool visit_close_at_hubs(const PiecePair& pair, const OwnHubs& hubs,
                         const std::function<bool(std::int32_t i, std::int32_t j)>& visit);

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
