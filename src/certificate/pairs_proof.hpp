// SPDX-License-Identifier: Apache-2.0
//
// Reads index pairs as a proof: the differences of the vertices that they name are points of C = A
// - B.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "certificate/exact_pair.hpp"

namespace sunder::detail::certificate {

/// Computes the pairs' differences, or returns the reason why a pair is invalid. `name` precedes
/// "pairs".
std::string read_differences(const ExactPair& pair, std::span<const IndexPair> pairs,
                             const std::string& name, std::vector<IntegerVector>& differences);

/// Returns the reason why the pairs do not prove that 0 lies in the hull of their differences. With
/// `interior` it must lie in the interior: an overlap. Returns an empty text if they prove it.
std::string refute_pairs(const ExactPair& pair, std::span<const IndexPair> pairs, bool interior);

}  // namespace sunder::detail::certificate
