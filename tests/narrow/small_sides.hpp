// SPDX-License-Identifier: Apache-2.0
//
// What the list of candidates of small hulls is decided by, and what is claimed of it, on the
// instruction set that is chosen.
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

/// How far a face of a is beyond a point of b, at least.
struct MeasuredClearance {
  std::size_t face, point;
  float clear;
};

struct MeasuredSides {
  std::vector<MeasuredSide> sides;
  std::vector<MeasuredClearance> clearances;
};

/// Of what list_candidates() has turned; `size` is E.
MeasuredSides measure_sides(const SmallPair& pair, const TurnedHull& a, const TurnedHull& b,
                            float size);

}  // namespace sunder::detail::sat
