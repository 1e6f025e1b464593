// SPDX-License-Identifier: Apache-2.0
//
// The numbers that the lanes of a batch compute for two polygons, and the claims of Lemma P, on the
// chosen instruction set.
#pragma once

#include <array>
#include <vector>

namespace sunder::detail::batch {

/// In doubles, or rounded to floats as in a batch.
struct PlacedPolygon {
  std::array<double, 4> linear{};  ///< row-major
  std::array<double, 2> offset{};
  std::vector<std::array<double, 2>> corners;  ///< eight, counter-clockwise
  double farthest = 0;                         ///< no corner is farther from the origin
};

struct PlaneGap {
  bool holds = false;    ///< true if the lemma applies
  bool upright = false;  ///< both matrices are proven to preserve orientation
  bool far = false;      ///< proven separated by balls
  float largest = 0;     ///< along the normals of all edges
  float bound = 0;       ///< E
};

PlaneGap polygon_lane_gap(const PlacedPolygon& a, const PlacedPolygon& b);

}  // namespace sunder::detail::batch
