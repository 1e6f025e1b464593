// SPDX-License-Identifier: Apache-2.0
//
// Convex pieces with a tree of their boxes: the parts of a polygon, or one polytope.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "machine/strict_arithmetic.hpp"
#include "polygon/convex_parts.hpp"
#include "sunder/polygon.hpp"

namespace sunder::detail::polygon {

/// A box in the pieces' frame, and what it holds. The first child of an inner node is the next node.
struct BoxNode {
  Bounds<2> box;
  std::int32_t second_child = -1;  ///< -1: a leaf
  std::int32_t piece = -1;         ///< of a leaf; in a tree of edges, which edge
  bool is_leaf() const noexcept { return second_child < 0; }
};

struct Pieces {
  std::vector<Polytope2> convex;  ///< none is empty
  std::vector<BoxNode> tree;      ///< tree[0] is the root
  Vector2 max_abs{};              ///< the largest sizes of the coordinates
};

/// The tree of edges between points; the first node is the root, and no edge has no tree. Throws std::bad_alloc.
std::vector<BoxNode> tree_of_edges(std::span<const Vector2> points,
                                   std::span<const std::array<std::int32_t, 2>> edges);
/// Sets the tree. Throws std::bad_alloc. Cost: O(n log n).
void index_pieces(Pieces& pieces);
/// One polytope, or none where it is empty.
Pieces pieces_of(const Polytope2& polytope);

struct PolygonData {
  PolygonReport report;
  std::vector<std::vector<Vector2>> rings;  ///< as given
  std::vector<Vector2> points;
  std::vector<std::array<std::int32_t, 2>> outline, cuts;
  std::vector<BoxNode> outline_tree;
  ConvexParts parts;  ///< over `points`
  Pieces pieces;
  std::vector<std::int32_t> cut_begin, cut_of;  ///< of each part, its cuts

  std::span<const std::int32_t> cuts_of(std::int32_t part) const noexcept {
    const auto at = static_cast<std::size_t>(part);
    return std::span(cut_of).subspan(static_cast<std::size_t>(cut_begin[at]),
                                     static_cast<std::size_t>(cut_begin[at + 1] - cut_begin[at]));
  }
};

struct PolygonAccess {
  static const PolygonData& data(const Polygon2& polygon) noexcept { return *polygon.data_; }
  static Polygon2 wrap(std::shared_ptr<const PolygonData> data) noexcept {
    return Polygon2(std::move(data));
  }
};

}  // namespace sunder::detail::polygon
