// SPDX-License-Identifier: Apache-2.0
//
// A cell is one question about one set of pairs, answered by every contestant. Its benchmarks are
// QUESTION/SET/WHO, with the counters of timing.hpp and `wrong` of truth.hpp. Sets, truths and
// peers are made when the first benchmark needs them, and kept.
#pragma once

#include <functional>

#include "bench/pairs.hpp"
#include "bench/peers.hpp"

namespace sunder::bench {

/// The recipe of a set, and its properties that must be known before it is made.
struct SetPlan {
  std::string name;  ///< of the set
  std::function<PairSet()> make;
  bool boxes = false;
  bool motion = false;
};

SetPlan plan_pairs(Workload workload, int vertices, Placement placement);

void add_cell(Question question, const SetPlan& plan);

}  // namespace sunder::bench
