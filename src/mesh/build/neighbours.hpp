// SPDX-License-Identifier: Apache-2.0
//
// Two triangles of one mesh: proofs in doubles that they have nothing in common but a corner or an edge that both use.
// Corners are placed within `error` of the exact ones, in each coordinate; the common ones are the same.
#pragma once

#include "mesh/triangles/triangle_bounds.hpp"

namespace sunder::detail::mesh {

/// What a triangle brings to each of its pairs.
struct TriangleFrame {
  Vector3 normal{};   ///< (q - p) x (r - p), rounded
  double extent = 0;  ///< no difference of two corners is larger

  TriangleFrame() = default;
  explicit TriangleFrame(const WorldTriangle& t) noexcept {
    const Vector3 u = minus<3>(t[1], t[0]), v = minus<3>(t[2], t[0]);
    normal = cross(u, v);
    for (std::size_t k = 0; k < 3; ++k)
      extent = std::max({extent, std::fabs(u[k]), std::fabs(v[k])});
    extent *= 2;
  }
};

/// A triangle with its corners in any order.
struct FramedTriangle {
  WorldTriangle at;
  const TriangleFrame& frame;
};

/// The first two corners are common. `turn` is 1 where the normals of both are taken about the common edge in one direction,
/// and else -1. Cost: 5 flops, 40 where they are folded.
bool share_edge_alone(const FramedTriangle& a, const FramedTriangle& b, int turn,
                      double error) noexcept;
/// The first corner is common. Cost: some 30 flops, up to 150 where they lie in one plane, nearly.
bool share_corner_alone(const FramedTriangle& a, const FramedTriangle& b, double error) noexcept;
/// No corner is common. Cost: some 40 flops, up to 150 where they lie in one plane, nearly.
bool share_nothing(const FramedTriangle& a, const FramedTriangle& b, double error) noexcept;

}  // namespace sunder::detail::mesh
