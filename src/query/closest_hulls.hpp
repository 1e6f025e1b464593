// SPDX-License-Identifier: Apache-2.0
//
// The distance of two hulls in 3-D the quick way: the hint, balls, one walk. What it answers is
// proven as every answer is; what is not clear it leaves to the algorithms.
#pragma once

#include "query/plan.hpp"

namespace sunder::detail {

/// For bodies that are not empty, with an answer whose witness is there to be written. False where
/// it does not answer: then nothing is recorded, and the answer's interval and witness are spoilt.
bool measure_hulls(const Pair<3>& pair, Plan<3> plan, double width, Distance<3>& answer);

}  // namespace sunder::detail
