// SPDX-License-Identifier: Apache-2.0
//
// Bound: Each pose adds four roundings of its products and one of each entry, and stretches what was lost before.
// Cost: O(n).
#include "mesh/piece/world_points.hpp"

#include <algorithm>
#include <cmath>

#include "geometry/pose_access.hpp"

namespace sunder::detail::mesh {

WorldPoints world_points(const Piece& piece, const PoseChain& chain) {
  WorldPoints world;
  world.points = piece.points;
  double most = std::max({piece.max_abs[0], piece.max_abs[1], piece.max_abs[2]});
  for (const Pose3* pose : chain) {
    if (pose == nullptr) continue;
    const double* const r = linear_data(*pose);
    const double* const t = offset_data(*pose);
    const double stretch =
        pose->is_translation() ? 1 : std::min(greatest_singular_value(*pose), 0x1p1000);
    const double far = std::max({std::fabs(t[0]), std::fabs(t[1]), std::fabs(t[2])});
    world.error = stretch * world.error + 32 * kUnit * (stretch * most + far) + 0x1p-1000;
    most = 2 * stretch * most + far;
    for (Vector3& p : world.points) {
      p = {((r[0] * p[0] + r[1] * p[1]) + r[2] * p[2]) + t[0],
           ((r[3] * p[0] + r[4] * p[1]) + r[5] * p[2]) + t[1],
           ((r[6] * p[0] + r[7] * p[1]) + r[8] * p[2]) + t[2]};
    }
  }
  world.error *= 2;  // the root of 3, and the roundings of this
  return world;
}

}  // namespace sunder::detail::mesh
