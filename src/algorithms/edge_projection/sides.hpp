// SPDX-License-Identifier: Apache-2.0
//
// Steps from 2-D to 1-D: two outlines are projected along their own sides.
#pragma once

#include <vector>

#include "algorithms/edge_projection/outline.hpp"

namespace sunder::detail::edge_projection {

/// A side of an outline as a candidate: b is beyond a along `normal` by `gap`.
struct Side {
  Vector2 normal{};     ///< from a to b, not normalised
  double friction = 0;  ///< cosine between the normal and the projected line of centres
  double gap = 0;       ///< the least normal . (b - a); set by gap_along()
};

/// Lists all sides of both outlines of positive length, in descending friction, so facing ones come
/// first. `line` is the projected line of centres.
void list_sides(const Outlines& outlines, const Vector2& line, std::vector<Side>& sides);

/// Returns the gap of the outlines along n, with b's shifted by `shift`.
double gap_along(const Outlines& outlines, const Vector2& shift, const Vector2& n) noexcept;

/// Returns the vertices of the two nearest corners in the projection along e.
IndexPair nearest_corners(const Outlines& outlines, const Vector3& e,
                          const RotatedVertices<3>& rotated, const Vector3& shift);

}  // namespace sunder::detail::edge_projection
