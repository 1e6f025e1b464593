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

/// Of two bodies that are.
PolygonVerdict quick_verdict(const Pair<2>& pair);

}  // namespace sunder::detail::sat
