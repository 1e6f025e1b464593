// SPDX-License-Identifier: Apache-2.0
//
// Proposals for many pairs are proven or left unproven like by single calls of prove().
#include <algorithm>
#include <limits>

#include "batch/executors.hpp"
#include "batch/worlds.hpp"

namespace sunder::test {
namespace {

/// Certificates of the items, as an external search would supply them.
template <int D>
std::vector<Proposal<D>> certificates(const World<D>& world) {
  std::vector<Proposal<D>> all(static_cast<std::size_t>(world.count()));
  BatchOutput<D> output;
  output.hints = all;
  BatchOptions options;
  options.certify = true;
  EXPECT_TRUE(intersects(world.batch(), output, options).has_value());
  return all;
}

/// Three of four are damaged: imprecise, wrong, or arbitrary.
template <int D>
void spoil(std::vector<Proposal<D>>& proposals, Random& random) {
  for (Proposal<D>& proposal : proposals) {
    const std::uint64_t how = random.bits() % 8;
    if (how == 0) proposal.direction[0] = -proposal.direction[0];
    if (how == 1) proposal.direction[1] += 0.01;
    if (how == 2) proposal.direction[0] = std::numeric_limits<double>::quiet_NaN();
    if (how == 3) proposal.pairs[0].a = static_cast<std::int32_t>(random.bits());
    if (how == 4) proposal.verdict = static_cast<Verdict>(random.bits() % 5);
    if (how == 5) proposal.pair_count = static_cast<std::uint8_t>(random.bits());
  }
}

template <int D>
Answers<D> prove_all(const PairBatch<D>& batch, const std::vector<Proposal<D>>& proposals,
                     const BatchOptions& options = {}) {
  return answers_of(batch, Verdict::touching, [&](const BatchOutput<D>& output) {
    return prove_batch(batch, std::span<const Proposal<D>>(proposals), output, options);
  });
}

template <int D>
void expect_singles(const World<D>& world, const std::vector<Proposal<D>>& proposals,
                    const Answers<D>& found) {
  std::int64_t unproven = 0;
  for (std::size_t i = 0; i < proposals.size(); ++i) {
    const Decision one = prove(world.a(i), world.b(i), proposals[i]);
    EXPECT_EQ(found.verdicts[i], one.verdict) << i;
    EXPECT_EQ(found.stages[i], one.stage) << i;
    unproven += one.proven ? 0 : 1;
    if (one.proven) {
      EXPECT_EQ(one.verdict, world.single(static_cast<std::int64_t>(i))) << i;
    }
  }
  EXPECT_EQ(found.report.unproven, unproven);
  expect_sums(found);
}

TEST(BatchProof, AgreesWithSingleProofs) {
  for (const Maker3& maker : makers3()) {
    for (const Form form : {Form::poses, Form::doubles, Form::floats}) {
      SCOPED_TRACE(maker.name);
      World<3> world = maker.make(91, 50);
      world.set_form(form);
      std::vector<Proposal3> proposals = certificates(world);
      expect_singles(world, proposals, prove_all<3>(world.batch(), proposals));
      Random random(92);
      spoil(proposals, random);
      expect_singles(world, proposals, prove_all<3>(world.batch(), proposals));
    }
  }
  World<2> plane = polygons(93, 200);
  plane.set_form(Form::floats);
  std::vector<Proposal2> proposals = certificates(plane);
  Random random(94);
  spoil(proposals, random);
  expect_singles(plane, proposals, prove_all<2>(plane.batch(), proposals));
}

TEST(BatchProof, GoodProposalsAreProvenAndBadOnesAreNot) {
  World<3> world = makers3().front().make(95, 300);
  world.set_form(Form::doubles);
  std::vector<Proposal3> proposals = certificates(world);
  EXPECT_EQ(prove_all<3>(world.batch(), proposals).report.unproven, 0);
  const std::vector<Verdict> truth = world.singles();
  for (std::size_t i = 0; i < truth.size(); ++i) {
    const bool apart = truth[i] == Verdict::separated;
    proposals[i].verdict = apart ? Verdict::overlapping : Verdict::separated;
  }
  const Answers<3> found = prove_all<3>(world.batch(), proposals);
  EXPECT_EQ(found.report.unproven, 300);
  EXPECT_EQ(found.report.refused, 0);
  expect_sums(found);
}

/// One proposal for all: a direction that separates some.
TEST(BatchProof, OneProposalStandsForAll) {
  World<3> world = makers3().front().make(96, 100);
  world.set_form(Form::doubles);
  Proposal3 proposal;
  proposal.verdict = Verdict::separated;
  proposal.direction = {1, 0, 0};
  std::vector<Verdict> verdicts(100);
  BatchOutput<3> output;
  output.verdicts = verdicts;
  const auto report = prove_batch(world.batch(), Column<Proposal3>::same(proposal), output).value();
  EXPECT_GT(report.separated, 0);
  for (std::size_t i = 0; i < verdicts.size(); ++i) {
    EXPECT_EQ(verdicts[i], prove(world.a(i), world.b(i), proposal).verdict);
  }
}

TEST(BatchProof, EveryPartitionAgreesAndGoesOn) {
  World<3> world = makers3()[10].make(97, 300);
  world.set_form(Form::doubles);
  std::vector<Proposal3> proposals = certificates(world);
  Random random(98);
  spoil(proposals, random);
  const Answers<3> whole = prove_all<3>(world.batch(), proposals);
  Backwards backwards;
  Threads threads(8);
  for (const std::int64_t chunk : {1, 17, 64, 1000}) {
    for (Executor* executor : {static_cast<Executor*>(nullptr), static_cast<Executor*>(&backwards),
                               static_cast<Executor*>(&threads)}) {
      BatchOptions options;
      options.chunk = chunk;
      options.executor = executor;
      EXPECT_TRUE(same_items(prove_all<3>(world.batch(), proposals, options), whole));
    }
  }
  std::atomic<bool> cancel = false;
  BatchOptions options;
  options.chunk = 50;
  options.cancel = &cancel;
  options.progress = [&](std::int64_t settled, std::int64_t) { cancel = settled >= 150; };
  const Answers<3> cut = prove_all<3>(world.batch(), proposals, options);
  EXPECT_EQ(cut.report.next, 150);
  EXPECT_EQ(cut.report.skipped, 150);
  options.begin = 150;
  options.cancel = nullptr;
  options.progress = {};
  const Answers<3> rest = prove_all<3>(world.batch(), proposals, options);
  EXPECT_EQ(cut.report.unproven + rest.report.unproven, whole.report.unproven);
  for (std::size_t i = 0; i < 300; ++i) {
    EXPECT_EQ((i < 150 ? cut : rest).verdicts[i], whole.verdicts[i]);
  }
}

TEST(BatchProof, RefusedItemsAreNotUnproven) {
  World<3> world = makers3().front().make(99, 30);
  world.set_form(Form::doubles);
  const std::vector<Proposal3> proposals = certificates(world);
  world.pose_a[4] = -1;
  world.hull_b[5] = 1 << 20;
  const Answers<3> found = prove_all<3>(world.batch(), proposals);
  EXPECT_EQ(found.refusals[4], Refusal::pose_a);
  EXPECT_EQ(found.refusals[5], Refusal::body_b);
  EXPECT_EQ(found.report.refused, 2);
  EXPECT_EQ(found.report.unproven, 0);
}

TEST(BatchProof, ShapesAreChecked) {
  World<3> world = makers3().front().make(100, 10);
  world.set_form(Form::doubles);
  std::vector<Proposal3> proposals(10);
  std::vector<Hint3> hints(10);
  const auto code = [&](const Column<Proposal3>& column, const BatchOutput<3>& output) {
    const auto report = prove_batch(world.batch(), column, output);
    return report ? ErrorCode::not_finite : report.error().code;
  };
  EXPECT_EQ(code({}, {}), ErrorCode::wrong_shape);
  EXPECT_EQ(code(std::span<const Proposal3>(proposals).first(9), {}), ErrorCode::wrong_shape);
  BatchOutput<3> output;
  output.hints = hints;
  EXPECT_EQ(code(std::span<const Proposal3>(proposals), output), ErrorCode::wrong_shape);
}

}  // namespace
}  // namespace sunder::test
