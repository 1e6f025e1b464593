// SPDX-License-Identifier: Apache-2.0
//
// The verdict of two boxes with what a certificate takes: a direction, or four pairs of vertices.
#pragma once

#include "narrow/sat/box_verdict.hpp"

namespace sunder::detail::sat {

struct BoxProof {
  Verdict verdict = Verdict::undecided;
  Stage stage = Stage::none;
  bool has_pairs = false;          ///< balls that overlap name none
  Vector3 direction;               ///< separated: proven, from a to b, of any length
  std::array<IndexPair, 4> pairs;  ///< proven to hold 0 inside, if has_pairs; kept indices
};

/// Undecided also where the boxes meet and no such pairs are at hand.
void prove_boxes(const Pair<3>& pair, BoxProof& proof);

}  // namespace sunder::detail::sat
