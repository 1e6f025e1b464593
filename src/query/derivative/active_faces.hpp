// SPDX-License-Identifier: Apache-2.0
//
// Where the signed distance is attained, without rounding: a direction, the faces of both bodies
// that are extreme along it, and how far they are from each other.
//
// The signed distance is the largest gap(u) over unit u, and gap(u) = -max over c of C = K_A - K_B
// of u . c. It is attained at a point c of C, the foot: apart the point closest to 0, overlapping
// the foot of 0 on the nearest facet. The foot is a multiple of the direction.
#pragma once

#include "query/decide.hpp"
#include "query/relation/world.hpp"

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

/// For bodies that are not empty. `direction` is decide()'s exact direction; where they overlap the
/// decision comes with its certificate's pairs.
template <int D>
ActiveFaces<D> find_active_faces(const Pair<D>& pair, const IntegerPair<D, BigInt>& exact,
                                 const Decided<D>& decision, const lp::ExactDirection& direction);

}  // namespace sunder::detail::derivatives
