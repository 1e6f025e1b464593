// SPDX-License-Identifier: Apache-2.0
//
// Computes where the signed distance is attained, without rounding. It is a direction, with the
// faces of both bodies that are extreme along it and their distance. From these follows a pair of
// points as arms, which are vectors from the centre of a body's rotation. Arms are exact until the
// end, so an arm that is long beside its moment costs no digits.
//
// The signed distance is the largest gap(u) over unit u. Here gap(u) = -max over c of C = K_A - K_B
// of u . c. A point c of C attains it, the foot. For separated bodies the foot is the point closest
// to 0. For overlapping ones it is the foot of 0 on the nearest facet. The foot is a multiple of
// the direction.
#pragma once

#include "query/relation/world.hpp"
#include "sunder/derivative.hpp"

namespace sunder::detail::derivatives {

/// The active faces in the integer frame of an IntegerPair of the same pair.
template <int D>
struct ActiveFaces {
  relation::Supported<D> faces;  ///< extreme along faces.u, which points from a to b
  relation::ExactVector<D> foot{};
  BigInt divisor = 1;          ///< points p of a and q of b are active where p - q = foot / divisor
  bool unique_normal = false;  ///< no other direction attains the signed distance
  double lower{};              ///< the signed distance
  double upper{};
};

/// The effect of a small motion on the signed distance, rounded once.
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
