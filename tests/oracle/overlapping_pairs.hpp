// SPDX-License-Identifier: Apache-2.0
//
// Draws pairs of which nearly all overlap, at every depth from 2^-40 of the size to concentric.
// Their depth is unknown; the oracle computes it.
#pragma once

#include "oracle/random_pairs.hpp"

namespace sunder::oracle {

/// Pair `index` of an endless sequence, 2-D and 3-D, with equal doubles on every compiler. Bodies
/// of more than 12 points are solid.
RandomPair make_overlapping_pair(std::uint64_t index);

}  // namespace sunder::oracle
