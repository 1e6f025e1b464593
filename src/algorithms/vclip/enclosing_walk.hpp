// SPDX-License-Identifier: Apache-2.0
//
// Walks after features pierce each other: it finds four support points of C around 0.
#pragma once

#include "narrow/simplex_walk.hpp"

namespace sunder::detail::vclip {

struct EnclosingWalker {
  static constexpr Algorithm kAlgorithm = Algorithm::vclip;
  static constexpr bool kExtreme = true;

  static void walk_from(const FilteredPair<3>& pair, const Vector3& start, bool first_proof,
                        Trace* trace, simplex_walk::Walk<3>& walk);
};

}  // namespace sunder::detail::vclip
