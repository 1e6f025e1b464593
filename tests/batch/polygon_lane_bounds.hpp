// SPDX-License-Identifier: Apache-2.0
//
// What the lanes of a batch compute of two polygons, and what Lemma P claims of it, on the
// instruction set that is chosen.
#pragma once

#include <array>
#include <vector>

namespace sunder::detail::batch {

/// In doubles, as they come; rounded to floats as a batch rounds them.
struct PlacedPolygon {
  std::array<double, 4> linear{};  ///< row-major
  std::array<double, 2> offset{};
  std::vector<std::array<double, 2>> corners;  ///< eight, counter-clockwise
  double farthest = 0;                         ///< no corner is farther from the origin
};

struct PlaneGap {
  bool holds = false;    ///< the lemma
  bool upright = false;  ///< both matrices are proven to turn nothing over
  bool far = false;      ///< proven apart by balls
  float largest = 0;     ///< along the normals of all edges
  float bound = 0;       ///< E
};

PlaneGap polygon_lane_gap(const PlacedPolygon& a, const PlacedPolygon& b);

}  // namespace sunder::detail::batch
