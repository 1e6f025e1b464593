// SPDX-License-Identifier: Apache-2.0
//
// Casts two hulls that translate in doubles, with a proof. What it cannot decide cast_linear()
// decides exactly.
#pragma once

#include "filter/filtered_pair.hpp"
#include "geometry/body.hpp"
#include "narrow/algorithm.hpp"
#include "sunder/cast.hpp"

namespace sunder::detail {

/// Returns true with the answer where doubles prove it. Otherwise `proposal` holds pairs that are
/// likely at the entry, or none.
bool cast_linear_quickly(const Pair<3>& pair, const Vector3& translation_a,
                         const Vector3& translation_b, Cast<3>& answer, PairList<3>& proposal);

}  // namespace sunder::detail
