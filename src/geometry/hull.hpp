// SPDX-License-Identifier: Apache-2.0
//
// Reduces the points of from_points(); every removal is proven exactly.
#pragma once

#include <cstdint>
#include <vector>

#include "geometry/hull_block.hpp"
#include "geometry/topology.hpp"

namespace sunder::detail {

/// The outcome for `count` points; the counts add up to it.
struct Reduction {
  std::vector<std::int32_t> kept;     ///< indices of the points kept, ascending
  std::vector<std::uint64_t> hashes;  ///< their hash_point()s, above three dimensions
  std::int64_t duplicate = 0;
  std::int64_t interior = 0;
  Owned<Topology> topology;  ///< over positions in `kept`; null for flat sets
};

/// The points are `dimension` finite doubles each, one after the other.
///
/// For dimension 1 to 3 the extreme points of the hull are kept, and of duplicates the first one.
/// Above, only duplicates are removed.
Reduction reduce(const double* points, std::int32_t count, int dimension);

}  // namespace sunder::detail
