// SPDX-License-Identifier: Apache-2.0
//
// The boundary of a part at its place: edges between points, without the cuts between its pieces.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "polygon/placed.hpp"

namespace sunder::detail::polygon {

/// Points and edges of a part, in its own frame.
struct OwnOutline {
  std::vector<Vector2> points;
  std::vector<std::array<std::int32_t, 2>> edges;
  std::vector<BoxNode> tree;  ///< of the edges
};

/// A place in doubles, of which no coordinate is off by more than `error`.
struct RoundedPlace {
  Vector2 at{};
  double error = 0;
};

/// The outline of a part: where it has an area, edges with the inside on one side. A flat part is its outline: segments
/// that have no point in common, or one point, which is an edge from it to itself. Edges have nothing in common but ends,
/// and no two points have one place.
class PlacedOutline {
 public:
  /// `pieces` outlive this. Throws std::bad_alloc. Cost: O(n log n) for a polytope, and for what a pose flattens.
  explicit PlacedOutline(const PlacedPieces& pieces);

  const PlacedPieces& placed() const noexcept { return *placed_; }
  std::span<const Vector2> points() const noexcept { return points_; }
  std::span<const std::array<std::int32_t, 2>> edges() const noexcept { return edges_; }
  std::span<const BoxNode> tree() const noexcept { return tree_; }
  /// Where a point is in the world.
  const RoundedPlace& world(std::int32_t point) const noexcept {
    return world_[static_cast<std::size_t>(point)];
  }
  /// Has the part no area at its place?
  bool is_flat() const noexcept { return side_ == 0; }
  /// +1 where the inside is on the left of edges in the world, -1 where it is on the right, 0 for a flat part.
  int inner_side() const noexcept { return side_; }
  /// Is the part a polygon, whose edges are those of Polygon2::outline()?
  bool is_polygon() const noexcept { return placed_->polygon() != nullptr; }

  /// The corners of a piece, in order, with the inside on the side of edges; the part has an area.
  std::span<const std::int32_t> corners_of(std::int32_t piece) const noexcept;

 private:
  const PlacedPieces* placed_;
  OwnOutline own_;
  std::vector<std::int32_t> ring_;  ///< of a polytope
  std::span<const Vector2> points_;
  std::span<const std::array<std::int32_t, 2>> edges_;
  std::span<const BoxNode> tree_;
  std::vector<RoundedPlace> world_;
  int side_ = 0;
};

/// The outlines of parts, each made when it is first asked for.
class Outlines {
 public:
  /// `parts` outlive this.
  explicit Outlines(const std::vector<PlacedPieces>& parts) : parts_(parts), made_(parts.size()) {}

  /// Throws std::bad_alloc.
  const PlacedOutline& of(std::size_t part) {
    if (!made_[part]) made_[part] = std::make_unique<const PlacedOutline>(parts_[part]);
    return *made_[part];
  }

 private:
  const std::vector<PlacedPieces>& parts_;
  std::vector<std::unique_ptr<const PlacedOutline>> made_;
};

}  // namespace sunder::detail::polygon
