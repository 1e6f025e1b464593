// SPDX-License-Identifier: Apache-2.0
//
// Strides, broadcasts, counting lists, lists that share memory, and refused input.
#include <limits>

#include "batch/worlds.hpp"

namespace sunder::test {
namespace {

World<3> small_world(Form form) {
  World<3> world = makers3().front().make(21, 300);
  world.set_form(form);
  return world;
}

TEST(BatchColumns, AStrideOfZeroStandsForEveryItem) {
  World<3> world = small_world(Form::doubles);
  const PairBatch<3> listed = [&] {
    for (std::size_t i = 0; i < world.hull_a.size(); ++i) {
      world.hull_a[i] = 3;
      world.hull_b[i] = 5;
      world.pose_a[i] = 7;
      world.pose_b[i] = static_cast<std::int32_t>(i % world.rows.size());
    }
    return world.batch();
  }();
  const std::vector<Verdict> truth = world.singles();
  PairBatch<3> batch = listed;
  const std::int32_t three = 3;
  const std::int32_t five = 5;
  const std::int32_t seven = 7;
  batch.body_a = Indices::same(three);
  batch.body_b = Indices::same(five);
  batch.pose_a = Indices::same(seven);
  EXPECT_EQ(ask<3>(batch).verdicts, truth);
  // Exchanged: one pose of b for many of a.
  std::swap(batch.body_a, batch.body_b);
  std::swap(batch.pose_a, batch.pose_b);
  EXPECT_EQ(ask<3>(batch).verdicts, truth);
  // All are equal.
  batch.pose_a = batch.pose_b;
  const std::int32_t nine = 9;
  batch.pose_b = Indices::same(nine);
  for (std::size_t i = 0; i < world.hull_a.size(); ++i) {
    world.hull_a[i] = 5;
    world.hull_b[i] = 3;
    world.pose_a[i] = 7;
    world.pose_b[i] = 9;
  }
  EXPECT_EQ(ask<3>(batch).verdicts, world.singles());
}

TEST(BatchColumns, AListThatIsNotThereCounts) {
  World<3> world = small_world(Form::floats);
  PairBatch<3> batch = world.batch();
  const auto poses = static_cast<std::int32_t>(world.rows.size());
  batch.count = poses;
  world.pose_b.clear();
  for (std::int32_t i = 0; i < poses; ++i) world.pose_b.push_back(i);
  for (auto* list : {&world.hull_a, &world.hull_b, &world.pose_a}) {
    list->resize(static_cast<std::size_t>(poses));
  }
  batch.pose_b = {};
  EXPECT_EQ(ask<3>(batch).verdicts, world.singles());
  // Past the table's end no pose exists.
  batch.count = poses + 2;
  world.hull_a.resize(static_cast<std::size_t>(batch.count));
  world.hull_b.resize(static_cast<std::size_t>(batch.count));
  world.pose_a.resize(static_cast<std::size_t>(batch.count));
  batch.body_a = std::span<const std::int32_t>(world.hull_a);
  batch.body_b = std::span<const std::int32_t>(world.hull_b);
  batch.pose_a = std::span<const std::int32_t>(world.pose_a);
  const Answers<3> answers = ask<3>(batch);
  EXPECT_EQ(answers.refusals.back(), Refusal::pose_b);
  EXPECT_EQ(answers.report.refused, 2);
}

/// Items as records, matrices within larger ones, reversed lists, and lists that overlap.
TEST(BatchColumns, AnyStrideAndSharedMemoryWillDo) {
  for (const Form form : {Form::doubles, Form::floats}) {
    World<3> world = small_world(form);
    const std::vector<Verdict> truth = world.singles();
    struct Item {
      std::int32_t hull_a, pose_a, other, hull_b, pose_b;
    };
    std::vector<Item> items;
    for (std::size_t i = 0; i < truth.size(); ++i) {
      items.push_back({world.hull_a[i], world.pose_a[i], -7, world.hull_b[i], world.pose_b[i]});
    }
    PairBatch<3> batch = world.batch();
    const auto list = [&](const std::int32_t& first) {
      return Indices(&first, batch.count, sizeof(Item));
    };
    batch.body_a = list(items.front().hull_a);
    batch.body_b = list(items.front().hull_b);
    batch.pose_a = list(items.front().pose_a);
    batch.pose_b = list(items.front().pose_b);
    std::vector<double> wide;
    std::vector<float> narrow;
    for (const auto& rows : world.rows) {
      for (std::size_t k = 0; k < 16; ++k) {
        wide.push_back(k < 12 ? rows[k] : std::numeric_limits<double>::quiet_NaN());
        narrow.push_back(static_cast<float>(wide.back()));
      }
    }
    const auto count = static_cast<std::int64_t>(world.rows.size());
    batch.poses = form == Form::doubles ? PoseTable<3>(wide.data(), count, 128)
                                        : PoseTable<3>(narrow.data(), count, 64);
    EXPECT_EQ(ask<3>(batch).verdicts, truth);

    const auto backwards = [&](const std::int32_t& last) {
      return Indices(&last, batch.count, -static_cast<std::int64_t>(sizeof(Item)));
    };
    batch.body_a = backwards(items.back().hull_a);
    batch.body_b = backwards(items.back().hull_b);
    batch.pose_a = backwards(items.back().pose_a);
    batch.pose_b = backwards(items.back().pose_b);
    EXPECT_EQ(ask<3>(batch).verdicts, (std::vector<Verdict>{truth.rbegin(), truth.rend()}));

    // Each pose against the next: both lists are one.
    World<3> chain = small_world(form);
    for (std::size_t i = 0; i + 1 < chain.pose_a.size(); ++i) chain.pose_b[i] = chain.pose_a[i + 1];
    PairBatch<3> linked = chain.batch();
    linked.count -= 1;
    linked.pose_b = std::span<const std::int32_t>(chain.pose_a).subspan(1);
    std::vector<Verdict> expected = chain.singles();
    expected.pop_back();
    EXPECT_EQ(ask<3>(linked).verdicts, expected);
  }
}

template <int D>
void expect_refusals(World<D> world, Form form) {
  world.set_form(form);
  const std::vector<Verdict> truth = world.singles();
  const auto of = [](std::size_t i) { return 3 + 17 * i; };
  world.hull_a[of(0)] = -1;
  world.hull_b[of(1)] = static_cast<std::int32_t>(world.hulls.size());
  world.pose_a[of(2)] = std::numeric_limits<std::int32_t>::max();
  world.pose_b[of(3)] = std::numeric_limits<std::int32_t>::min();
  std::vector<Refusal> expected(truth.size());
  expected[of(0)] = Refusal::body_a;
  expected[of(1)] = Refusal::body_b;
  expected[of(2)] = Refusal::pose_a;
  expected[of(3)] = Refusal::pose_b;
  if (form != Form::poses) {
    // Two further matrices, which no other item uses.
    const auto first = static_cast<std::int32_t>(world.rows.size());
    for (const double bad :
         {std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity()}) {
      auto rows = world.rows.front();
      rows[world.rows.size() % rows.size()] = bad;
      world.rows.push_back(rows);
      if (form != Form::floats) continue;
      for (const double entry : rows) world.floats.push_back(static_cast<float>(entry));
    }
    world.pose_a[of(4)] = first;
    world.pose_b[of(5)] = first + 1;
    expected[of(4)] = Refusal::matrix_a;
    expected[of(5)] = Refusal::matrix_b;
  }
  const Answers<D> answers = ask<D>(world.batch());
  EXPECT_EQ(answers.refusals, expected);
  EXPECT_EQ(answers.report.refused, form == Form::poses ? 4 : 6);
  for (std::size_t i = 0; i < truth.size(); ++i) {
    const bool asked = expected[i] == Refusal::none;
    EXPECT_EQ(answers.verdicts[i], asked ? truth[i] : Verdict::undecided) << i;
  }
  expect_sums(answers);
}

TEST(BatchColumns, ItemsAreRefusedOneByOne) {
  for (const Form form : {Form::poses, Form::doubles, Form::floats}) {
    for (const Maker3& maker : makers3()) expect_refusals(maker.make(22, 300), form);
    expect_refusals(polygons(23, 300), form);
  }
}

TEST(BatchColumns, EmptyTablesRefuseEveryItem) {
  PairBatch<3> batch;
  batch.count = 40;
  EXPECT_EQ(ask<3>(batch).report.refused, 40);
  EXPECT_EQ(ask<3>(batch).refusals.back(), Refusal::body_a);
  const std::vector<Polytope3> hulls(64);
  batch.bodies = std::span<const Polytope3>(hulls);
  EXPECT_EQ(ask<3>(batch).refusals.back(), Refusal::pose_a);
}

TEST(BatchColumns, NothingAskedIsNothingDone) {
  EXPECT_EQ(ask<3>(PairBatch<3>{}).report.next, 0);
  EXPECT_EQ(ask<2>(PairBatch<2>{}).report.skipped, 0);
  const World<3> world = small_world(Form::doubles);
  BatchOptions options;
  options.begin = world.count();
  const Answers<3> answers = ask<3>(world.batch(), options);
  EXPECT_EQ(answers.report.next, world.count());
  EXPECT_EQ(answers.report.counters.by_stage, Counters{}.by_stage);
  EXPECT_EQ(answers.verdicts.front(), Verdict::undecided);  // unchanged
}

TEST(BatchColumns, OutputsAreOptional) {
  const World<3> world = small_world(Form::doubles);
  const Answers<3> all = ask<3>(world.batch());
  const BatchReport bare = intersects(world.batch(), BatchOutput<3>{}).value();
  EXPECT_EQ(bare.overlapping, all.report.overlapping);
  EXPECT_EQ(bare.first_hit, all.report.first_hit);
  std::vector<Stage> stages(static_cast<std::size_t>(world.count()));
  BatchOutput<3> output;
  output.stages = stages;
  EXPECT_TRUE(intersects(world.batch(), output).has_value());
  EXPECT_EQ(stages, all.stages);
}

template <class Change>
ErrorCode refused_with(const Change& change) {
  const World<3> world = small_world(Form::doubles);
  PairBatch<3> batch = world.batch();
  std::vector<Verdict> verdicts(static_cast<std::size_t>(world.count()));
  BatchOutput<3> output;
  output.verdicts = verdicts;
  BatchOptions options;
  change(batch, output, options);
  const Result<BatchReport> result = intersects(batch, output, options);
  EXPECT_FALSE(result.has_value());
  return result.has_value() ? ErrorCode{} : result.error().code;
}

TEST(BatchColumns, WrongShapesAreRefusedAsAWhole) {
  using B = PairBatch<3>;
  using O = BatchOutput<3>;
  using P = BatchOptions;
  const ErrorCode wrong = ErrorCode::wrong_shape;
  EXPECT_EQ(refused_with([](B& b, O&, P&) { b.count = -1; }), wrong);
  EXPECT_EQ(refused_with([](B& b, O&, P&) { b.body_a.count -= 1; }), wrong);
  EXPECT_EQ(refused_with([](B& b, O&, P&) { b.body_b.count = 0; }), wrong);
  EXPECT_EQ(refused_with([](B& b, O&, P&) { b.pose_a.count = -3; }), wrong);
  EXPECT_EQ(refused_with([](B& b, O&, P&) { b.pose_b.count = 0, b.pose_b.stride = 0; }), wrong);
  EXPECT_EQ(refused_with([](B& b, O&, P&) { b.bodies.data = nullptr; }), wrong);
  EXPECT_EQ(refused_with([](B& b, O&, P&) { b.poses.count = -1; }), wrong);
  EXPECT_EQ(refused_with([](B&, O& o, P&) { o.verdicts = o.verdicts.first(3); }), wrong);
  EXPECT_EQ(refused_with([](B&, O&, P& p) { p.begin = 301; }), wrong);
  EXPECT_EQ(refused_with([](B&, O&, P& p) { p.begin = -1; }), wrong);
  EXPECT_EQ(refused_with([](B&, O&, P& p) { p.chunk = -1; }), wrong);
  EXPECT_EQ(refused_with([](B&, O&, P& p) { p.hits = 0; }), wrong);
}

}  // namespace
}  // namespace sunder::test
