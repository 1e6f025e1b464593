// SPDX-License-Identifier: Apache-2.0
//
// Tests the unit of a soak: two bodies, built once, at many poses. A round depends on the seed and
// its number alone, whichever thread runs it.
#pragma once

#include <string>
#include <vector>

#include "fuzz/soak/tally.hpp"

namespace sunder::soak {

/// The number of pairs in a round.
inline constexpr int kSteps = 64;

/// A pair for the Python checker, or one that was answered wrongly.
struct Finding {
  std::string question;  ///< a line of the pipe, without its end
  std::string verdict;   ///< the answer of intersects()
  std::string broken;    ///< the broken promise, or empty
};

struct RoundResult {
  Tally tally;
  std::vector<Finding> wrong;
  std::vector<Finding> shared;
};

/// Selects one pair in `share` for the Python checker; 0: none.
RoundResult run_round(Count seed, Count round, Count share);

}  // namespace sunder::soak
