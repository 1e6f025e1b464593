// SPDX-License-Identifier: Apache-2.0
//
// How deep do they overlap? Sunder's proven interval of default width is compared with the number
// of each library that searches for the minimum. The overlaps are shallow, deep, or anything from a
// hundredth to half.
#include "bench/cells.hpp"
#include "bench/context.hpp"

int main(int argc, char** argv) {
  using namespace sunder::bench;
  for (const Placement placement : {Placement::overlapping, Placement::shallow, Placement::deep}) {
    add_cell(Question::depth, plan_pairs(Workload::boxes, 0, placement));
    const bool any_depth = placement == Placement::overlapping;
    const Workload hulls = any_depth ? Workload::ellipsoids : Workload::rounds;
    for (const int vertices : {8, 50, 500})
      add_cell(Question::depth, plan_pairs(hulls, vertices, placement));
  }
  return run_benchmarks(argc, argv,
                        "how deep do the bodies overlap? (a number; Sunder: a proven interval)");
}
