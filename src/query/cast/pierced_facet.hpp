// SPDX-License-Identifier: Apache-2.0
//
// Proves through which facet of Q = K_B - K_A a line enters Q, for two hulls that offer faces. The line
// is that of a's motion relative to b.
//
// If no two faces or edges are parallel, there are two kinds of facets of Q. One is a face of one
// body with a vertex of the other, the other the parallelogram of two edges. Let n be its normal, exactly perpendicular to its edges. It
// is a facet if each body is lower along n, or -n, on all other vertices. By convexity the
// neighbours of the vertex suffice, one neighbour of the face, and one more vertex of both faces at
// an edge.
//
// Bound: Let e be the error of a coordinate of C (reach.hpp). An edge in the world is off by at most
// E = 2 e in each entry. A normal is the cross product of two edges, with largest entries W and W'.
// Its entries are off by at most F = 3 E (W + W' + E). The height of an edge x of a body along n is off
// by at most 2 E |n|_1 + F (|x|_1 + E). The sides of the facet's edges are those of pierced_face.hpp.
#pragma once

#include <array>
#include <cstdint>

#include "filter/reach.hpp"
#include "query/cast/entry_time.hpp"
#include "query/cast/pierced_face.hpp"

namespace sunder::detail {

/// The line from 0 along `d`, the velocity of a relative to b, scaled to a largest entry in [1/2, 1).
struct MovingLine {
  explicit MovingLine(const Vector3& along, bool is_rounded) noexcept
      : d(along), rounded(is_rounded), projection(along) {}
  Vector3 d;
  bool rounded;  ///< d is a rounded difference
  LineProjection projection;
};

/// Proves that the line enters Q through the facet that holds the corners, and sets its points.
bool prove_facet(const Pair<3>& pair, const Reach& reach, const MovingLine& line,
                 const std::array<IndexPair, 3>& corners, EntryPoints& points) noexcept;

}  // namespace sunder::detail
