// SPDX-License-Identifier: Apache-2.0
//
// Searches with a portal in lanes: a triangle of vertices of C that the ray from `inside`, a point
// of C, through 0 passes. Its corners are stored side by side. All triangles between a new vertex
// and two of them then cost as much as one, and one of them is the next portal. It is for files
// that are compiled once for each instruction set.

// Highway's include guard: open once for each target.
#if defined(SUNDER_NARROW_MPR_PORTAL_LANES_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef SUNDER_NARROW_MPR_PORTAL_LANES_INL_HPP
#undef SUNDER_NARROW_MPR_PORTAL_LANES_INL_HPP
#else
#define SUNDER_NARROW_MPR_PORTAL_LANES_INL_HPP
#endif

#include <algorithm>
#include <bit>
#include <cstdint>
#include <hwy/highway.h>

#include "narrow/mpr/posed_points-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace sunder::detail::mpr::HWY_NAMESPACE {

/// A vertex of C in all lanes. `side`: the normal of the plane through it and the ray.
struct Apex {
  Space point;
  Space side;
  VertexName name;

  HWY_INLINE Apex(const Space& at, const Space& inside, VertexName called)
      : point(at), side(cross(at, inside)), name(called) {}
  HWY_INLINE Apex(const Apex& other) : point(other.point), side(other.side), name(other.name) {}
  HWY_INLINE Apex& operator=(const Apex& other) {
    point = other.point;
    side = other.side;
    name = other.name;
    return *this;
  }
  ~Apex() = default;
};

/// Vertices of C counter-clockwise about the ray, seen from outside: four, or the three of a portal
/// and the first again.
struct Rim {
  Space point;
  Space side;
  FourNames names;

  HWY_INLINE Rim(const Space& at, const Space& sides, FourNames called)
      : point(at), side(sides), names(called) {}
  HWY_INLINE Rim(const Rim& other) : point(other.point), side(other.side), names(other.names) {}
  HWY_INLINE Rim& operator=(const Rim& other) {
    point = other.point;
    side = other.side;
    names = other.names;
    return *this;
  }
  ~Rim() = default;
};

/// Returns the lanes whose neighbours have the ray between them, seen from the apex, by more than
/// `noise`.
HWY_INLINE FourMask sectors(const Rim& rim, const Apex& apex, float noise) {
  return rises(dot(apex.point, rim.side), noise);
}
/// Returns the outward normals of the triangles of an apex and two neighbours: lane k has k and k +
/// 1.
HWY_INLINE Space normals(const Rim& rim, const Apex& apex) {
  const Space edge = Sub(rim.point, apex.point);
  return cross(edge, next(edge));
}
/// Returns bits of the neighbours that have the ray on their right: beyond the rim.
HWY_INLINE unsigned beyond(const Rim& rim) {
  return bits_above(dot(rim.point, next(rim.side)), Zero(Fours()));
}

/// Returns the portal of an apex and the neighbours k and k + 1.
HWY_INLINE Rim portal_of(const Rim& rim, std::size_t k, const Apex& apex) {
  return Rim(corners_from(rim.point, k, apex.point), corners_from(rim.side, k, apex.side),
             corners_from(rim.names, k, apex.name));
}

/// Returns the least of the four minors of the tetrahedron of a portal's corners and the inner
/// point. All are above 0 if the ray passes and the portal is beyond 0.
HWY_INLINE float least_minor(const Rim& portal) {
  float of_edges[4];
  StoreU(dot(portal.point, next(portal.side)), Fours(), of_edges);
  const Space second = next(portal.point);
  const float of_inside = GetLane(dot(portal.point, cross(second, next(second))));
  return std::min(-std::max(std::max(of_edges[0], of_edges[1]), of_edges[2]), of_inside);
}
/// Returns the least minor with a point opposite to the portal instead of the inner one.
HWY_INLINE float least_minor_with(const Rim& portal, const Space& opposite) {
  float of_edges[4];
  const Space second = next(portal.point);
  StoreU(dot(opposite, cross(portal.point, second)), Fours(), of_edges);
  const float of_opposite = GetLane(dot(portal.point, cross(second, next(second))));
  return std::min(-std::max(std::max(of_edges[0], of_edges[1]), of_edges[2]), of_opposite);
}

/// Returns the edge, from corner k to the next, whose plane with such a point has 0 farthest outside.
HWY_INLINE std::size_t open_edge(const Rim& portal, const Space& opposite) {
  float of_edges[4];
  StoreU(dot(opposite, cross(portal.point, next(portal.point))), Fours(), of_edges);
  const std::size_t first = of_edges[1] > of_edges[0] ? 1 : 0;
  return of_edges[2] > of_edges[first] ? 2 : first;
}

}  // namespace sunder::detail::mpr::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // SUNDER_NARROW_MPR_PORTAL_LANES_INL_HPP
