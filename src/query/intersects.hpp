// SPDX-License-Identifier: Apache-2.0
//
// Computes the verdict of a pair by the first way that proves it, for intersects() and for batches.
#pragma once

#include "narrow/mpr/quick_verdict.hpp"
#include "query/plan.hpp"

namespace sunder::detail {

/// Returns the verdict, proven and recorded.
Decision find_verdict(const Posed2& a, const Posed2& b, Plan<2> plan);
Decision find_verdict(const Posed3& a, const Posed3& b, Plan<3> plan);
Decision find_verdict(const PosedN& a, const PosedN& b, Plan<kRunTime> plan);

/// Returns true where a portal proves the verdict with a unit direction, or with the pairs of an
/// overlap. Balls alone are no certificate.
bool prove_by_portal(const Pair<3>& pair, Trace* trace, mpr::PortalVerdict& found);

/// Returns true where the first ways prove an overlap. It records nothing, and costs tens of nanoseconds.
bool overlaps_in_filter(const Pair<2>& pair);
bool overlaps_in_filter(const Pair<3>& pair);

/// Shows a trace the axes of two polygons one by one. A trace changes no answer.
void show_axes(const Posed2& a, const Posed2& b, const Plan<2>& plan);

}  // namespace sunder::detail
