// SPDX-License-Identifier: Apache-2.0
//
// The unit of a soak: two bodies, which are built once, at many poses. A round is a function of the
// seed and its number alone, whichever thread runs it.
#pragma once

#include <string>
#include <vector>

#include "fuzz/soak/tally.hpp"

namespace sunder::soak {

/// Pairs a round.
inline constexpr int kSteps = 64;

/// A pair that the Python checker is to see too, or that was answered wrongly.
struct Finding {
  std::string question;  ///< a line of the pipe, without its end
  std::string verdict;   ///< as intersects() said it
  std::string broken;    ///< what did not hold, or empty
};

struct RoundResult {
  Tally tally;
  std::vector<Finding> wrong;
  std::vector<Finding> shared;
};

/// One pair in `share` is handed out for the Python checker; 0: none.
RoundResult run_round(Count seed, Count round, Count share);

}  // namespace sunder::soak
