// SPDX-License-Identifier: Apache-2.0
//
// This kernel computes the verdict alone of two polygons, by bounds common to all axes.
#pragma once

#include "geometry/polygon.hpp"
#include "narrow/algorithm.hpp"

namespace sunder::detail::sat {

/// Proven by `stage`: bounds if balls decide, filter if edges do. Undecided where the decision is
/// close, and where the polygons are outside the ranges of polygon_pair.hpp.
struct PolygonVerdict {
  Verdict verdict = Verdict::undecided;
  Stage stage = Stage::none;
};

inline bool are_polygons(const Pair<2>& pair) noexcept {
  return pair.a.hull->polygon != nullptr && pair.b.hull->polygon != nullptr;
}

/// Decides two bodies that are polygons. The arguments are separate so that they are passed in
/// registers: a kernel starts by waiting for its pointers.
PolygonVerdict verdict_of_polygons(const Polygon& a, const Pose<2>& pose_a, const Polygon& b,
                                   const Pose<2>& pose_b);
inline PolygonVerdict verdict_of_polygons(const Pair<2>& pair) {
  return verdict_of_polygons(*pair.a.hull->polygon, *pair.a.pose, *pair.b.hull->polygon,
                             *pair.b.pose);
}

}  // namespace sunder::detail::sat
