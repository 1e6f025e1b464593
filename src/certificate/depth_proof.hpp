// SPDX-License-Identifier: Apache-2.0
//
// Checks the two sides of a depth interval, in dimensions 2 and 3.
//
// Cost: the gap takes O(n + m) products of the coordinates' integers. A facet takes about twenty
// and a pair up to eighteen; the ridges are sorted. No list is limited in length.
#pragma once

#include <string>

#include "certificate/exact_pair.hpp"
#include "exact/dyadic_sum.hpp"
#include "sunder/certificate.hpp"

namespace sunder::detail::certificate {

/// Returns an empty text if lower <= depth <= upper is proven for bodies that overlap; else the
/// reason.
///
/// For the upper bound let g = min u.y - max u.x <= 0. Moving b by -g / |u| along u separates them,
/// so that g^2 <= upper^2 |u|^2 proves it. An infinite upper end needs no direction. Lower: a
/// closed hull inside C holds the ball of this radius about 0; lower = 0 needs no hull. A list that
/// is present must hold even if it is not needed.
///
/// Let r be the sum of the bodies' radii. If it is positive, the signed distance of the polytopes must
/// lie between r - upper and r - lower. Where r - lower is not negative the certificate's weighted
/// points prove that.
std::string refute_depth(const ExactPair& pair, const BigDyadic& radii,
                         const Certificate& certificate);

/// Returns an empty text if the proof is that of bodies that do not overlap: [0, 0] and no lists.
std::string refute_no_depth(const DepthProof& proof);

}  // namespace sunder::detail::certificate
