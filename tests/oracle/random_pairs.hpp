// SPDX-License-Identifier: Apache-2.0
//
// Draws random pairs for the oracles: small sets, so that enumeration is possible, most of them
// with ties or close to contact. Nothing is known about them; the oracles decide.
#pragma once

#include <cstdint>

#include "suite/case.hpp"

namespace sunder::oracle {

struct RandomPair {
  int dimension = 0;
  const char* family = "";
  suite::BodyData a;
  suite::BodyData b;
};

/// Pair `index`, with equal doubles on every platform; 2-D, 3-D and some 4-D.
RandomPair make_random_pair(std::uint64_t index);

}  // namespace sunder::oracle
