// SPDX-License-Identifier: Apache-2.0
//
// This kernel computes the verdict alone of two boxes, by bounds common to all axes.
#pragma once

#include "narrow/algorithm.hpp"
#include "narrow/sat/box_balls.hpp"

namespace sunder::detail::sat {

/// Proven by `stage`: bounds if balls decide, filter if the axes do. Undecided where the decision
/// is close, or edges are parallel.
struct BoxVerdict {
  Verdict verdict = Verdict::undecided;
  Stage stage = Stage::none;
};

/// Decides by the axes.
BoxVerdict verdict_by_axes(const Pair<3>& pair);

/// Runs ball tests first, inline: boxes that they decide cost no call.
inline BoxVerdict verdict_of_boxes(const Pair<3>& pair) {
  const Verdict verdict = verdict_by_centred_balls(pair);
  return verdict != Verdict::undecided ? BoxVerdict{verdict, Stage::bounds} : verdict_by_axes(pair);
}

}  // namespace sunder::detail::sat
