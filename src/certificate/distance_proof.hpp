// SPDX-License-Identifier: Apache-2.0
//
// Checks the two sides of a distance interval of bodies that are apart.
#pragma once

#include <string>

#include "certificate/exact_pair.hpp"
#include "exact/dyadic_sum.hpp"
#include "sunder/certificate.hpp"

namespace sunder::detail::certificate {

/// Empty where lower <= distance <= upper is proven for bodies that do not meet; else the reason.
///
/// lower: with g = min u.y - max u.x > 0 the distance is at least g / |u|, so lower^2 |u|^2 <= g^2
/// proves it; lower = 0 needs no direction. upper: the weighted points are in the bodies, so their
/// distance bounds it; upper = infinity needs no points. A list that is given must hold either way.
/// Where the bodies have radii, of which `radii` is the sum, both ends are that much less than what the
/// lists prove of the polytopes.
std::string refute_distance(const ExactPair& pair, const BigDyadic& radii,
                            const DistanceProof& proof);

/// Empty where both ends are numbers that can bound a distance or a depth: 0 <= lower <= upper,
/// lower finite. `name` begins the reason.
std::string refute_interval(double lower, double upper, const std::string& name);

/// Positive infinity, tested on the bits.
bool is_infinite(double value);

}  // namespace sunder::detail::certificate
