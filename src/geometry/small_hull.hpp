// SPDX-License-Identifier: Apache-2.0
//
// Stores the faces and edges of a solid of few vertices as rows of floats. A query rotates many of
// them at a time and gathers nothing face by face. Rows are padded with the first face or edge.
#pragma once

#include <array>
#include <cstdint>

#include "geometry/hull_block.hpp"

namespace sunder::detail {

/// Memory: about 1 KiB a hull.
struct alignas(64) SmallHull {
  static constexpr std::size_t kVertices = 16;
  static constexpr std::size_t kFaces = 16;
  static constexpr std::size_t kEdges = 32;  ///< 16 vertices and 16 faces share at most 30 edges
  template <class T>
  using PerFace = std::array<T, kFaces>;
  template <class T>
  using PerEdge = std::array<T, kEdges>;

  // Rows that are loaded into lanes come first: each fills whole cache lines.
  std::array<PerFace<float>, 3> normal;  ///< outward, of length 1, off by `normal_error`, rounded
  std::array<PerEdge<float>, 3> way;     ///< along the edge, the largest entry in [1/2, 1], rounded
  PerEdge<float> way_size;               ///< the sum of the absolute entries of `way`, rounded up
  PerEdge<std::uint32_t> along;          ///< the bit of the face that runs along the edge
  PerEdge<std::uint32_t> against;        ///< the bit of the face that runs against it

  double normal_error;  ///< of each entry, before it is rounded to a float
  std::uint32_t face_count;
  std::uint32_t edge_count;
  std::array<PerEdge<std::uint8_t>, 2> ends;
  std::array<PerEdge<std::uint8_t>, 2> sides;  ///< the faces along and against each edge
  /// Three vertices in the order of each face's rim. A normal is the cross product of the two edges
  /// between them, which are far from parallel.
  std::array<PerFace<std::uint8_t>, 3> triangle;
  bool is_shared = false;  ///< by all boxes about the origin
};

/// Returns null for bodies without topology, or with more vertices, faces or edges than a row has.
/// Returns null also for sizes above 2^100 or below 2^-100, and if doubles do not determine a
/// normal to about 2^-30.
Owned<SmallHull> make_small_hull(const HullBlock& hull);

/// Returns true if the largest coordinate is between those sizes.
bool is_of_plain_size(const HullBlock& hull) noexcept;

}  // namespace sunder::detail
