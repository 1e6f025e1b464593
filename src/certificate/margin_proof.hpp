// SPDX-License-Identifier: Apache-2.0
//
// Checks the proof that bodies are closer than, at, or farther than a margin.
#pragma once

#include <string>
#include <vector>

#include "certificate/exact_pair.hpp"
#include "exact/dyadic_sum.hpp"
#include "sunder/margin.hpp"

namespace sunder::detail::certificate {

/// Returns an empty text for a radius that is finite and not negative; else the reason, which
/// begins with `name`.
std::string refute_radius(double radius, const char* name);

/// Returns an empty text if the certificate proves its verdict about m and nonempty bodies; else
/// the reason. The signed distance of the polytopes is compared with m.
///
/// At least m: the signed distance is the largest gap along any unit vector. One u != 0 whose gap
/// is at least m |u| proves it.
/// At most m: for m >= 0, two points with at most this distance prove it. For m <= 0, a ball of
/// radius -m about 0 in C proves it, by a closed hull (closed_hull.hpp). Less than 0: an overlap's
/// pairs prove it. A list that the verdict does not use is refused.
std::string refute_verdict(const ExactPair& pair, const BigDyadic& m,
                           const MarginCertificate& certificate);

/// Returns an empty text where the direction proves the signed distance to be at least m (`strict`:
/// more).
std::string refute_at_least(const ExactPair& pair, const BigDyadic& m,
                            const std::vector<ExactNumber>& direction, bool strict);
/// Returns an empty text where the certificate's lists prove it to be at most m (`strict`: less).
std::string refute_at_most(const ExactPair& pair, const BigDyadic& m,
                           const MarginCertificate& certificate, bool strict);

}  // namespace sunder::detail::certificate
