// SPDX-License-Identifier: Apache-2.0
//
// ScanningWalker walks over scans of all vertices. It is compiled for each instruction set and
// dispatched once a walk.
#pragma once

#include "narrow/simplex_walk.hpp"

namespace sunder::detail::gjk {

template <int D>
using Walk = simplex_walk::Walk<D>;

struct ScanningWalker {
  static constexpr Algorithm kAlgorithm = Algorithm::gjk;
  static constexpr bool kExtreme = true;

  static void walk_from(const FilteredPair<2>& pair, const Vector2& start, bool first_proof,
                        Trace* trace, Walk<2>& walk);
  static void walk_from(const FilteredPair<3>& pair, const Vector3& start, bool first_proof,
                        Trace* trace, Walk<3>& walk);
};

}  // namespace sunder::detail::gjk
