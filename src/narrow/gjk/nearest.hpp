// SPDX-License-Identifier: Apache-2.0
//
// find_nearest() computes the distance of two hulls in 3-D, without a trace. One kernel for each
// instruction set runs ball tests, the walk to the closest points and the bounds. It stores only
// what the answer needs. It leaves undecided bodies that touch or nearly touch, numbers far from 1,
// and walks that cycle by rounding.
#pragma once

#include <span>

#include "narrow/algorithm.hpp"

namespace sunder::detail::gjk {

/// The content of a hint, in kept indices.
struct NearestStart {
  const Vector3* direction = nullptr;    ///< start direction
  std::span<const IndexPair> face{};     ///< or up to three points of C to start from
  std::span<const IndexPair> simplex{};  ///< four points of C that may enclose 0
};

/// What the caller records in addition to the answer.
struct Nearest {
  Verdict verdict = Verdict::undecided;  ///< separated and overlapping are proven
  Stage stage = Stage::filter;           ///< the stage of the proof: hint, bounds or filter
  Vector3 direction{};                   ///< separated: from a to b, of any length
  /// Separated: the closest face of C, at most three points. Overlapping: four points about 0, or
  /// none if balls proved it.
  PairList<3> pairs;
  /// Separated: those of the closest point, one a pair, up to a common factor.
  ShortList<3, double> weights;
};

/// Separated: `answer` has an interval that Lemma 4 proves, the closest points and the normal. The
/// caller judges its width. Undecided: the content of `answer` is unspecified.
void find_nearest(const Pair<3>& pair, const NearestStart& start, Nearest& nearest,
                  Distance3& answer);

}  // namespace sunder::detail::gjk
