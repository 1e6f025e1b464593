// SPDX-License-Identifier: Apache-2.0
//
// Where do bodies that need not be convex meet? In regions: patches of planes, lines and points.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "sunder/body.hpp"
#include "sunder/export.hpp"

namespace sunder::inline SUNDER_ABI {

/// One connected region that the surfaces of two parts have in common, in the world's frame.
struct ContactRegion {
  int dimension = 0;  ///< 0 a point, 1 a line, 2 a patch of a plane
  std::int32_t part_a = -1, part_b = -1;
  Vector3 normal{};   ///< of a patch: unit, out of a's front, or into b's where only b is a solid; else 0
  double length = 0;  ///< of a line
  double area = 0;    ///< of a patch
  /// A point, or the corners of a line: the first one again at the end where it closes. Or the rims of a patch, seen
  /// against the normal: counter-clockwise round it, clockwise round a hole.
  std::vector<std::vector<Vector3>> outline;
  std::vector<std::array<std::int32_t, 2>> triangles;  ///< the caller's that meet, of meshes; -1 of a polytope
};

/// The verdict, and where the surfaces of the bodies meet.
struct BodyContact : Decision {
  std::vector<ContactRegion> regions;
};

/// Computes where the surfaces meet. Bodies that touch have exactly these points in common. Where solids overlap the
/// regions are the curves in which one surface cuts the other, and the faces that coincide. There are none where one
/// lies inside the other. Which regions there are is exact; their coordinates, lengths and areas are rounded. Regions of
/// different pairs of parts are not joined. Throws std::bad_alloc. Cost: some microseconds for each pair of triangles
/// that meet.
SUNDER_EXPORT BodyContact contact(const PosedBody3& a, const PosedBody3& b);

}  // namespace sunder::inline SUNDER_ABI
