// SPDX-License-Identifier: Apache-2.0
//
// What a search did, as JSON: docs/trace.md describes it.
#pragma once

#include <string>

#include "sunder/query.hpp"

namespace sunder::cli {

/// A question about two named bodies, what its search recorded, and the answer.
struct Explanation {
  std::string name_a;
  std::string name_b;
  Posed3 a;
  Posed3 b;
  bool y_up = false;  ///< for the viewer alone: the files' y axis points up, else z
  Algorithm asked = Algorithm::automatic;
  Question question = Question::verdict;  ///< the one whose steps `trace` holds
  Trace trace{};
  Decision decision{};
  Distance3 distance{};  ///< of the same algorithm, else of the library's choice
  Certificate certificate{};
};

/// One JSON object, a line for each step.
std::string trace_json(const Explanation& explanation);

}  // namespace sunder::cli
