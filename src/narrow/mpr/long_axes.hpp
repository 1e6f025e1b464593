// SPDX-License-Identifier: Apache-2.0
//
// Two long thin bodies that miss each other are apart along the cross product of their long axes.
// That direction costs one test, whereas a search rotates all vertices. If the bodies are far from
// each other, their bounding boxes, each in its body's own frame, are apart too.
//
// A body lies in its box, whose corners' coordinates are no larger than the body's. Hence Lemma 1
// of filtered_pair.hpp holds for the boxes with the bodies' reach.
#pragma once

#include <algorithm>
#include <cstddef>

#include "filter/reach.hpp"

namespace sunder::detail::mpr {

/// Returns true if both bodies are at most a sixteenth as thick as long.
[[gnu::always_inline]] inline bool are_thin(const Pair<3>& pair) noexcept {
  return pair.a.hull->inscribed * 16 < pair.a.hull->circumscribed &&
         pair.b.hull->inscribed * 16 < pair.b.hull->circumscribed;
}

/// Returns the coordinate axis along which a body is longest, in its own frame.
[[gnu::always_inline]] inline std::size_t longest_axis(const HullBlock& hull) noexcept {
  const double x = hull.upper[0] - hull.lower[0];
  const double y = hull.upper[1] - hull.lower[1];
  const double z = hull.upper[2] - hull.lower[2];
  const std::size_t of_two = y > x ? 1 : 0;
  return z > std::max(x, y) ? 2 : of_two;
}

/// Returns the cross product of both long axes, toward b. `line` goes from a's centre to b's.
[[gnu::always_inline]] inline Vector3 across_long_axes(const Pair<3>& pair,
                                                       const Vector3& line) noexcept {
  const double* const a = linear_data(*pair.a.pose) + longest_axis(*pair.a.hull);
  const double* const b = linear_data(*pair.b.pose) + longest_axis(*pair.b.hull);
  const Vector3 across{a[3] * b[6] - a[6] * b[3], a[6] * b[0] - a[0] * b[6],
                       a[0] * b[3] - a[3] * b[0]};
  const double ahead = (across[0] * line[0] + across[1] * line[1]) + across[2] * line[2];
  const double sign = ahead < 0 ? -1 : 1;
  return {sign * across[0], sign * across[1], sign * across[2]};
}

/// Returns the greatest height of a body's box along sign u, without its pose's offset.
[[gnu::always_inline]] inline double greatest_box_height(const Body<3>& body, const Vector3& u,
                                                         double sign) noexcept {
  const double* const r = linear_data(*body.pose);
  double height = 0;
  for (std::size_t k = 0; k < 3; ++k) {
    const double along = sign * ((r[k] * u[0] + r[3 + k] * u[1]) + r[6 + k] * u[2]);
    height += std::max(along * body.hull->lower[k], along * body.hull->upper[k]);
  }
  return height;
}

/// Returns true if the boxes are proven apart along u.
[[gnu::always_inline]] inline bool boxes_are_apart(const Pair<3>& pair, const Vector3& offset,
                                                   const Reach& reach, const Vector3& u) noexcept {
  const double size = sum_of_sizes(u);
  const double along = (u[0] * offset[0] + u[1] * offset[1]) + u[2] * offset[2];
  const double gap =
      along - (greatest_box_height(pair.a, u, 1) + greatest_box_height(pair.b, u, -1));
  return size < kGreatestDirection && gap > size * reach.gap_error() * kRoundUp + kLeastGapError;
}

}  // namespace sunder::detail::mpr
