// SPDX-License-Identifier: Apache-2.0
//
// Checks the proof that bodies are closer than, at, or farther than a margin.
#pragma once

#include <string>

#include "certificate/exact_pair.hpp"
#include "sunder/margin.hpp"

namespace sunder::detail::certificate {

/// Empty for finite numbers and radii that are not negative.
std::string refute_margin(const Margin& margin);

/// Empty where the certificate proves its verdict about bodies of which none is empty; else the
/// reason. With m the exact sum of a sound margin:
///
/// at least m: the signed distance is the largest gap along any unit vector, so one u != 0 whose
/// gap is at least m |u| proves it. At most m: for m >= 0 two points that are no farther apart; for
/// m <= 0 a ball of radius -m about 0 in C, by a closed hull (closed_hull.hpp); less than 0: by an
/// overlap's pairs. A list that the verdict has no use for is refused.
std::string refute_verdict(const ExactPair& pair, const Margin& margin,
                           const MarginCertificate& certificate);

}  // namespace sunder::detail::certificate
