// SPDX-License-Identifier: Apache-2.0
//
// Verdicts at a fraction of the cost of decide(), of pairs that are not close to touching: without
// the filtered pair, the lists and the room's search, where a proven verdict and at most a hint is
// asked for. Batches and single queries ask here first.
#pragma once

#include "query/decide.hpp"

namespace sunder::detail {

/// The proven verdict, counted and written to the hint as report() would; or one that is not proven
/// and counts nothing, where it is for decide() to say. `wanted.looked` then tells that what need
/// not try again.
Intersection quick_verdict(const Pair<2>& pair, const Options2& options, Wanted& wanted);
Intersection quick_verdict(const Pair<3>& pair, const Options3& options, Wanted& wanted);

}  // namespace sunder::detail
