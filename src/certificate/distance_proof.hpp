// SPDX-License-Identifier: Apache-2.0
//
// Checks the two sides of a distance interval of disjoint bodies.
#pragma once

#include <string>

#include "certificate/exact_pair.hpp"
#include "exact/dyadic_sum.hpp"
#include "sunder/certificate.hpp"

namespace sunder::detail::certificate {

/// Returns an empty text if lower <= distance <= upper is proven for disjoint bodies; else the
/// reason.
///
/// Lower: with g = min u.y - max u.x > 0 the distance is at least g / |u|, so that lower^2 |u|^2 <=
/// g^2 proves it. A zero lower end needs no direction.
/// Upper: the weighted points are in the bodies, so that their distance is a bound. An infinite
/// upper end needs no points. A list that is present must hold even if it is not needed.
/// If the bodies have radii of the sum `radii`, both ends are that much less than the bounds of the
/// polytopes that the lists prove.
std::string refute_distance(const ExactPair& pair, const BigDyadic& radii,
                            const DistanceProof& proof);

/// Returns an empty text if both ends can bound a distance or a depth: 0 <= lower <= upper, lower
/// finite. `name` begins the reason.
std::string refute_interval(double lower, double upper, const std::string& name);

/// Returns true for positive infinity; the test reads the bits.
bool is_infinite(double value);

}  // namespace sunder::detail::certificate
