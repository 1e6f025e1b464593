// SPDX-License-Identifier: Apache-2.0
//
// prove_boxes() decides two boxes and computes a certificate's content: a direction, or pairs of
// vertices.
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

/// Proves the verdict by the axes.
bool prove_by_axes(const Pair<3>& pair, Hint3& record);

/// Writes the verdict and its proof to the record and returns true, or returns false and leaves the
/// record unchanged. The proof of a separation is a direction of any length. That of an overlap is
/// four pairs, or none if the balls about both middles prove it. Returns false where the decision
/// is close, and where no such pairs are found for an overlap.
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
