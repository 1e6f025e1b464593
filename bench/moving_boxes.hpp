// SPDX-License-Identifier: Apache-2.0
//
// Many boxes that all move in each step, and a broad phase that lists the pairs whose boxes meet.
#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include "sunder/polytope.hpp"

namespace sunder::bench {

/// Half the sizes of boxes parallel to the axes, and their places at each step.
struct MovingBoxes {
  std::vector<Vector3> half;
  std::vector<std::vector<Vector3>> steps;
};
/// About five pairs a box meet; a box moves by up to a tenth of its size in a step.
MovingBoxes make_moving_boxes(std::size_t boxes, std::size_t steps);

class MovingBroadPhase {
 public:
  virtual ~MovingBroadPhase() = default;
  /// Moves all boxes to a step, and returns how many pairs meet.
  virtual std::size_t step(std::size_t at) = 0;
};
std::unique_ptr<MovingBroadPhase> make_bullet_boxes(const MovingBoxes& boxes);

}  // namespace sunder::bench
