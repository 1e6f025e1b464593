// SPDX-License-Identifier: Apache-2.0
//
// The verdict alone of two boxes, by bounds that all axes share.
#pragma once

#include "narrow/algorithm.hpp"
#include "narrow/sat/box_balls.hpp"

namespace sunder::detail::sat {

/// Proven by `stage`: bounds where balls alone tell, filter where all axes do. Undecided where the
/// call is close, or edges are parallel.
struct BoxVerdict {
  Verdict verdict = Verdict::undecided;
  Stage stage = Stage::none;
};

/// By the axes.
BoxVerdict verdict_by_axes(const Pair<3>& pair);

/// Balls first: here, so that boxes that they tell cost no call.
inline BoxVerdict verdict_of_boxes(const Pair<3>& pair) {
  const Verdict verdict = verdict_by_centred_balls(pair);
  return verdict != Verdict::undecided ? BoxVerdict{verdict, Stage::bounds} : verdict_by_axes(pair);
}

}  // namespace sunder::detail::sat
