// SPDX-License-Identifier: Apache-2.0
//
// The walk to the closest points of two hulls in 3-D, for distances that nobody watches: the same
// idea as measure(), one kernel for each instruction set, with nothing kept but what the answer
// needs. It decides clear cases and leaves others undecided: bodies that touch or nearly do,
// numbers far from 1, walks that rounding leads in circles.
#pragma once

#include "filter/filtered_pair.hpp"
#include "narrow/algorithm.hpp"

namespace sunder::detail::gjk {

struct NearestStart {
  Vector3 direction{};                 ///< where to look first, of any length
  double tilt = 0;                     ///< first look in three directions so far from it; 0: in it
  std::span<const IndexPair> pairs{};  ///< or up to three points of C to begin with
};

/// Separated and overlapping are proven by the filter.
struct Nearest {
  Verdict verdict = Verdict::undecided;
  Vector3 direction{};  ///< separated: from a to b, largest entry in [1/2, 1)
  DirectionalGap gap;   ///< along it, with its error
  /// Separated: the closest face of C, at most three points, and the weights of its closest point.
  /// Overlapping: four points about 0.
  PairList<3> pairs;
  std::array<Vector3, 4> points;  // NOLINT(*-member-init): as many as there are pairs
  std::array<double, 4> weights;
};

void find_nearest(const FilteredPair<3>& pair, const NearestStart& start, Nearest& nearest);

}  // namespace sunder::detail::gjk
