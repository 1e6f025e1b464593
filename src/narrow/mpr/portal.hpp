// SPDX-License-Identifier: Apache-2.0
//
// A portal consists of points of C; these functions use the sides of planes through them.
#pragma once

#include <array>
#include <cstddef>

#include "geometry/vectors.hpp"
#include "sunder/certificate.hpp"
#include "sunder/polytope.hpp"

namespace sunder::detail::mpr {

/// A vertex of C and its pair of body vertices.
template <int D>
struct Vertex {
  Vector<D> point{};
  IndexPair pair{};
};

/// D vertices of C. In 3-D counter-clockwise seen from outside, once the ray passes between them.
template <int D>
using Portal = std::array<Vertex<D>, std::size_t{D}>;

/// Returns some direction perpendicular to v.
inline Vector3 aside(const Vector3& v) noexcept {
  std::size_t least = 0;
  for (std::size_t l = 1; l < 3; ++l) {
    if (v[l] * v[l] < v[least] * v[least]) least = l;
  }
  Vector3 axis{};
  axis[least] = 1;
  return cross(axis, v);
}

/// Returns the portal's normal, outward: away from the ray's start.
inline Vector2 normal_of(const Portal<2>& portal, const Vector2& start) noexcept {
  const Vector2 edge = minus<2>(portal[1].point, portal[0].point);
  const Vector2 normal{edge[1], -edge[0]};
  return dot<2>(normal, minus<2>(portal[0].point, start)) >= 0 ? normal : negated<2>(normal);
}
inline Vector3 normal_of(const Portal<3>& portal, const Vector3&) noexcept {
  return cross(minus<3>(portal[1].point, portal[0].point),
               minus<3>(portal[2].point, portal[0].point));
}

/// Replaces a vertex of the portal by a new one so that the ray from `start` through 0 still
/// passes.
inline void advance(Portal<2>& portal, const Vertex<2>& next, const Vector2& start) noexcept {
  const bool like_first = (cross(next.point, start) > 0) == (cross(portal[0].point, start) > 0);
  portal[like_first ? 0 : 1] = next;
}
inline void advance(Portal<3>& portal, const Vertex<3>& next, const Vector3& start) noexcept {
  // The planes through the ray and the new vertex divide the portal into three parts.
  const Vector3 side = cross(next.point, start);
  if (dot<3>(portal[0].point, side) > 0) {
    portal[dot<3>(portal[1].point, side) > 0 ? 0 : 2] = next;
  } else {
    portal[dot<3>(portal[2].point, side) > 0 ? 1 : 0] = next;
  }
}

}  // namespace sunder::detail::mpr
