// SPDX-License-Identifier: Apache-2.0
//
// The values that decide the list of candidates of small hulls, and their error bounds, on the
// selected instruction set.
#pragma once

#include <vector>

#include "narrow/sat/small_hulls.hpp"

namespace sunder::detail::sat {

/// An edge of one body times the normal of a face of the other.
struct MeasuredSide {
  bool edge_of_a;
  std::size_t edge, face;
  float side, margin;
};

/// A lower bound on the distance of a face of a beyond a point of b.
struct MeasuredClearance {
  std::size_t face, point;
  float clear;
};

struct MeasuredSides {
  std::vector<MeasuredSide> sides;
  std::vector<MeasuredClearance> clearances;
};

/// Measures hulls that list_candidates() has rotated; `size` is E.
MeasuredSides measure_sides(const SmallPair& pair, const TurnedHull& a, const TurnedHull& b,
                            float size);

}  // namespace sunder::detail::sat
