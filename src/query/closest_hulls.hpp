// SPDX-License-Identifier: Apache-2.0
//
// The distance of two hulls in 3-D the quick way: the hint, balls, one walk. What it answers is
// proven as every answer is; what is not clear it leaves to the rooms.
#pragma once

#include "query/decide.hpp"

namespace sunder::detail {

/// False where it does not answer: then nothing is reported, and `answer` is as before.
bool measure_hulls(const FilteredPair<3>& filtered, const Options<3>& options, Distance<3>& answer);

}  // namespace sunder::detail
