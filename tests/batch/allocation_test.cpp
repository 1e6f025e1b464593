// SPDX-License-Identifier: Apache-2.0
//
// A batch allocates at most a table for its polytopes and, if items share matrices, one for poses.
// It allocates nothing for its items.
#include "batch/worlds.hpp"
#include "suite/counted_allocations.hpp"

namespace sunder::test {
namespace {

template <int D>
long allocations_of(const World<D>& world) {
  std::vector<Verdict> verdicts(static_cast<std::size_t>(world.count()));
  BatchOutput<D> output;
  output.verdicts = verdicts;
  const PairBatch<D> batch = world.batch();
  const long before = allocations;
  const bool answered = intersects(batch, output).has_value();
  const long after = allocations;
  EXPECT_TRUE(answered);
  return after - before;
}

TEST(BatchAllocation, NoneForItems) {
  for (const Maker3& maker : makers3()) {
    SCOPED_TRACE(maker.name);
    for (const Form form : {Form::poses, Form::doubles, Form::floats}) {
      World<3> world = maker.make(41, 1000);
      world.set_form(form);
      // Numbers from 1e-310 to 1e200 are too wide for integers of fixed width.
      if (std::string_view(maker.name) == "boxes of every size") continue;
      EXPECT_LE(allocations_of(world), form == Form::poses ? 1 : 2);
    }
  }
  World<2> world = polygons(42, 1000);
  world.set_form(Form::floats);
  EXPECT_LE(allocations_of(world), 1);
}

}  // namespace
}  // namespace sunder::test
