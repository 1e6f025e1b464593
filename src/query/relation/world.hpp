// SPDX-License-Identifier: Apache-2.0
//
// The part of the classification that reads bodies, in the exact world frame of an IntegerPair. It
// finds the vertices in a supporting plane and the dimension of a body, and projects points of a plane
// of space to PlanePoints.
#pragma once

#include <array>
#include <optional>
#include <span>
#include <vector>

#include "geometry/integer_pair.hpp"
#include "query/relation/plane.hpp"

namespace sunder::detail::relation {

template <int D>
using ExactVector = std::array<BigInt, std::size_t{D}>;

/// A vertex (kept index) in the pair's own frame, in its integers.
template <int D>
ExactVector<D> point_of(const IntegerBody<D, BigInt>& body, std::int32_t kept);

/// The two coordinates that distinguish the points of a plane; in 2-D both.
struct PlaneAxes {
  std::size_t x = 0;
  std::size_t y = 1;
  /// +1 where counter-clockwise in (x, y) is counter-clockwise about the normal, else -1.
  int orientation = 1;
};
template <int D>
PlaneAxes plane_axes(const ExactVector<D>& normal);

/// The hull of some of a body's vertices (kept indices). In 3-D they lie in one plane with this normal;
/// in 2-D the normal is not read.
template <int D>
Polygon polygon_in_plane(const IntegerBody<D, BigInt>& body, std::span<const std::int32_t> kept,
                         const ExactVector<D>& normal);

/// The dimension of a body in the world, where a singular pose may have flattened it.
struct Extent {
  int dimension = 0;
  /// The corners, if the dimension is less than that of space.
  Polygon corners;
};
/// Cost: O(1) where the body is not flat, otherwise O(n log n).
template <int D>
Extent extent_of(const Body<D>& body, const IntegerBody<D, BigInt>& exact);

/// The face of a that is farthest along u, and the face of b that is farthest against it. Where the gap
/// is 0 both lie in one plane, which has a on one side and b on the other.
template <int D>
struct Supported {
  std::vector<std::int32_t> a;  ///< kept indices
  std::vector<std::int32_t> b;
  ExactVector<D> u;
  BigInt gap;  ///< u.b - u.a
};
template <int D>
Supported<D> extreme_faces(const IntegerPair<D, BigInt>& pair, ExactVector<D> u);
/// Returns nothing unless the gap along u is 0.
template <int D>
std::optional<Supported<D>> supported_by(const IntegerPair<D, BigInt>& pair, ExactVector<D> u);

/// The smallest faces that hold the common part of touching bodies. Every supporting plane gives the
/// same ones.
template <int D>
Meeting meet_in_world(const IntegerPair<D, BigInt>& pair, const Supported<D>& faces);

}  // namespace sunder::detail::relation
