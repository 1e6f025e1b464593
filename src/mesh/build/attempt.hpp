// SPDX-License-Identifier: Apache-2.0
//
// Are triangles by themselves a solid, and what stands in the way?
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "mesh/build/weld.hpp"
#include "mesh/piece/piece.hpp"

namespace sunder::detail::mesh {

/// Triangles over welded points, each with the caller's index.
struct Triangles {
  std::vector<Corners> corners;
  std::vector<std::int32_t> caller;

  std::size_t size() const noexcept { return corners.size(); }
  void add(const Corners& c, std::int32_t index) {
    corners.push_back(c);
    caller.push_back(index);
  }
};

/// What stands in the way of a solid, in words, and where.
struct Obstacle {
  std::string why;
  std::array<std::int32_t, 2> edge{-1, -1}, crossing{-1, -1};
  std::int64_t open_edges = 0;
  bool none() const noexcept { return why.empty(); }
};

/// Triangles that are a solid by themselves, or what stands in the way.
struct Attempt {
  Obstacle obstacle;
  Piece piece;  ///< its points are those of the places that it uses
  Triangles cancelled;
  std::int64_t split = 0, buried = 0, turned = 0;

  /// Had the caller turned it inside out?
  bool is_inward() const noexcept {
    return 2 * turned > static_cast<std::int64_t>(piece.triangles.size());
  }
};

/// The caller's lists, which obstacles name.
struct CallerLists {
  std::span<const Vector3> points;
  std::span<const Corners> triangles;
};

/// Tries to make a solid of triangles over welded places; none is flat. Exact. Throws std::bad_alloc. Cost: O(n log n)
/// for n places and triangles.
Attempt attempt_solid(const CallerLists& caller, const Welded& places, Triangles triangles);

/// Do the edges close, if need be by cuts at vertices inside them? Exact. Throws std::bad_alloc.
bool can_close(const CallerLists& caller, const Welded& places, Triangles triangles);

/// Makes the piece of some triangles, with the points that they use.
Piece piece_of(const std::vector<Vector3>& points, const Triangles& triangles, MeshKind kind);

/// Some of a list of triangles, over places of their own: what is done with them costs nothing for the others.
struct Group {
  Welded places;  ///< without `of`
  Triangles triangles;
};

class Grouping {
 public:
  explicit Grouping(const Welded& places) : places_(places), index_(places.points.size(), -1) {}
  /// Cost: O(members).
  Group of(const Triangles& triangles, std::span<const std::int32_t> members);

 private:
  const Welded& places_;
  std::vector<std::int32_t> index_;  ///< -1 between two calls
};

}  // namespace sunder::detail::mesh
