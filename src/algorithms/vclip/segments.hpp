// SPDX-License-Identifier: Apache-2.0
//
// Computes the closest points of two segments (Ericson, Real-Time Collision Detection, 2005,
// section 5.1.9).
#pragma once

#include <algorithm>

#include "narrow/closest_simplex.hpp"

namespace sunder::detail::vclip {

struct ClosestOnSegments {
  double s = 0;       ///< on the first, from 0 to 1
  double t = 0;       ///< on the second
  double square = 0;  ///< of their distance
};

inline double between_0_and_1(double t) noexcept { return t > 0 ? std::min(t, 1.0) : 0.0; }

/// Returns the closest points of p + s * d and q + t * e. Parallel segments, or nearly parallel
/// ones, may have several; returns one.
inline ClosestOnSegments closest_on_segments(const Vector3& p, const Vector3& d, const Vector3& q,
                                             const Vector3& e) noexcept {
  const Vector3 apart = minus<3>(p, q);
  const double dd = dot<3>(d, d);
  const double ee = dot<3>(e, e);
  const double de = dot<3>(d, e);
  const double dr = dot<3>(d, apart);
  const double er = dot<3>(e, apart);
  const Vector3 normal = cross(d, e);
  const double twist = dot<3>(normal, normal);
  ClosestOnSegments closest;
  if (twist > 0) closest.s = between_0_and_1((de * er - dr * ee) / twist);
  closest.t = (de * closest.s + er) / ee;
  if (!(closest.t >= 0 && closest.t <= 1)) {
    closest.t = between_0_and_1(closest.t);
    closest.s = between_0_and_1((de * closest.t - dr) / dd);
  }
  for (std::size_t l = 0; l < 3; ++l) {
    const double gap = apart[l] + closest.s * d[l] - closest.t * e[l];
    closest.square += gap * gap;
  }
  return closest;
}

}  // namespace sunder::detail::vclip
