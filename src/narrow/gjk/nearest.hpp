// SPDX-License-Identifier: Apache-2.0
//
// The distance of two hulls in 3-D, for those that nobody watches: balls, the walk to the closest
// points and the bounds on what it found, all in one kernel for each instruction set, with nothing
// kept but what the answer needs. It decides clear cases and leaves others undecided: bodies that
// touch or nearly do, numbers far from 1, walks that rounding leads in circles.
#pragma once

#include <span>

#include "narrow/algorithm.hpp"

namespace sunder::detail::gjk {

/// What a hint says, in kept indices.
struct NearestStart {
  const Vector3* direction = nullptr;    ///< where to look first
  std::span<const IndexPair> face{};     ///< or up to three points of C to begin with
  std::span<const IndexPair> simplex{};  ///< four points of C that may have 0 between them
};

/// What a report says beside the answer.
struct Nearest {
  Verdict verdict = Verdict::undecided;  ///< separated and overlapping are proven
  Stage stage = Stage::filter;           ///< that proved it: hint, bounds or filter
  Vector3 direction{};                   ///< separated: from a to b, of any length
  /// Separated: the closest face of C, at most three points. Overlapping: four points about 0, but
  /// none by bounds.
  PairList<3> pairs;
};

/// Separated: `answer` has an interval, which Lemma 4 proves, the closest points and the normal;
/// how narrow it is, is for the caller to judge. Undecided: nothing is promised of `answer`.
void find_nearest(const Pair<3>& pair, const NearestStart& start, Nearest& nearest,
                  Distance3& answer);

}  // namespace sunder::detail::gjk
