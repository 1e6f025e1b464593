// SPDX-License-Identifier: Apache-2.0
//
// The verdict alone of two polygons, by bounds that all axes share.
#pragma once

#include "narrow/algorithm.hpp"

namespace sunder::detail::sat {

/// Proven by `stage`: bounds where balls alone tell, filter where edges do. Undecided where the
/// call is close, and where the polygons are not of plain size (polygon_pair.hpp).
struct PolygonVerdict {
  Verdict verdict = Verdict::undecided;
  Stage stage = Stage::none;
};

inline bool are_polygons(const Pair<2>& pair) noexcept {
  return pair.a.hull->polygon != nullptr && pair.b.hull->polygon != nullptr;
}

/// Of two bodies that are. Apart, so that they come in registers: a kernel waits for pointers
/// first.
PolygonVerdict verdict_of_polygons(const Polygon& a, const Pose<2>& pose_a, const Polygon& b,
                                   const Pose<2>& pose_b);
inline PolygonVerdict verdict_of_polygons(const Pair<2>& pair) {
  return verdict_of_polygons(*pair.a.hull->polygon, *pair.a.pose, *pair.b.hull->polygon,
                             *pair.b.pose);
}

}  // namespace sunder::detail::sat
