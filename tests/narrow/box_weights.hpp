// SPDX-License-Identifier: Apache-2.0
//
// The values behind the certificates of two boxes, and their error bounds, on the selected
// instruction set.
#pragma once

#include <array>

#include "geometry/body.hpp"

namespace sunder::detail::sat {

/// The values of one axis (box_axis_starts.hpp).
struct RigidAxis {
  double gap = 0;
  std::array<double, 4> direction{};       ///< in the world
  std::array<double, 4> products{};        ///< x, y, z and D of box_weights-inl.hpp
  std::array<double, 4> weights{};         ///< of the corners + + +, - + -, - - + and + - -
  std::array<double, 4> end_a{}, end_b{};  ///< 0 for the axis' own edges
};

struct RigidMeasures {
  bool known = false;
  double size = 0;          ///< S
  double error = 0;         ///< E
  double weight_error = 0;  ///< E S^2
  std::array<RigidAxis, 20> axes{};
};

RigidMeasures measure_rigid(const Pair<3>& pair);

}  // namespace sunder::detail::sat
