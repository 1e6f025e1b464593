// SPDX-License-Identifier: Apache-2.0
//
// Builds pairs whose relation and features are known by construction.
//
// The construction starts in integers. The features F and G that must meet are placed around 0 in
// the space of the first L coordinates. Their relative interiors meet there, and F - G is
// full-dimensional.
// Each further coordinate x then gives a points with x < 0 and b points with x > 0. Their earlier
// coordinates are arbitrary, and later ones 0. Hence x >= 0 cuts a down to its state before that
// step, and x <= 0 cuts b. The common part remains that of F and G, which are faces. Without points
// in some of the steps a body is flat.
// Finally come points that change no hull, a shuffle, and one invertible map of the whole world.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "suite/case.hpp"
#include "suite/lattice.hpp"
#include "sunder/relation.hpp"

namespace sunder::test {

struct BuiltBody {
  suite::BodyData data;
  Feature feature;
};

struct BuiltPair {
  int dimension = 0;
  std::string kind;
  BuiltBody a;
  BuiltBody b;
  Relation relation = Relation::separated;
  Verdict verdict = Verdict::separated;
  int contact_dimension = -1;
  bool meets_relative_interiors = false;
};

/// Returns the number of combinations of features, 2-D first.
int kind_count() noexcept;

/// Pair `index` of a kind: equal doubles on every platform.
BuiltPair build_pair(int kind, std::uint64_t index);

}  // namespace sunder::test
