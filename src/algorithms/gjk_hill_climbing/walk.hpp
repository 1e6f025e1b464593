// SPDX-License-Identifier: Apache-2.0
//
// Runs GJK's walk over climbs: each support query starts where the last one ended.
#pragma once

#include "narrow/simplex_walk.hpp"

namespace sunder::detail::gjk_hill_climbing {

template <int D>
using Walk = simplex_walk::Walk<D>;

struct ClimbingWalker {
  static constexpr Algorithm kAlgorithm = Algorithm::gjk_hill_climbing;
  static constexpr bool kExtreme = false;

  /// Starts its climbs at the vertices of walk.gap.
  static void walk_from(const FilteredPair<2>& pair, const Vector2& start, bool first_proof,
                        Trace* trace, Walk<2>& walk);
  static void walk_from(const FilteredPair<3>& pair, const Vector3& start, bool first_proof,
                        Trace* trace, Walk<3>& walk);
};

}  // namespace sunder::detail::gjk_hill_climbing
