// SPDX-License-Identifier: Apache-2.0
//
// Measures an overlap for the questions that begin with its depth.
#pragma once

#include "query/plan.hpp"
#include "sunder/penetration.hpp"

namespace sunder::detail {

/// Measures two boxes, or two polygons, that all their axes prove to overlap, as penetration() does.
/// Returns false, with an empty answer, where they do not prove that with the depth. The plan has no
/// wish, or in space a hint.
bool measure_overlap(const Pair<2>& pair, const Plan<2>& plan, double width, Penetration2& answer);
bool measure_overlap(const Pair<3>& pair, const Plan<3>& plan, double width, Penetration3& answer);

}  // namespace sunder::detail
