// SPDX-License-Identifier: Apache-2.0
//
// The distance of two hulls in 3-D the quick way: the hint, balls, one walk. What it answers is
// proven as every answer is; what is not clear it leaves to the algorithms.
#pragma once

#include "query/decide.hpp"

namespace sunder::detail {

/// Of bodies that are not empty, with an answer whose witness is there to be written. False where
/// it does not answer: then nothing is reported, and the answer's interval and witness are spoilt.
bool measure_hulls(const Pair<3>& pair, const MeasureOptions<3>& options, Distance<3>& answer);

}  // namespace sunder::detail
