// SPDX-License-Identifier: Apache-2.0
//
// A pile of bodies on the ground, as a physics engine meets it step after step. Crates, rocks,
// balls and barrels rest on each other, and move by less than a millimetre.
#pragma once

#include <array>
#include <vector>

#include "bench/random.hpp"
#include "sunder/polytope.hpp"

namespace sunder::bench {

enum class PileShape : std::uint8_t { crate, rock, ball, barrel };

/// Sizes are in metres. The core of a ball is its centre.
struct PileBody {
  PileShape shape = PileShape::crate;
  Polytope3 core;
  double radius = 0;
  Vector3 half{};  ///< crates: half extents
};

struct Placed {
  std::array<double, 4> wxyz{1, 0, 0, 0};
  Vector3 position{};
};

struct Pile {
  std::vector<PileBody> bodies;  ///< the ground is the first, a crate
  std::vector<std::vector<Placed>>
      steps;  ///< of each step, of each body; the last leads to the first
};

/// Deterministic. Each body falls straight down, about a millimetre into what it meets first.
Pile make_pile(int bodies, int steps);

}  // namespace sunder::bench
