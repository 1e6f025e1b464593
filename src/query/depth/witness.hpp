// SPDX-License-Identifier: Apache-2.0
//
// Computes the deepest pair of points, from the exact depth.
#pragma once

#include <vector>

#include "query/depth/exact_depth.hpp"

namespace sunder::detail {

/// Pairs of vertices (kept indices) and rounded weights, none negative, of the point of the first
/// nearest facet that is closest to 0.
struct DepthWitness {
  std::vector<IndexPair> pairs;
  std::vector<double> weights;
};

template <int D>
DepthWitness find_witness(const Pair<D>& pair, const ExactDepth<D>& depth);

}  // namespace sunder::detail
