// SPDX-License-Identifier: Apache-2.0
//
// Pairs that overlap, nearly all of them, at every depth from 2^-40 of the size to concentric. How
// deep is not known; that is what the oracle is for.
#pragma once

#include "oracle/random_pairs.hpp"

namespace sunder::oracle {

/// Pair `index` of a sequence without end, 2-D and 3-D, the same doubles with every compiler.
/// Bodies of more than 12 points are solid.
RandomPair make_overlapping_pair(std::uint64_t index);

}  // namespace sunder::oracle
