// SPDX-License-Identifier: Apache-2.0
//
// One pair in small steps through contact and out: do they meet, and how far apart are they?
// `sunder_hint` and `coal_warm` start from the previous step; the others have no warm start.
#include "bench/cells.hpp"
#include "bench/context.hpp"
#include "bench/motion.hpp"

int main(int argc, char** argv) {
  using namespace sunder::bench;
  for (const Mover mover : {Mover::box, Mover::hull32, Mover::ell50, Mover::ell500}) {
    const SetPlan plan{"motion/" + to_string(mover), [=] { return make_motion(mover); },
                       mover == Mover::box, true};
    add_cell(Question::intersects, plan);
    add_cell(Question::distance, plan);
  }
  return run_benchmarks(argc, argv, "step after step: do the bodies meet, how far apart are they?");
}
