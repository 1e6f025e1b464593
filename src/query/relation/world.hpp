// SPDX-License-Identifier: Apache-2.0
//
// What the classification needs of the bodies themselves, in the exact world frame of an
// IntegerPair: which vertices lie in a supporting plane, of what dimension a body is, and the way
// from points of a plane of space to PlanePoints.
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

/// The two coordinates that tell the points of a plane apart; 2-D: both.
struct PlaneAxes {
  std::size_t x = 0;
  std::size_t y = 1;
  /// +1 where counter-clockwise in (x, y) is counter-clockwise about the normal, else -1.
  int orientation = 1;
};
template <int D>
PlaneAxes plane_axes(const ExactVector<D>& normal);

/// The hull of some of a body's vertices (kept indices), which lie in one plane with this normal;
/// 2-D: whatever they are, and the normal is not read.
template <int D>
Polygon polygon_in_plane(const IntegerBody<D, BigInt>& body, std::span<const std::int32_t> kept,
                         const ExactVector<D>& normal);

/// What a body is in the world: its pose may be singular, and so flatten it.
struct Extent {
  int dimension = 0;
  /// Its corners, if its dimension is less than that of space.
  Polygon corners;
};
/// Cost: none to speak of where the body is not flat, else O(n log n).
template <int D>
Extent extent_of(const Body<D>& body, const IntegerBody<D, BigInt>& exact);

/// The face of a that is farthest along u and the face of b that is farthest back: where the gap
/// between them is 0, they lie in one plane, which has a on one side and b on the other.
template <int D>
struct Supported {
  std::vector<std::int32_t> a;  ///< kept indices
  std::vector<std::int32_t> b;
  ExactVector<D> u;
  BigInt gap;  ///< u.b - u.a
};
template <int D>
Supported<D> extreme_faces(const IntegerPair<D, BigInt>& pair, ExactVector<D> u);
/// Nothing if u leaves a gap or cuts in.
template <int D>
std::optional<Supported<D>> supported_by(const IntegerPair<D, BigInt>& pair, ExactVector<D> u);

/// The smallest faces that hold the common part of bodies that meet; the same from every plane.
template <int D>
Meeting meet_in_world(const IntegerPair<D, BigInt>& pair, const Supported<D>& faces);

}  // namespace sunder::detail::relation
