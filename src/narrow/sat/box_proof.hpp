// SPDX-License-Identifier: Apache-2.0
//
// The verdict of two boxes with what a certificate takes: a direction, or pairs of vertices.
#pragma once

#include "narrow/algorithm.hpp"
#include "narrow/sat/box_balls.hpp"

namespace sunder::detail::sat {

inline void set_direction(const Vector3& from_a_to_b, Stage stage, Hint3& record) noexcept {
  record.verdict = Verdict::separated;
  record.stage = stage;
  record.pair_count = 0;
  record.direction = from_a_to_b;
}

/// By the axes.
bool prove_by_axes(const Pair<3>& pair, Hint3& record);

/// Whether the verdict and its proof are in the record, which stays as it is where they are not:
/// apart a direction of any length; four pairs for an overlap, none where the balls about both
/// middles tell it. False where the call is close, and where the boxes meet and no such pairs are
/// at hand.
inline bool prove_boxes(const Pair<3>& pair, Hint3& record) {
  const Verdict balls = verdict_by_centred_balls(pair);
  if (balls == Verdict::undecided) return prove_by_axes(pair, record);
  if (balls == Verdict::separated) {
    const double* from = pair.a.pose->offset_data();
    const double* to = pair.b.pose->offset_data();
    set_direction({to[0] - from[0], to[1] - from[1], to[2] - from[2]}, Stage::bounds, record);
    return true;
  }
  record.verdict = balls;
  record.stage = Stage::bounds;
  record.pair_count = 0;
  return true;
}

}  // namespace sunder::detail::sat
