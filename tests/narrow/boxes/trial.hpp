// SPDX-License-Identifier: Apache-2.0
//
// Computes the values of the kernels of narrow/boxes and their error bounds, on the selected
// instruction set. Tests see these kernels through this header alone.
#pragma once

#include <array>

#include "geometry/body.hpp"
#include "sunder/certificate.hpp"

namespace sunder::detail::boxes {

/// A gap in doubles.
struct BoxGap {
  double value = 0;
  double bound = 0;
};

/// The gap along u or -u, whichever points to b.
BoxGap box_gap(const Pair<3>& pair, const Vector3& u);

/// The values of one axis (axes-inl.hpp).
struct RigidAxis {
  double gap = 0;
  double squared = 0;                      ///< of its length
  std::array<double, 4> direction{};       ///< in the world
  std::array<double, 4> products{};        ///< x, y, z and D of one_pair-inl.hpp
  std::array<double, 4> weights{};         ///< of the corners + + +, - + -, - - + and + - -
  std::array<double, 4> end_a{}, end_b{};  ///< 0 for the axis' own edges
};

struct RigidMeasures {
  bool known = false;
  double size = 0;          ///< S
  double error = 0;         ///< E
  double square_error = 0;  ///< of the squared lengths
  double weight_error = 0;  ///< E S^2
  std::array<RigidAxis, 20> axes{};
};

RigidMeasures measure_rigid(const Pair<3>& pair);

}  // namespace sunder::detail::boxes
