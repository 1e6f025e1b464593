// SPDX-License-Identifier: Apache-2.0
//
// Balls that hold pieces and bodies at their places: the cheapest proof that two are apart.
//
// Let u = 2^-53 and |p|_1 the sum of the sizes of p's coordinates. A coordinate of R p + t has four terms and at most four
// roundings on each. A quaternion's entries are within u. No entry is larger than sigma, which bounds the singular values.
// The computed point is then within 16 u (sigma |p|_1 + |t|_1) of the exact one. The radius grows by twice that,
// and by 2^-1000 where products or the radius itself underflow. All this holds in the default environment.
#pragma once

#include <cmath>

#include "geometry/pose_access.hpp"
#include "sunder/polytope.hpp"

namespace sunder::detail::mesh {

/// Holds every point of what is placed, as exact poses place it.
struct PlacedBall {
  Vector3 middle{};
  double radius = 0;  ///< infinite or NaN where nothing is known
};

/// Returns a ball that holds the image of another one.
inline PlacedBall carried(const PlacedBall& ball, const Pose3& pose) noexcept {
  const double* const r = linear_data(pose);
  const double* const t = offset_data(pose);
  const double sigma = greatest_singular_value(pose);
  const Vector3& p = ball.middle;
  const double size = sigma * (std::fabs(p[0]) + std::fabs(p[1]) + std::fabs(p[2])) +
                      (std::fabs(t[0]) + std::fabs(t[1]) + std::fabs(t[2]));
  return {{r[0] * p[0] + r[1] * p[1] + r[2] * p[2] + t[0],
           r[3] * p[0] + r[4] * p[1] + r[5] * p[2] + t[1],
           r[6] * p[0] + r[7] * p[1] + r[8] * p[2] + t[2]},
          sigma * (ball.radius + 0x1p-1000) + 0x1p-48 * size + 0x1p-1000};
}

/// Are two balls certainly apart? False where sizes leave the range of squares. Cost: some 15 flops.
inline bool lie_apart(const PlacedBall& p, const PlacedBall& q) noexcept {
  const double x = q.middle[0] - p.middle[0], y = q.middle[1] - p.middle[1],
               z = q.middle[2] - p.middle[2];
  const double square = x * x + y * y + z * z, reach = p.radius + q.radius;
  return reach > 0x1p-400 && square < 0x1p900 && square * (1 - 0x1p-40) > reach * reach;
}

}  // namespace sunder::detail::mesh
