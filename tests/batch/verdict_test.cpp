// SPDX-License-Identifier: Apache-2.0
//
// A batch gives the answers of single queries: for every kind of world, every form of poses, every
// instruction set, every split, on any host.
#include <cfenv>

#include "batch/executors.hpp"
#include "batch/lanes.hpp"
#include "batch/worlds.hpp"
#include "lanes/every_target.hpp"
#include "oracle/host_state.hpp"
#include "suite/effort.hpp"

namespace sunder::test {
namespace {

constexpr std::array kForms{Form::poses, Form::doubles, Form::floats};

TEST(Batch, SpaceAgreesWithSingleQueries) {
  for (const Maker3& maker : makers3()) {
    for (const Form form : kForms) {
      SCOPED_TRACE(maker.name);
      World<3> world = maker.make(11, suite::cases(1200));
      world.set_form(form);
      const Answers<3> answers = ask<3>(world.batch());
      EXPECT_EQ(answers.verdicts, world.singles()) << static_cast<int>(form);
      EXPECT_EQ(answers.report.next, world.count());
      expect_sums(answers);
    }
  }
}

/// Exact rotations, which no table of matrices can represent.
TEST(Batch, QuaternionsAgreeWithSingleQueries) {
  World<3> world = makers3().front().make(17, 1500);
  world.set_form(Form::poses);
  Random random(18);
  for (Pose3& pose : world.poses) {
    std::array<double, 4> q{};
    for (double& entry : q) entry = between(random, -3, 3);
    const Vector3 t{pose.offset(0), pose.offset(1), pose.offset(2)};
    pose = Pose3::from_wxyz(q, t).value();
  }
  const Answers<3> answers = ask<3>(world.batch());
  EXPECT_EQ(answers.verdicts, world.singles());
  expect_sums(answers);
}

/// Nearly all items that are not very close to contact are settled without a single query.
TEST(Batch, LanesSettleWhatIsClear) {
  World<3> world = makers3().front().make(19, 4000);
  for (const Form form : kForms) {
    world.set_form(form);
    const detail::batch::HullRecords records(world.batch());
    detail::on_every_target([&] {
      std::int32_t open = 0;
      detail::batch::LaneAnswers answers;
      for (std::int64_t first = 0; first < world.count(); first += detail::batch::kBlock) {
        const auto count = static_cast<std::int32_t>(
            std::min<std::int64_t>(detail::batch::kBlock, world.count() - first));
        detail::batch::settle_in_lanes(world.batch(), records, first, count, nullptr, answers);
        open += answers.counts[detail::batch::kOpen];
      }
      EXPECT_LT(open, 20);
    });
  }
}

/// If a table has more polytopes than there are items, each block makes its own records. The
/// answers are equal, also for refused items.
TEST(Batch, FewItemsOfManyPolytopesGoTheSameWay) {
  for (const Maker3& maker : makers3()) {
    for (const Form form : kForms) {
      SCOPED_TRACE(maker.name);
      World<3> world = maker.make(20, 300);
      world.set_form(form);
      world.hull_a[40] = -1;
      world.hull_b[41] = 1 << 29;
      world.pose_a[42] = -7;
      const Answers<3> few = ask<3>(world.batch());
      const std::size_t size = world.hulls.size();
      while (world.hulls.size() < 400)
        world.hulls.push_back(world.hulls[world.hulls.size() % size]);
      for (std::size_t i = 43; i < 300; i += 3) {
        world.hull_a[i] += static_cast<std::int32_t>(size * (i % (400 / size)));
      }
      detail::on_every_target([&] {
        const Answers<3> many = ask<3>(world.batch());
        EXPECT_EQ(many.verdicts, few.verdicts);
        EXPECT_EQ(many.refusals, few.refusals);
        expect_sums(many);
      });
      EXPECT_EQ(few.refusals[40], Refusal::body_a);
      EXPECT_EQ(few.refusals[41], Refusal::body_b);
      EXPECT_EQ(few.refusals[42], Refusal::pose_a);
      EXPECT_EQ(few.report.refused, 3);
    }
  }
}

/// A short table is read through vectors, and a longer one is not; the limit depends on the
/// instruction set. The answers and their stages are equal.
TEST(Batch, LongTablesGoTheSameWay) {
  for (const Maker3& maker : makers3()) {
    for (const Form form : kForms) {
      SCOPED_TRACE(maker.name);
      World<3> world = maker.make(21, 300);
      world.set_form(form);
      const std::vector<Polytope3> kinds = world.hulls;
      const std::vector<std::int32_t> kind_a = world.hull_a;
      detail::on_every_target([&] {
        world.hulls = kinds;
        world.hull_a = kind_a;
        const Answers<3> one = ask<3>(world.batch());
        for (std::size_t copies = 1; copies < 40 / kinds.size(); ++copies) {
          world.hulls.insert(world.hulls.end(), kinds.begin(), kinds.end());
          for (std::size_t i = copies; i < world.hull_a.size(); i += 3)
            world.hull_a[i] = kind_a[i] + static_cast<std::int32_t>(kinds.size() * copies);
          const Answers<3> many = ask<3>(world.batch());
          EXPECT_EQ(many.verdicts, one.verdicts);
          EXPECT_EQ(many.stages, one.stages);
        }
      });
    }
  }
}

TEST(Batch, PlaneAgreesWithSingleQueries) {
  for (const Form form : kForms) {
    World<2> world = polygons(12, 1500);
    world.set_form(form);
    const Answers<2> answers = ask<2>(world.batch());
    EXPECT_EQ(answers.verdicts, world.singles());
    expect_sums(answers);
  }
}

TEST(Batch, EveryInstructionSetAgrees) {
  for (const Maker3& maker : makers3()) {
    SCOPED_TRACE(maker.name);
    World<3> world = maker.make(13, 250);
    for (const Form form : kForms) {
      world.set_form(form);
      const std::vector<Verdict> truth = world.singles();
      detail::on_every_target([&] {
        const Answers<3> answers = ask<3>(world.batch());
        EXPECT_EQ(answers.verdicts, truth);
        expect_sums(answers);
      });
    }
  }
}

/// Compares verdicts, stages and refusals.
TEST(Batch, EveryPartitionAgrees) {
  Backwards backwards;
  Threads threads(3);
  for (const Maker3& maker : makers3()) {
    SCOPED_TRACE(maker.name);
    World<3> world = maker.make(14, 90);
    world.set_form(Form::doubles);
    const Answers<3> whole = ask<3>(world.batch());
    for (const std::int64_t chunk : {1, 2, 3, 5, 7, 16, 18, 31, 45, 64, 89, 90, 91}) {
      BatchOptions options;
      options.chunk = chunk;
      options.executor = chunk % 3 == 0 ? static_cast<Executor*>(&backwards) : nullptr;
      if (chunk % 5 == 0) options.executor = &threads;
      const Answers<3> cut = ask<3>(world.batch(), options);
      ASSERT_TRUE(same_items(cut, whole)) << chunk;
      expect_sums(cut);
    }
  }
}

TEST(Batch, LargeOnesAgreeOnManyThreads) {
  World<3> world = makers3().front().make(15, 70000);
  world.set_form(Form::floats);
  const Answers<3> serial = ask<3>(world.batch());
  Threads threads(4);
  BatchOptions options;
  options.executor = &threads;
  const Answers<3> parallel = ask<3>(world.batch(), options);
  EXPECT_TRUE(same_items(serial, parallel));
  expect_sums(serial);
  expect_sums(parallel);
  for (std::int64_t i = 0; i < world.count(); i += 97) {
    ASSERT_EQ(serial.verdicts[static_cast<std::size_t>(i)], world.single(i)) << i;
  }
}

TEST(Batch, NoAnswerDependsOnTheHost) {
  for (const Maker3& maker : makers3()) {
    SCOPED_TRACE(maker.name);
    for (const Form form : {Form::doubles, Form::floats}) {
      World<3> world = maker.make(16, 200);
      world.set_form(form);
      expect_no_host_matters(world);
    }
  }
}

/// Subnormal floats keep their value, even if the host reads them as zero: the point at -2^-149 and
/// the one at 0 are separated.
TEST(Batch, SubnormalFloatsAreTakenExactly) {
  const std::vector<Polytope2> hulls{Polytope2::from_points({{0.0, 0.0}}).value()};
  const float least = 0x1p-149F;
  const std::vector<float> rows{1, 0, 0, 0, 1, 0, 1, 0, -least, 0, 1, 0};
  const std::vector<std::int32_t> a{0, 0, 1};
  const std::vector<std::int32_t> b{1, 0, 1};
  PairBatch<2> batch;
  batch.bodies = std::span<const Polytope2>(hulls);
  batch.poses = PoseTable<2>(rows.data(), 2);
  const std::int32_t zero = 0;
  batch.body_a = batch.body_b = Indices::same(zero);
  batch.pose_a = std::span<const std::int32_t>(a);
  batch.pose_b = std::span<const std::int32_t>(b);
  batch.count = 3;
  const std::vector<Verdict> expected{Verdict::separated, Verdict::touching, Verdict::touching};
  EXPECT_EQ(ask<2>(batch).verdicts, expected);
  const oracle::HostState host(FE_UPWARD, true);
  EXPECT_EQ(ask<2>(batch).verdicts, expected);
}

}  // namespace
}  // namespace sunder::test
