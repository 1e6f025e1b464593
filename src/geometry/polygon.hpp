// SPDX-License-Identifier: Apache-2.0
//
// A convex polygon as rows of doubles, counter-clockwise, so that a query reads eight vertices or
// edges at a time and looks up none of them. Entry i of every row belongs to vertex i or to the
// edge from vertex i to the next; rows go round more than once, to fill vectors, and so that eight
// neighbours can be read from anywhere.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

namespace sunder::detail {

struct HullBlock;

/// Cost: half a KiB, and for more than eight vertices 40 bytes a vertex.
struct alignas(64) Polygon {
  static constexpr std::int32_t kLanes = 8;
  static constexpr std::int32_t kMostVertices = 256;

  std::int32_t count;
  std::int32_t stride;  ///< entries of a row: kLanes up to that count, else kLanes more than needed
  double size;          ///< no vertex is farther from the origin
  std::array<double, 2> most;  ///< the largest |coordinate| of each kind
  // The two balls, as the hull's block has them.
  std::array<double, 2> centre;
  double circumscribed;
  double inscribed;

  // The rows one after the other: x and y of the vertices, x and y of the edges' outward normals of
  // length 1, each within 2^-51 of the true one's entry times a factor that both share, and the
  // height n . v of each edge.
  alignas(64) std::array<double, std::size_t{5} * kLanes> few;  ///< of up to kLanes vertices
  struct alignas(64) Line {
    std::array<double, kLanes> entry;
  };
  std::vector<Line> many;  ///< of more

  const double* rows() const noexcept {
    return count <= kLanes ? few.data() : many.front().entry.data();
  }
};

/// Null for what is no solid polygon with topology, for more vertices than kMostVertices, and for
/// sizes and edges beyond 2^100, 2^-100 and 2^-200, where roundings are no longer relative.
std::unique_ptr<const Polygon> make_polygon(const HullBlock& hull);

}  // namespace sunder::detail
