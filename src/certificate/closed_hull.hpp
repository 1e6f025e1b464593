// SPDX-License-Identifier: Apache-2.0
//
// Proves that facets around 0, whose corners are differences a - b of pairs, form a closed surface.
// The hull of its corners lies in C = K_A - K_B. It holds the ball about 0 that extends to the
// nearest plane.
//
// Proof: the facets form a cycle, since each ridge is passed once in either sense. Each facet is
// seen from 0 in the same sense, since its determinant is positive. Seen from 0 the cycle therefore
// covers every direction equally often, and at least once. Hence each ray from 0 meets a facet,
// which lies in C. The point where it does is at least as far as that facet's plane.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "certificate/exact_pair.hpp"
#include "exact/dyadic_sum.hpp"
#include "sunder/certificate.hpp"

namespace sunder::detail::certificate {

/// Returns an empty text if the facets form such a surface and each plane is at least (`strict`:
/// more than) `radius` from 0; else the reason. `radius` is not negative. `name` precedes "pairs"
/// and "facets" in a reason, such as "depth.".
std::string refute_closed_hull(const ExactPair& pair, std::span<const IndexPair> pairs,
                               std::span<const std::int32_t> facets, const BigDyadic& radius,
                               bool strict, const std::string& name);

}  // namespace sunder::detail::certificate
