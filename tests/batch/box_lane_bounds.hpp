// SPDX-License-Identifier: Apache-2.0
//
// What the lanes of a batch compute of two boxes, and what Lemma B claims of it, on the instruction
// set that is chosen.
#pragma once

#include <array>

namespace sunder::detail::batch {

/// In doubles, as they come; rounded to floats as a batch rounds them.
struct PlacedBoxes {
  std::array<double, 9> a{}, b{};  ///< row-major
  std::array<double, 3> offset_a{}, offset_b{};
  std::array<double, 3> centre_a{}, centre_b{};  ///< in the bodies' frames
  std::array<double, 3> half_a{}, half_b{};
};

struct LaneGaps {
  bool holds = false;  ///< the lemma
  float largest = 0;   ///< of all fifteen values
  float aligned = 0;   ///< of the three for aligned boxes
  float bound = 0;     ///< E
};

LaneGaps box_lane_gaps(const PlacedBoxes& boxes);

}  // namespace sunder::detail::batch
