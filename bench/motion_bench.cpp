// SPDX-License-Identifier: Apache-2.0
//
// One pair in small steps through contact and out: do they meet, and how far apart are they? One
// pair in small steps at a shallow depth: how deep is it? `sunder_hint` and `coal_warm` start from
// the previous step; the others have no warm start.
#include "bench/cells.hpp"
#include "bench/context.hpp"
#include "bench/motion.hpp"

int main(int argc, char** argv) {
  using namespace sunder::bench;
  for (const Mover mover : {Mover::box, Mover::hull32, Mover::ell50, Mover::ell500}) {
    const auto plan = [=](Course course) {
      return SetPlan{name_of(mover, course), [=] { return make_motion(mover, course); },
                     mover == Mover::box, true};
    };
    add_cell(Question::intersects, plan(Course::passing));
    add_cell(Question::distance, plan(Course::passing));
    add_cell(Question::depth, plan(Course::sliding));
  }
  return run_benchmarks(argc, argv,
                        "step after step: do the bodies meet, how far apart are they, how deep?");
}
