// SPDX-License-Identifier: Apache-2.0
//
// Converts exact results to the form of certificates: doubles where these are exact, else decimal
// strings.
#pragma once

#include <span>
#include <vector>

#include "geometry/hull_block.hpp"
#include "query/decide.hpp"
#include "query/depth/exact_depth.hpp"
#include "query/min_norm.hpp"

namespace sunder::detail {

/// Returns a double if 53 bits hold the value, else decimals beside the rounded value.
ExactNumber exact_number(const BigInt& value);
std::vector<ExactNumber> exact_numbers(std::span<const BigInt> values);
std::vector<ExactNumber> negated_numbers(std::span<const BigInt> values);

/// Returns the closest points' weights, summed for each vertex of one body. Vertices have the
/// caller's indices.
std::vector<WeightedVertex> weights_of_a(const MinNorm& exact, const HullBlock& hull);
std::vector<WeightedVertex> weights_of_b(const MinNorm& exact, const HullBlock& hull);

/// Writes the exact polytope's corners, in the caller's indices, and its facets one after another.
template <int D>
void write_hull(const Pair<D>& pair, const ExactDepth<D>& exact, std::vector<IndexPair>& pairs,
                std::vector<std::int32_t>& facets) {
  pairs.reserve(exact.pairs.size());
  for (const IndexPair& kept : exact.pairs) pairs.push_back(to_caller(pair, kept));
  facets.reserve(exact.facets.size() * D);
  for (const auto& facet : exact.facets) facets.insert(facets.end(), facet.begin(), facet.end());
}

}  // namespace sunder::detail
