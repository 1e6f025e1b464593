// SPDX-License-Identifier: Apache-2.0
//
// Computes the cheapest proof in the plane: balls about the origins of both bodies' frames need no
// rotation. A query computes one difference, two squares and a comparison.
#pragma once

#include "filter/bounds.hpp"
#include "geometry/body.hpp"

namespace sunder::detail {

/// Returns true if the offset of the poses alone proves the bodies separated. It is never true for
/// a body that is far from its frame's origin.
///
/// A pose moves no vertex farther than greatest_singular_value() * farthest from its offset. A component
/// of the offset loses one rounding, its square one, their sum one. The reach loses three and its
/// square one more: 2^-40 covers them all. The term 2^-960 exceeds any square that was flushed or
/// rounded there. If `squared` overflows and the reach does not, the offset is certainly longer.
inline bool are_far_apart(const Pair<2>& pair) noexcept {
  const double x = pair.b.pose->offset(0) - pair.a.pose->offset(0);
  const double y = pair.b.pose->offset(1) - pair.a.pose->offset(1);
  const double reach = pair.a.hull->farthest * greatest_singular_value(*pair.a.pose) +
                       pair.b.hull->farthest * greatest_singular_value(*pair.b.pose);
  const double squared = x * x + y * y;
  return squared * (1 - kFarShare) - kFarUnderflow > reach * reach;
}

}  // namespace sunder::detail
