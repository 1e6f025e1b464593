// SPDX-License-Identifier: Apache-2.0
//
// Early stops, cancellation, progress, resumption, hints and certificates.
#include <algorithm>

#include "batch/executors.hpp"
#include "batch/worlds.hpp"

namespace sunder::test {
namespace {

bool meets(Verdict verdict) {
  return verdict == Verdict::touching || verdict == Verdict::overlapping;
}

/// A world in which few meet.
World<3> sparse_world() {
  World<3> world = makers3().front().make(31, 900);
  for (std::size_t i = 0; i < world.rows.size(); ++i) world.rows[i][3] += 2.0 * double(i % 12);
  world.set_form(Form::doubles);
  return world;
}

TEST(BatchStopping, TheLowestHitsAreTheSameForAnyOrderOfWork) {
  const World<3> world = sparse_world();
  const std::vector<Verdict> truth = world.singles();
  Backwards backwards;
  Threads threads(3);
  for (const std::int64_t hits : {1, 2, 7, 40, 100000}) {
    std::vector<Verdict> expected = truth;
    std::int64_t left = hits;
    std::size_t next = 0;
    while (next < truth.size() && left > 0) left -= meets(truth[next++]) ? 1 : 0;
    std::fill(expected.begin() + static_cast<std::ptrdiff_t>(next), expected.end(),
              Verdict::not_examined);
    for (Executor* executor : {static_cast<Executor*>(nullptr), static_cast<Executor*>(&backwards),
                               static_cast<Executor*>(&threads)}) {
      for (const std::int64_t chunk : {0, 1, 3, 16, 50, 899, 5000}) {
        BatchOptions options;
        options.stop = BatchStop::first;
        options.hits = hits;
        options.executor = executor;
        options.chunk = chunk;
        const Answers<3> answers = ask<3>(world.batch(), options);
        ASSERT_EQ(answers.verdicts, expected) << hits << " in chunks of " << chunk;
        EXPECT_EQ(answers.report.next, static_cast<std::int64_t>(next));
        expect_sums(answers);
      }
    }
  }
}

TEST(BatchStopping, AnyHitsWillDo) {
  const World<3> world = sparse_world();
  const std::vector<Verdict> truth = world.singles();
  Threads threads(3);
  for (const std::int64_t hits : {1, 5, 20}) {
    for (Executor* executor : {static_cast<Executor*>(nullptr), static_cast<Executor*>(&threads)}) {
      BatchOptions options;
      options.stop = BatchStop::any;
      options.hits = hits;
      options.executor = executor;
      options.chunk = 10;
      const Answers<3> answers = ask<3>(world.batch(), options);
      EXPECT_GE(answers.report.touching + answers.report.overlapping, hits);
      EXPECT_GT(answers.report.skipped, 0);
      for (std::size_t i = 0; i < truth.size(); ++i) {
        const bool skipped = answers.verdicts[i] == Verdict::not_examined;
        EXPECT_TRUE(skipped || answers.verdicts[i] == truth[i]) << i;
      }
      expect_sums(answers);
    }
  }
}

TEST(BatchStopping, WhatWasCancelledGoesOnWhereItEnded) {
  const World<3> world = sparse_world();
  const std::vector<Verdict> truth = world.singles();
  Backwards backwards;
  for (const BatchStop stop : {BatchStop::never, BatchStop::first}) {
    std::vector<Verdict> verdicts(truth.size());
    std::atomic<bool> cancel = false;
    BatchOptions options;
    options.stop = stop;
    options.hits = 100000;
    options.chunk = 64;
    options.cancel = &cancel;
    std::int64_t told = 0;
    options.progress = [&](std::int64_t settled, std::int64_t total) {
      EXPECT_EQ(total, world.count());
      EXPECT_GT(settled, told);
      told = settled;
      cancel = settled >= 300;
    };
    BatchOutput<3> output;
    output.verdicts = verdicts;
    const BatchReport cut = intersects(world.batch(), output, options).value();
    EXPECT_TRUE(cut.cancelled);
    EXPECT_EQ(cut.next, 320);
    EXPECT_EQ(cut.skipped, world.count() - 320);
    for (std::size_t i = 0; i < truth.size(); ++i) {
      EXPECT_EQ(verdicts[i], i < 320 ? truth[i] : Verdict::not_examined);
    }
    options.progress = {};
    cancel = false;
    options.begin = cut.next;
    const BatchReport rest = intersects(world.batch(), output, options).value();
    EXPECT_FALSE(rest.cancelled);
    EXPECT_EQ(rest.next, world.count());
    EXPECT_EQ(cut.separated + rest.separated,
              std::count(truth.begin(), truth.end(), Verdict::separated));
    EXPECT_EQ(verdicts, truth);
  }
}

/// Chunks completed out of order count as settled, but the answer continues at the first missing
/// one.
TEST(BatchStopping, ThePlaceToGoOnIsTheFirstThatIsMissing) {
  const World<3> world = sparse_world();
  std::atomic<bool> cancel = false;
  Backwards backwards;
  BatchOptions options;
  options.chunk = 100;
  options.cancel = &cancel;
  options.executor = &backwards;
  options.progress = [&](std::int64_t settled, std::int64_t) { cancel = settled >= 300; };
  const Answers<3> answers = ask<3>(world.batch(), options);
  EXPECT_EQ(answers.report.next, 0);
  EXPECT_EQ(answers.report.skipped, 600);
  EXPECT_EQ(answers.verdicts[599], Verdict::not_examined);
  EXPECT_EQ(answers.verdicts[600], world.single(600));
}

TEST(BatchStopping, HintsAreReadAndWritten) {
  const World<3> world = sparse_world();
  std::vector<Hint3> hints(static_cast<std::size_t>(world.count()));
  std::vector<Stage> stages(hints.size());
  BatchOutput<3> output;
  output.hints = hints;
  output.stages = stages;
  ASSERT_TRUE(intersects(world.batch(), output).has_value());
  const std::vector<Verdict> truth = world.singles();
  for (std::size_t i = 0; i < hints.size(); ++i) EXPECT_EQ(hints[i].verdict, truth[i]);
  const BatchReport again = intersects(world.batch(), output).value();
  EXPECT_GT(again.counters.by_stage[static_cast<std::size_t>(Stage::hint)], 500U);
  EXPECT_EQ(again.separated, std::count(truth.begin(), truth.end(), Verdict::separated));
}

TEST(BatchStopping, CertificatesAreProvenAnew) {
  for (const Maker3& maker : makers3()) {
    SCOPED_TRACE(maker.name);
    World<3> world = maker.make(32, 60);
    world.set_form(Form::poses);
    std::vector<Hint3> hints(static_cast<std::size_t>(world.count()));
    BatchOutput<3> output;
    output.hints = hints;
    BatchOptions options;
    options.certify = true;
    ASSERT_TRUE(intersects(world.batch(), output, options).has_value());
    for (std::size_t i = 0; i < hints.size(); ++i) {
      const auto at = [&](const auto& table, const std::vector<std::int32_t>& list) -> auto& {
        return table[static_cast<std::size_t>(list[i])];
      };
      const Posed3 a{at(world.hulls, world.hull_a), at(world.poses, world.pose_a)};
      const Posed3 b{at(world.hulls, world.hull_b), at(world.poses, world.pose_b)};
      EXPECT_EQ(hints[i].verdict, world.single(static_cast<std::int64_t>(i)));
      if (hints[i].verdict == Verdict::overlapping) {
        EXPECT_EQ(prove(a, b, hints[i]).verdict, Verdict::overlapping) << i;
      }
    }
  }
}

}  // namespace
}  // namespace sunder::test
