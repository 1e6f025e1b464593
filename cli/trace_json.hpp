// SPDX-License-Identifier: Apache-2.0
//
// Writes the steps of a search as JSON: docs/trace.md describes it.
#pragma once

#include <string>

#include "sunder/query.hpp"

namespace sunder::cli {

/// A question about two named bodies, the recorded search, and the answer.
struct Explanation {
  std::string name_a;
  std::string name_b;
  Posed3 a;
  Posed3 b;
  bool y_up = false;  ///< for the viewer alone: y points up in the files, else z
  Algorithm asked = Algorithm::automatic;
  Question question = Question::verdict;  ///< the question whose steps `trace` holds
  Trace trace{};
  Decision decision{};
  Distance3 distance{};  ///< by the same algorithm, else by the library's choice
  Certificate certificate{};
};

/// Asks the question about the bodies of the explanation, and records the search. A distance is traced
/// only where the bodies are apart.
void record_search(Question question, Explanation& explanation);

/// Returns one JSON object, with a line for each step.
std::string trace_json(const Explanation& explanation);

}  // namespace sunder::cli
