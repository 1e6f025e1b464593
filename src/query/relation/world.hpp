// SPDX-License-Identifier: Apache-2.0
//
// Declares the part of the classification that reads bodies, in the exact world frame of an
// IntegerPair. It finds the vertices in a supporting plane and the dimension of a body, and
// projects points of a plane of space to PlanePoints.
#pragma once

#include <algorithm>
#include <array>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "geometry/integer_pair.hpp"
#include "geometry/integer_support.hpp"
#include "query/relation/plane.hpp"

namespace sunder::detail::relation {

template <int D, class Int = BigInt>
using ExactVector = std::array<Int, std::size_t{D}>;

/// Returns a vertex (kept index) in the pair's own frame, in its integers.
template <int D, class Int>
ExactVector<D, Int> point_of(const IntegerBody<D, Int>& body, std::int32_t kept) {
  ExactVector<D, Int> point{};
  body.add_point(kept, 1, point.data());
  return point;
}

/// The two coordinates that distinguish the points of a plane; in 2-D both.
struct PlaneAxes {
  std::size_t x = 0;
  std::size_t y = 1;
  /// +1 where counter-clockwise in (x, y) is counter-clockwise about the normal, else -1.
  int orientation = 1;
};
template <int D, class Int>
PlaneAxes plane_axes(const std::array<Int, std::size_t{D}>& normal) {
  if constexpr (D == 2) {
    return {};
  } else {
    // Without a coordinate in which the normal is not 0 the plane is mapped one to one. Without y,
    // (x, z) turns the other way.
    const std::size_t dropped = normal[2] != 0 ? 2 : normal[1] != 0 ? 1 : 0;
    const int side = normal[dropped] < 0 ? -1 : 1;
    return {dropped == 0 ? std::size_t{1} : 0, dropped == 2 ? std::size_t{1} : 2,
            dropped == 1 ? -side : side};
  }
}

/// Returns the hull of some of a body's vertices (kept indices). In 3-D they lie in one plane with
/// this normal; in 2-D the normal is not read.
template <int D, class Int, class Points = std::vector<PlanePointOf<Int>>>
Points polygon_in_plane(const IntegerBody<D, Int>& body, std::span<const std::int32_t> kept,
                        const std::array<Int, std::size_t{D}>& normal,
                        typename Points::allocator_type memory = {}) {
  const auto [x, y, orientation] = plane_axes<D, Int>(normal);
  Points points(memory);
  points.reserve(kept.size());
  for (const std::int32_t i : kept) {
    ExactVector<D, Int> point = point_of<D, Int>(body, i);
    points.push_back({std::move(point[x]), std::move(point[y]), body.hull->caller[i]});
  }
  return polygon_of<Points>(std::move(points));
}

/// The dimension of a body in the world, where a singular pose may have flattened it.
struct Extent {
  int dimension = 0;
  /// The corners, if the dimension is less than that of space.
  Polygon corners;
};
/// Cost: It takes O(1) where the body is not flat, otherwise O(n log n).
template <int D>
Extent extent_of(const Body<D>& body, const IntegerBody<D, BigInt>& exact);

/// The face of a that is farthest along u, and the face of b that is farthest against it. Where the gap
/// is 0 both lie in one plane, which has a on one side and b on the other.
template <int D, class Int = BigInt, class Indices = std::vector<std::int32_t>>
struct Supported {
  Indices a;  ///< kept indices
  Indices b;
  ExactVector<D, Int> u;
  Int gap;  ///< u.b - u.a
};
template <int D, class Int, class Indices = std::vector<std::int32_t>>
Supported<D, Int, Indices> extreme_faces(const IntegerPair<D, Int>& pair,
                                         std::array<Int, std::size_t{D}> u,
                                         typename Indices::allocator_type memory = {}) {
  auto top = exact_extremes<D, Int, Indices>(pair.a, u.data(), 1, memory);
  auto bottom = exact_extremes<D, Int, Indices>(pair.b, u.data(), -1, memory);
  return {std::move(top.vertices), std::move(bottom.vertices), std::move(u),
          Int(bottom.value - top.value)};
}
/// Returns nothing if u is 0, leaves a gap or cuts in.
template <int D, class Int, class Indices = std::vector<std::int32_t>>
std::optional<Supported<D, Int, Indices>> supported_by(
    const IntegerPair<D, Int>& pair, std::array<Int, std::size_t{D}> u,
    typename Indices::allocator_type memory = {}) {
  if (std::ranges::all_of(u, [](const Int& entry) { return entry == 0; })) return std::nullopt;
  auto faces = extreme_faces<D, Int, Indices>(pair, std::move(u), memory);
  if (faces.gap != 0) return std::nullopt;
  return faces;
}

/// Returns the smallest faces that hold the common part of touching bodies. Every supporting plane
/// gives the same ones.
template <int D>
Meeting meet_in_world(const IntegerPair<D, BigInt>& pair, const Supported<D>& faces);

}  // namespace sunder::detail::relation
