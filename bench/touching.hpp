// SPDX-License-Identifier: Apache-2.0
//
// Pairs that touch exactly, by construction: coordinates are small integers and remain so.
#pragma once

#include "bench/pairs.hpp"

namespace sunder::bench {

/// The rotation of the bodies. A signed permutation of the axes is rigid in doubles. A quaternion
/// is exact. An integer matrix is a rotation times |q|^2.
enum class Frame : std::uint8_t { quarter_turn, quaternion, matrix };

/// Cubes of the unit grid that share a face, an edge or a corner.
PairSet boxes_on_a_grid();
/// Boxes of the grid, rotated by a quaternion or a matrix.
PairSet rotated_boxes(Frame frame);
/// Random hulls on either side of a plane that share `shared` corners in it: 1 is a vertex, 2 an
/// edge, 4 a face. Each body has its own rotation, a quarter turn or a quaternion.
PairSet hulls_by(int shared, Frame frame, int count = kPairsPerSet);

}  // namespace sunder::bench
