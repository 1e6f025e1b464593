// SPDX-License-Identifier: Apache-2.0
//
// Sorts the faces that face the other body (in 2-D its edges) in descending friction. Friction is
// the cosine between the outward normal and the line of centres. If both centres are inside their
// bodies, only edges of these faces can give a separation. The normal n of a separation points from
// centre to centre. At an edge n is a mean of the normals of its two faces, so one of them does
// too.
#pragma once

#include <cstdint>
#include <vector>

#include "geometry/body.hpp"

namespace sunder::detail::edge_projection {

struct Facing {
  double friction = 0;    ///< in (0, 1]
  std::int32_t face = 0;  ///< index into Topology::faces; in 2-D into Topology::edges
};

/// Computes the direction R (q - p) of an edge, normalised; returns false if R maps it to 0.
template <int D>
bool edge_direction(const Body<D>& body, std::int32_t p, std::int32_t q, Vector<D>& along) noexcept;

/// Returns the outward normal of an edge of a polygon, or of a face, normalised; 0 if R maps it to
/// 0.
Vector2 outward_normal(const Body<2>& body, std::int32_t edge) noexcept;
Vector3 outward_normal(const Body<3>& body, std::int32_t face);

/// `line` points to the other body, normalised, or is 0: then no face qualifies.
std::vector<Facing> facing_faces(const Body<2>& body, const Vector2& line);
std::vector<Facing> facing_faces(const Body<3>& body, const Vector3& line);

/// Returns for at most `most` vertices, spread over the body: a direction along which each is the
/// greatest, the sum of its faces' normals of length 1.
std::vector<Vector2> vertex_directions(const Body<2>& body, std::size_t most);
std::vector<Vector3> vertex_directions(const Body<3>& body, std::size_t most);

}  // namespace sunder::detail::edge_projection
