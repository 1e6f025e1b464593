// SPDX-License-Identifier: Apache-2.0
//
// Where the signed distance is attained, without rounding: a direction and the faces of both bodies
// that are extreme along it, with their distance. From these comes a pair of points as arms: vectors from the point that a body turns about. They are exact until the end, so an arm
// that is long beside its turning effect costs no digits.
//
// The signed distance is the largest gap(u) over unit u, and gap(u) = -max over c of C = K_A - K_B
// of u . c. It is attained at a point c of C, the foot: apart the point closest to 0, overlapping
// the foot of 0 on the nearest facet. The foot is a multiple of the direction.
#pragma once

#include "query/relation/world.hpp"
#include "sunder/derivative.hpp"

namespace sunder::detail::derivatives {

/// In the integer frame of an IntegerPair of the same pair.
template <int D>
struct ActiveFaces {
  relation::Supported<D> faces;  ///< extreme along faces.u, which points from a to b
  relation::ExactVector<D> foot{};
  BigInt divisor = 1;          ///< points p of a and q of b are active where p - q = foot / divisor
  bool unique_normal = false;  ///< no other direction attains the signed distance
  double lower{};              ///< the signed distance
  double upper{};
};

/// What a small motion does to the signed distance, rounded once.
template <int D>
struct Lever {
  Vector<D> normal{};  ///< unit, from a to b
  Vector<D> arm_a{};   ///< from a pose's offset to its body's active point
  Vector<D> arm_b{};
  Turn<D> moment_a{};  ///< arm x normal: counter-clockwise in the plane
  Turn<D> moment_b{};
  bool unique_points = false;  ///< there is no other pair of active points
  Feature feature_a;           ///< the active faces
  Feature feature_b;
};

template <int D>
Lever<D> find_lever(const IntegerPair<D, BigInt>& exact, const ActiveFaces<D>& active);

}  // namespace sunder::detail::derivatives
