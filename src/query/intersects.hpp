// SPDX-License-Identifier: Apache-2.0
//
// Computes the verdict of a pair by the first way that proves it, for intersects() and for batches.
#pragma once

#include <array>
#include <optional>

#include "query/plan.hpp"

namespace sunder::detail {

/// Returns the verdict, proven and recorded.
Decision find_verdict(const Posed2& a, const Posed2& b, Plan<2> plan);
Decision find_verdict(const Posed3& a, const Posed3& b, Plan<3> plan);
Decision find_verdict(const PosedN& a, const PosedN& b, Plan<kRunTime> plan);

/// Returns true where doubles prove the verdict with the content of a certificate: a direction, or the
/// pairs of an overlap. Else `proof` is unspecified. It costs little more than a verdict.
bool prove_in_filter(const Pair<3>& pair, Trace* trace, Hint3& proof, Algorithm& algorithm);

/// Three corners of C = K_A - K_B, on the facet before 0 up to the roundings of floats.
using FacetCorners = std::array<IndexPair, 3>;

/// Returns true where the first ways prove an overlap. It records nothing, and costs tens of nanoseconds.
/// Where it returns false the corners may be set.
bool overlaps_in_filter(const Pair<2>& pair, std::optional<FacetCorners>& corners);
bool overlaps_in_filter(const Pair<3>& pair, std::optional<FacetCorners>& corners);

/// Shows a trace the axes of two polygons one by one. A trace changes no answer.
void show_axes(const Posed2& a, const Posed2& b, const Plan<2>& plan);

}  // namespace sunder::detail
