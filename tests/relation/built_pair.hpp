// SPDX-License-Identifier: Apache-2.0
//
// Pairs whose relation and features are known because they were built so.
//
// In whole numbers first: the features F and G that shall meet are put around 0 in the space of the
// first L coordinates, so that their relative interiors meet and F - G is full there. Then for each
// further coordinate x in turn a gets points with x < 0 and b points with x > 0, whatever their
// coordinates before it, 0 behind it. So x >= 0 cuts a down to what it was before that step, and x
// <= 0 cuts b: step by step the common part stays that of F and G, which are faces. Without points
// in some of the steps a body is flat. Last come points that change no hull, a shuffle, and one
// invertible map of the whole world.
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

/// The combinations of features, in 2-D first.
int kind_count() noexcept;

/// Pair `index` of a kind: the same doubles on every platform.
BuiltPair build_pair(int kind, std::uint64_t index);

}  // namespace sunder::test
