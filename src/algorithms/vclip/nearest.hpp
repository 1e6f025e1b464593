// SPDX-License-Identifier: Apache-2.0
//
// Computes, for a pair of features, the weighted pairs of vertices that hold its closest points.
#pragma once

#include "algorithms/vclip/features.hpp"
#include "narrow/algorithm.hpp"
#include "narrow/closest_simplex.hpp"

namespace sunder::detail::vclip {

/// Returns at most three pairs, with positive weights of sum 1; `points` are the differences in the
/// pair's own units. It is defined for two vertices, a vertex and an edge, two edges, and a vertex
/// over a face.
simplex_walk::Simplex<3> nearest(const FilteredPair<3>& filtered,
                                 const std::array<PosedFaces, 2>& bodies, const Features& features);

/// Returns up to three pairs of vertices that name both features in a trace.
PairList<3> named(const std::array<PosedFaces, 2>& bodies, const Features& features);

}  // namespace sunder::detail::vclip
