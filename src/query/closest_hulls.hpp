// SPDX-License-Identifier: Apache-2.0
//
// The distance of two hulls in 3-D the quick way: the hint, balls, one walk. What it answers is
// proven as every answer is; what is not clear it leaves to the algorithms.
#pragma once

#include "query/decide.hpp"

namespace sunder::detail {

/// Of bodies that are not empty. False where it does not answer: then nothing is reported, and
/// `answer` is empty, as it is to be before.
bool measure_hulls(const Pair<3>& pair, const Options<3>& options, Distance<3>& answer);

}  // namespace sunder::detail
