// SPDX-License-Identifier: Apache-2.0
//
// The gaps that the lanes of a batch compute for two boxes, and the claims of Lemma B, on the
// chosen instruction set.
#pragma once

#include <array>

namespace sunder::detail::batch {

/// In doubles, or rounded to floats as in a batch.
struct PlacedBoxes {
  std::array<double, 9> a{}, b{};  ///< row-major
  std::array<double, 3> offset_a{}, offset_b{};
  std::array<double, 3> centre_a{}, centre_b{};  ///< in the bodies' frames
  std::array<double, 3> half_a{}, half_b{};
};

struct LaneGaps {
  bool holds = false;  ///< true if the lemma applies
  float largest = 0;   ///< of all fifteen values
  float aligned = 0;   ///< of the three for aligned boxes
  float bound = 0;     ///< E
};

LaneGaps box_lane_gaps(const PlacedBoxes& boxes);

}  // namespace sunder::detail::batch
