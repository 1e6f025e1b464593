// SPDX-License-Identifier: Apache-2.0
//
// How far apart two polygons are, by the list of their edges: the edge of C = K_B - K_A whose line
// is farthest from the origin, on its near side, holds the point nearest to it.
#pragma once

#include <limits>

#include "narrow/algorithm.hpp"

namespace sunder::detail::sat {

/// Proven by `stage`, as PolygonVerdict is. Apart: the interval and what goes with it, in the world frame.
struct PolygonDistance {
  Verdict verdict = Verdict::undecided;
  Stage stage = Stage::none;
  bool is_narrow = false;  ///< false: it may be for all that, or not
  double lower = 0;
  double upper = std::numeric_limits<double>::infinity();
  Vector2 point_a{};
  Vector2 point_b{};
  Vector2 normal{};
};

/// Of two bodies that are polygons. `width` as in Options: what the search is to reach if it can.
PolygonDistance quick_distance(const Pair<2>& pair, double width);

}  // namespace sunder::detail::sat
