// SPDX-License-Identifier: Apache-2.0
//
// How far apart are they? Sunder's proven interval of default width is compared with each peer's
// number, on ellipsoids, boxes and random hulls.
#include "bench/cells.hpp"
#include "bench/context.hpp"

int main(int argc, char** argv) {
  using namespace sunder::bench;
  for (const Placement placement : {Placement::overlapping, Placement::near, Placement::far}) {
    for (const int vertices : {8, 50, 500, 5000})
      add_cell(Question::distance, plan_pairs(Workload::ellipsoids, vertices, placement));
    add_cell(Question::distance, plan_pairs(Workload::boxes, 0, placement));
    add_cell(Question::distance, plan_pairs(Workload::hulls, 0, placement));
  }
  return run_benchmarks(argc, argv,
                        "how far apart are the bodies? (a number; Sunder: a proven interval)");
}
