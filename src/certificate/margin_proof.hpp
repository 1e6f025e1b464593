// SPDX-License-Identifier: Apache-2.0
//
// Checks the proof that bodies are closer than, at, or farther than a margin.
#pragma once

#include <string>

#include "certificate/exact_pair.hpp"
#include "sunder/margin.hpp"

namespace sunder::detail::certificate {

/// Empty if the numbers are finite and the radii are not negative.
std::string refute_margin(const Margin& margin);

/// Empty if the certificate proves its verdict about nonempty bodies; else the reason. Let m be the
/// exact sum of a valid margin.
///
/// At least m: the signed distance is the largest gap along any unit vector. One u != 0 whose gap
/// is at least m |u| proves it.
/// At most m: for m >= 0, two points with at most this distance. For m <= 0, a ball of radius -m
/// about 0 in C, by a closed hull (closed_hull.hpp). Less than 0: an overlap's pairs. A list that
/// the verdict does not use is refused.
std::string refute_verdict(const ExactPair& pair, const Margin& margin,
                           const MarginCertificate& certificate);

}  // namespace sunder::detail::certificate
