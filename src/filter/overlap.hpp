// SPDX-License-Identifier: Apache-2.0
//
// Lemma 2 or 3, whichever fits the dimension, for d+1 pairs of kept vertices.
#pragma once

#include <span>
#include <vector>

#include "filter/linear_system.hpp"
#include "filter/minkowski.hpp"

namespace sunder::detail {

/// True only if 0 is in the interior of the simplex of these points of C; false for any number of
/// pairs but d+1.
template <int D>
bool proves_overlap(const Pair<D>& pair, std::span<const IndexPair> pairs) {
  const auto d = static_cast<std::size_t>(pair.dimension());
  if (pairs.size() != d + 1) return false;
  const MinkowskiPoints<D> points(pair);
  if constexpr (D == kRunTime) {
    std::vector<double> coordinates((d + 1) * d);
    std::vector<double> errors(d);
    for (std::size_t i = 0; i <= d; ++i) points.difference(pairs[i], &coordinates[i * d]);
    points.errors(errors.data());
    return proves_interior(coordinates, errors);
  } else {
    std::array<Vector<D>, D + 1> coordinates;
    std::array<double, D> errors{};
    for (std::size_t i = 0; i <= d; ++i) points.difference(pairs[i], coordinates[i].data());
    points.errors(errors.data());
    return proves_interior<D>(coordinates, errors);
  }
}

}  // namespace sunder::detail
