// SPDX-License-Identifier: Apache-2.0
//
// Checks the two sides of a depth interval, in dimensions 2 and 3.
//
// Cost: the gap is O(n + m) products; a facet takes some twenty and a pair up to eighteen, of the
// integers that the coordinates are; and the ridges are sorted. No list is limited in length.
#pragma once

#include <string>

#include "certificate/exact_pair.hpp"
#include "exact/dyadic_sum.hpp"
#include "sunder/certificate.hpp"

namespace sunder::detail::certificate {

/// Empty where lower <= depth <= upper is proven for bodies that overlap; else the reason.
///
/// upper: with g = min u.y - max u.x <= 0, moving b by -g / |u| along u parts them, so
/// g^2 <= upper^2 |u|^2 proves it; upper = infinity needs no direction. lower: a closed hull inside
/// of C that holds the ball of this radius about 0; lower = 0 needs no hull. A list that is given
/// must hold either way.
///
/// Where the bodies have radii of the sum r, the signed distance of the polytopes is to be proven to
/// lie between r - upper and r - lower: where r - lower is not negative, by the certificate's weighted
/// points.
std::string refute_depth(const ExactPair& pair, const BigDyadic& radii,
                         const Certificate& certificate);

/// Empty where the proof is that of bodies that do not overlap: [0, 0] and no lists.
std::string refute_no_depth(const DepthProof& proof);

}  // namespace sunder::detail::certificate
