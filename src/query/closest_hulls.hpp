// SPDX-License-Identifier: Apache-2.0
//
// Measures the distance of two hulls in 3-D by the shortest way: the hint, balls, one walk. Its
// answers are proven like all others. It leaves unclear pairs to the algorithms.
#pragma once

#include "narrow/algorithm.hpp"
#include "query/plan.hpp"

namespace sunder::detail {

/// Finds a direction and weighted pairs, from which bounds follow. Reads `request.direction` alone.
/// The stage is none where nothing is proven.
Measured<3> measure_nearest(const Pair<3>& pair, const Request<3>& request);

/// Measures bodies that are not empty, for an answer whose witness is present. Returns false where
/// it does not decide. Then nothing is recorded, and the answer's interval and witness are invalid.
bool measure_hulls(const Pair<3>& pair, Plan<3> plan, double width, Distance<3>& answer);

}  // namespace sunder::detail
