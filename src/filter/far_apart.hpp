// SPDX-License-Identifier: Apache-2.0
//
// Computes the cheapest proof in the plane and in space: balls about the origins of both bodies' frames
// need no rotation. A query computes one difference, its square and a comparison.
#pragma once

#include "filter/bounds.hpp"
#include "geometry/body.hpp"

namespace sunder::detail {

/// Returns true if the offset of the poses alone proves the bodies separated. It is never true for
/// a body that is far from its frame's origin.
///
/// A pose moves no vertex farther than greatest_singular_value() * farthest from its offset. A component
/// of the offset loses one rounding, its square one, their sums two. The reach loses three and its
/// square one more: 2^-40 covers them all. The term 2^-960 exceeds any square that was flushed or
/// rounded there. If `squared` overflows and the reach does not, the offset is certainly longer.
template <int D>
[[gnu::always_inline]] inline bool are_far_apart(const Pair<D>& pair) noexcept {
  static_assert(D == 2 || D == 3);
  const double* const p = offset_data(*pair.a.pose);
  const double* const q = offset_data(*pair.b.pose);
  const double x = q[0] - p[0];
  const double y = q[1] - p[1];
  const double reach = pair.a.hull->farthest * greatest_singular_value(*pair.a.pose) +
                       pair.b.hull->farthest * greatest_singular_value(*pair.b.pose);
  double squared = x * x + y * y;
  if constexpr (D == 3) squared += (q[2] - p[2]) * (q[2] - p[2]);
  return squared * (1 - kFarShare) - kFarUnderflow > reach * reach;
}

}  // namespace sunder::detail
