// SPDX-License-Identifier: Apache-2.0
//
// The data of a mesh that questions read. A piece is one solid or one surface. It has welded points, a
// tree, triangles in the tree's order, the triangles at each vertex, and components.
//
// The tree's boxes are floats in normalised coordinates (p - origin) 2^-exponent, in which the piece lies within
// [-1, 1]. No size of the input then leaves the range of a float. Every box is rounded outward.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "exact/dyadic.hpp"
#include "machine/strict_arithmetic.hpp"
#include "sunder/mesh.hpp"

namespace sunder::detail::mesh {

using Corners = std::array<std::int32_t, 3>;

/// Eight children of a node: their boxes, and where each leads. A part of a smooth surface is flat, however its box
/// lies. It is also between two planes of one normal, and within a ball about the box' middle.
struct alignas(32) TreeNode {
  static constexpr int kChildren = 8;
  template <class T>
  using Row = std::array<T, kChildren>;

  std::array<Row<float>, 3> lower, upper;  ///< an empty slot has lower > upper
  Row<float> least, most;                  ///< heights over the middle along the normal
  Row<float> radius;                       ///< of the ball about the middle
  std::array<Row<std::int8_t>, 3>
      normal;               ///< times kNormalUnit; its length is about 1, and not more
  Row<std::int32_t> child;  ///< a node, or a Leaf
  static constexpr float kNormalUnit = 1.0F / 128;
};

/// One to four neighbouring triangles of the piece's order, as a negative number in `child`.
struct Leaf {
  static constexpr int kMost = 4;
  std::int32_t begin = 0, count = 0;
  static Leaf decode(std::int32_t child) noexcept { return {~child >> 2, (~child & 3) + 1}; }
  /// The leaf of a triangle: all of the tree's leaves are full except the last.
  static Leaf holding(std::int32_t triangle, std::int32_t triangles) noexcept {
    const std::int32_t begin = triangle / kMost * kMost;
    return {begin, std::min(kMost, triangles - begin)};
  }
  std::int32_t encode() const noexcept { return ~((begin << 2) | (count - 1)); }
};
inline bool is_leaf(std::int32_t child) noexcept { return child < 0; }
/// The greatest number of triangles that leaves can name.
inline constexpr std::int64_t kMostTriangles = std::int64_t{1} << 29;

/// A box in normalised coordinates.
struct FloatBox {
  std::array<float, 3> lower, upper;
};

/// Vertices of more triangles are hubs (hubs.hpp).
inline constexpr std::int32_t kMostAtVertex = 64;

struct Piece {
  MeshKind kind = MeshKind::surface;
  bool is_polygon = false;  ///< a flat convex body: edges between its triangles lie inside it
  bool is_faceted = false;  ///< the slabs of most leaves have no thickness
  std::vector<Vector3> points;
  std::vector<Corners> triangles;
  std::vector<std::int32_t> caller;  ///< the caller's index of each triangle
  std::vector<std::int32_t>
      star_begin;  ///< of each vertex, its first entry in `star`; one more at the end
  std::vector<std::int32_t> star;       ///< the triangles at each vertex
  std::vector<std::int32_t> hubs;       ///< the vertices of more than kMostAtVertex triangles
  std::vector<std::int32_t> component;  ///< of each vertex: triangles are joined over vertices
  std::vector<std::int32_t> first;      ///< of each component: one of its vertices
  Vector3 origin{};
  int exponent = 0;
  double radius = 0;  ///< of a ball about the origin that holds every point; it may overflow
  std::array<double, 2> scale{
      1, 1};  ///< powers of two whose product is 2^-exponent, which may be no double
  std::vector<TreeNode> nodes;  ///< nodes[0] is the root
  FloatBox box{};               ///< of everything
  ExponentSpan exponents;       ///< of the coordinates
  Vector3 max_abs{};            ///< the largest sizes of the coordinates

  std::span<const std::int32_t> star_of(std::int32_t vertex) const noexcept {
    const auto at = static_cast<std::size_t>(vertex);
    return std::span(star).subspan(static_cast<std::size_t>(star_begin[at]),
                                   static_cast<std::size_t>(star_begin[at + 1] - star_begin[at]));
  }
  const Corners& corners(std::int32_t triangle) const noexcept {
    return triangles[static_cast<std::size_t>(triangle)];
  }
  const Vector3& point(std::int32_t vertex) const noexcept {
    return points[static_cast<std::size_t>(vertex)];
  }
  /// Does an edge of a triangle bound it as a convex set? The edges inside a polygon do not.
  bool bounds_polygon(std::int32_t i, std::int32_t j) const noexcept {
    int uses = 0;
    for (const std::int32_t triangle : star_of(i)) {
      const Corners& c = corners(triangle);
      uses += c[0] == j || c[1] == j || c[2] == j ? 1 : 0;
    }
    return !is_polygon || uses == 1;
  }
  std::int32_t component_of(std::int32_t vertex) const noexcept {
    return component[static_cast<std::size_t>(vertex)];
  }

  /// Returns a coordinate times 2^-exponent, exactly unless it underflows.
  double scaled(double value) const noexcept { return value * scale[0] * scale[1]; }
  /// Returns the normalised coordinates of a vertex, each within kNormalisedError of the exact value. The difference is
  /// at most half of the extent; the origin itself, scaled, may be no double.
  Vector3 normalised(std::int32_t vertex) const noexcept {
    const Vector3& p = point(vertex);
    return {scaled(p[0] - origin[0]), scaled(p[1] - origin[1]), scaled(p[2] - origin[2])};
  }
};

/// Half a unit in the last place of 1: what one rounding to nearest loses.
inline constexpr double kUnit = 0x1p-53;
/// The error of a normalised coordinate: one rounding of a difference of at most 1, and an underflow.
inline constexpr double kNormalisedError = 0x1p-52;

/// Gives the piece the points that its triangles use, and numbers their corners anew.
void take_points(Piece& piece, const std::vector<Vector3>& points);

/// Sets everything that follows from points and triangles: the order of the triangles, the tree, stars, components.
/// Throws std::bad_alloc.
void index_piece(Piece& piece);

}  // namespace sunder::detail::mesh
