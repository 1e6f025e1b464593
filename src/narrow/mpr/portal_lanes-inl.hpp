// SPDX-License-Identifier: Apache-2.0
//
// A portal in lanes, advanced without a branch: a triangle of vertices of C through which the ray
// from `inside`, a point of C, to 0 and beyond passes. For files that are compiled once for each
// instruction set.

// Highway's include guard: open once for each target.
#if defined(SUNDER_NARROW_MPR_PORTAL_LANES_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef SUNDER_NARROW_MPR_PORTAL_LANES_INL_HPP
#undef SUNDER_NARROW_MPR_PORTAL_LANES_INL_HPP
#else
#define SUNDER_NARROW_MPR_PORTAL_LANES_INL_HPP
#endif

#include <algorithm>
#include <hwy/highway.h>

#include "narrow/mpr/posed_points-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace sunder::detail::mpr::HWY_NAMESPACE {

using MaskOf = hn::Mask<Lanes>;

HWY_INLINE SpaceLanes choose(MaskOf mask, const SpaceLanes& yes, const SpaceLanes& no) {
  return {hn::IfThenElse(mask, yes.x, no.x), hn::IfThenElse(mask, yes.y, no.y),
          hn::IfThenElse(mask, yes.z, no.z)};
}

/// A corner of a portal, and the normal of the plane through it and the ray.
struct Corner {
  SpaceLanes point;
  SpaceLanes side;
  VertexName name;
};

HWY_INLINE Corner make_corner(const SpaceLanes& point, VertexName name, const SpaceLanes& inside) {
  return {point, cross(point, inside), name};
}

/// Corners counter-clockwise seen from outside. Three names instead of an array: an array would
/// live in memory.
struct PortalLanes {
  Corner first, second, third;
  SpaceLanes normal;

  /// Whether the ray passes through; only then is it a portal.
  HWY_INLINE bool holds_ray() const { return hn::GetLane(most_outside()) <= 0; }

  HWY_INLINE bool has_corner(VertexName name) const {
    return name == first.name || name == second.name || name == third.name;
  }

  HWY_INLINE void set_normal() {
    normal = cross(minus(second.point, first.point), minus(third.point, first.point));
  }

  /// Replaces one corner by a new vertex, so that the ray still passes. The planes through the ray
  /// and the corners tell which; all three normals are made meanwhile.
  HWY_INLINE void advance(const Corner& next) {
    const auto zero = hn::Zero(Lanes());
    const auto right_of_first = hn::Gt(dot(next.point, first.side), zero);
    const auto right_of_second = hn::Gt(dot(next.point, second.side), zero);
    const auto right_of_third = hn::Gt(dot(next.point, third.side), zero);
    const SpaceLanes to_first = minus(first.point, next.point);
    const SpaceLanes to_second = minus(second.point, next.point);
    const SpaceLanes to_third = minus(third.point, next.point);
    const auto drop_third = hn::AndNot(right_of_first, right_of_second);
    const auto drop_first = hn::AndNot(right_of_second, right_of_third);
    const auto drop_second = hn::Not(hn::Or(drop_third, drop_first));
    normal = choose(drop_third, cross(to_first, to_second),
                    choose(drop_first, cross(to_second, to_third), cross(to_third, to_first)));
    replace(first, drop_first, next);
    replace(second, drop_second, next);
    replace(third, drop_third, next);
  }

  /// How high the portal is; above 0, 0 is behind it, seen from outside.
  HWY_INLINE float height() const { return hn::GetLane(dot(normal, first.point)); }

  /// The least of the four minors of the tetrahedron of the corners and the inner point.
  HWY_INLINE float least_minor() const {
    const auto of_inside = dot(first.point, cross(second.point, third.point));
    return std::min(-hn::GetLane(most_outside()), hn::GetLane(of_inside));
  }

  /// The least of the four minors of the tetrahedron of the corners and a point opposite to them.
  HWY_INLINE float least_minor_with(const SpaceLanes& opposite) const {
    const auto of_edges = hn::Max(hn::Max(dot(opposite, cross(first.point, second.point)),
                                          dot(opposite, cross(second.point, third.point))),
                                  dot(opposite, cross(third.point, first.point)));
    const auto of_opposite = dot(first.point, cross(second.point, third.point));
    return std::min(-hn::GetLane(of_edges), hn::GetLane(of_opposite));
  }

 private:
  /// Of the minors of an edge and the inner point; all are below 0 where the ray passes.
  HWY_INLINE LanesOf most_outside() const {
    return hn::Max(hn::Max(dot(first.point, second.side), dot(second.point, third.side)),
                   dot(third.point, first.side));
  }
  HWY_INLINE static void replace(Corner& corner, MaskOf mask, const Corner& next) {
    corner.point = choose(mask, next.point, corner.point);
    corner.side = choose(mask, next.side, corner.side);
    const bool chosen = hn::AllTrue(Lanes(), mask);
    corner.name.a = chosen ? next.name.a : corner.name.a;
    corner.name.b = chosen ? next.name.b : corner.name.b;
  }
};

}  // namespace sunder::detail::mpr::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // SUNDER_NARROW_MPR_PORTAL_LANES_INL_HPP
