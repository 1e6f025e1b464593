// SPDX-License-Identifier: Apache-2.0
//
// Computes the contact points of two bodies along a normal, clipped in doubles. The bodies overlap,
// touch or are near each other.
#pragma once

#include <algorithm>
#include <cmath>

#include "geometry/body.hpp"
#include "geometry/pose_access.hpp"
#include "query/scratch.hpp"
#include "sunder/contact.hpp"

namespace sunder::detail::contact {

/// The faces meet if at least one is this well aligned with the normal (0.9 degrees). Otherwise the
/// supports do, such as two edges that cross. A small tilt costs nothing, since every point has its
/// own depth. It keeps four points under a box that tilts.
inline constexpr double kFaceToFace = 1 - 0x1p-13;
/// A share of the smaller patch's extent. A corner of the common part that is nearer than this to a
/// corner or an edge of a patch is named after it. Corners of one name merge into one. Two edges
/// that are parallel to within this have no crossing.
inline constexpr double kSnap = 0x1p-20;
/// Rounding may reduce the depth of the deepest point by these shares of the depth and of the
/// bodies.
inline constexpr double kDepthShare = 0x1p-20;
inline constexpr double kDepthRounding = 0x1p-40;

/// The normal between two bodies, and their depth along it.
template <int D>
struct Facing {
  Vector<D> normal{};  ///< unit, from a to b: of the minimum translation or the closest points
  Interval depth;      ///< minus the signed distance, which the normal attains
  double near = 0;     ///< a gap that still counts as contact
};

/// Returns whether the deepest point found is as deep as the bodies. `unit` is the size of 1 in the
/// frame of the depth, and about that of the bodies.
template <int D>
bool reaches_depth(const Facing<D>& facing, double deepest, double unit) noexcept {
  const double wanted = facing.depth.lower;
  return deepest >= wanted - kDepthShare * std::fabs(wanted) - kDepthRounding * unit;
}
template <int D>
double clamped_depth(const Facing<D>& facing, double depth) noexcept {
  return std::clamp(depth, std::min(0 - facing.near, facing.depth.upper), facing.depth.upper);
}

/// Sets the point of the other body at the point's depth along the normal.
template <int D>
void set_other_point(const Facing<D>& facing, bool from_a, ContactPoint<D>& point) noexcept {
  for (std::size_t l = 0; l < D; ++l) {
    const double step = point.depth * facing.normal[l];
    if (from_a) {
      point.point_b[l] = point.point_a[l] - step;
    } else {
      point.point_a[l] = point.point_b[l] + step;
    }
  }
}

// Limits of the kernels, which leave what is between them to the outlines.

/// A share of the bodies' size. A corner this near to a line is on it up to rounding.
inline constexpr double kOnLine = 0x1p-48;
/// A share of the smaller face's extent, far above kSnap.
inline constexpr double kClear = 0x1p-16;
/// Matrices are this close to rotations, and cosines that are compared differ by more.
inline constexpr double kCloseShape = 0x1p-18;
/// A rise above this share of the extents is no rounding.
inline constexpr double kSurelyRises = 0x1p-28;
/// The smallest extent of a face, relative to the bodies and their distance.
inline constexpr double kLeastExtent = 0x1p-20;

template <int D>
bool is_rigid(const Pose<D>& pose) noexcept {
  return greatest_singular_value(pose) - 1 <= kCloseShape / 4 &&
         1 - least_singular_value(pose) <= kCloseShape / 4;
}

/// Sets the points counter-clockwise about the normal, from the lowest id. There is at least
/// one, but none where a coordinate overflows. Depths are at least -near and at most depth.upper.
///
/// Both patches are projected along the normal n to two convex outlines of one plane. Above a
/// corner q of their common part lie a point x of a's patch and a point y of b's, with x - y = s n.
/// The usual method clips one patch against the side planes of the other, the reference. Where n is
/// the reference's own normal, the polygon is the same. Here neither body is the reference, so no
/// choice can flip between frames, or when a and b change places.
///
/// The greatest s is the depth. No s exceeds it: x is a point of a, y is one of b, and a's support
/// along n is deeper than b's by the depth alone. Since s is linear in q, it is largest at a
/// corner. The patches hold the supports of both bodies, where s reaches the depth.
template <int D>
void set_clipped_points(const Pair<D>& pair, const Facing<D>& facing,
                        List<ContactPoint<D>>& points);

/// Finds them by the outlines of any two bodies. Kernels serve fewer bodies, and leave close choices
/// to it.
template <int D>
List<ContactPoint<D>> clip_outlines(const Pair<D>& pair, const Facing<D>& facing, Memory memory);

}  // namespace sunder::detail::contact
