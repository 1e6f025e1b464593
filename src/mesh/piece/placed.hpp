// SPDX-License-Identifier: Apache-2.0
//
// A piece at its place, and both pieces of a pair in one world of doubles with an error bound.
//
// A chain of poses x -> R (P x + p) + t is exact in principle. Here it is one matrix and one vector in doubles, in a
// unit 2^w chosen for the pair, about a centre chosen for the pair. No size of the input overflows.
#pragma once

#include <array>
#include <cstdint>

#include "mesh/piece/piece.hpp"
#include "mesh/piece/placed_ball.hpp"
#include "sunder/polytope.hpp"

namespace sunder::detail::mesh {

/// One or two poses, the innermost first; nullptr is the identity.
using PoseChain = std::array<const Pose3*, 2>;

struct Placed {
  const Piece* piece = nullptr;
  PoseChain poses{};
};

using Matrix3 = std::array<double, 9>;  ///< row-major

/// Maps normalised coordinates of a piece to the pair's world: m x + t, in units of 2^w.
struct WorldMap {
  Matrix3 m{};
  Vector3 t{};
  double error =
      0;  ///< of each coordinate of the world point of a vertex; infinite where nothing is known

  Vector3 of(const Vector3& x) const noexcept {
    return {((m[0] * x[0] + m[1] * x[1]) + m[2] * x[2]) + t[0],
            ((m[3] * x[0] + m[4] * x[1]) + m[5] * x[2]) + t[1],
            ((m[6] * x[0] + m[7] * x[1]) + m[8] * x[2]) + t[2]};
  }
};

/// The frame of one piece's normalised coordinates, to which the other's are mapped: m x + t. A point x of the own
/// piece and a point y of the other that coincide satisfy |x - (m y + t)| <= error, coordinate by coordinate. No such
/// bound exists where error is infinite (a pose that is singular, or nearly).
struct OwnFrame {
  Matrix3 m{};
  Vector3 t{};
  double error = 0;
  double scale = 0;  ///< a length in the world is at least `scale` times its image in this frame

  Vector3 of(const Vector3& x) const noexcept { return WorldMap{m, t, 0}.of(x); }
};

/// Two pieces in one frame of doubles. Lengths are in units of 2^exponent of the world.
struct PairMaps {
  std::array<WorldMap, 2> world;
  std::array<OwnFrame, 2> frame;  ///< frame[s] is that of piece s
  int exponent = 0;
  std::array<double, 2> unit{};  ///< the size of each piece's normalised unit, in that unit
};

PlacedBall ball_of(const Placed& placed) noexcept;
/// Do balls about both pieces prove them apart? Cost: some 50 flops.
bool balls_lie_apart(const Placed& a, const Placed& b) noexcept;
/// Returns about the largest size of a coordinate of the placed piece, and not more: its middle's.
double size_of_middle(const Placed& placed) noexcept;

/// How far apart are two boxes of normalised coordinates at least, one of each piece, along an axis of the world? 0 where no
/// axis tells. The unit is the pair's.
double least_gap(const PairMaps& maps, const FloatBox& a, const FloatBox& b) noexcept;

/// Computes the maps of a pair. Never fails: bounds are infinite where nothing else is known.
PairMaps maps_of(const Placed& a, const Placed& b);

}  // namespace sunder::detail::mesh
