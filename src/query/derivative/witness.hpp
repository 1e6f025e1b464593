// SPDX-License-Identifier: Apache-2.0
//
// A pair of points at which the signed distance is attained, as arms: vectors from the point that a
// body turns about. They are exact until the end, so an arm that is long beside its turning effect
// costs no digits.
#pragma once

#include "query/derivative/active_faces.hpp"
#include "sunder/derivative.hpp"

namespace sunder::detail::derivatives {

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
