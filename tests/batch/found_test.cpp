// SPDX-License-Identifier: Apache-2.0
//
// Tests contacts and casts of a batch: each is the answer of a single query, to the last bit.
#include "batch/executors.hpp"
#include "batch/worlds.hpp"

namespace sunder::test {
namespace {

template <class Value>
bool same(const std::optional<Value>& x, const std::optional<Value>& y) {
  return x.has_value() == y.has_value() &&
         (!x || (x->normal == y->normal && x->point_a == y->point_a && x->point_b == y->point_b));
}
bool same(const Interval& x, const Interval& y) { return x.lower == y.lower && x.upper == y.upper; }

template <int D>
void expect_same(const Contact<D>& found, const Contact<D>& single) {
  EXPECT_EQ(found.verdict, single.verdict);
  EXPECT_EQ(found.proven, single.proven);
  EXPECT_EQ(found.dimension, single.dimension);
  EXPECT_TRUE(same(found.depth, single.depth));
  EXPECT_TRUE(same(found.witness, single.witness));
  ASSERT_EQ(found.points.size(), single.points.size());
  for (std::size_t i = 0; i < single.points.size(); ++i) {
    EXPECT_EQ(found.points[i].point_a, single.points[i].point_a);
    EXPECT_EQ(found.points[i].point_b, single.points[i].point_b);
    EXPECT_EQ(found.points[i].depth, single.points[i].depth);
    EXPECT_EQ(found.points[i].id, single.points[i].id);
  }
}

template <int D>
void expect_same(const Cast<D>& found, const Cast<D>& single) {
  EXPECT_EQ(found.verdict, single.verdict);
  EXPECT_EQ(found.start, single.start);
  EXPECT_EQ(found.steps, single.steps);
  EXPECT_TRUE(same(found.time, single.time));
  EXPECT_TRUE(same(found.witness, single.witness));
}

/// Answers of each item, into entries that hold others before.
template <int D>
std::vector<Contact<D>> old_contacts(std::size_t count) {
  Contact<D> old;
  old.verdict = Verdict::touching;
  old.dimension = 7;
  return std::vector<Contact<D>>(count, old);
}

template <int D>
void expect_contacts(const World<D>& world, const ContactOptions<D>& each) {
  const auto count = static_cast<std::size_t>(world.count());
  Backwards backwards;
  Threads threads(3);
  for (Executor* executor : {static_cast<Executor*>(nullptr), static_cast<Executor*>(&backwards),
                             static_cast<Executor*>(&threads)}) {
    std::vector<Contact<D>> found = old_contacts<D>(count);
    std::vector<Verdict> verdicts(count);
    std::vector<Hint<D>> hints(count);
    BatchOutput<D> output;
    output.verdicts = verdicts;
    if (executor != &backwards) output.hints = hints;
    BatchOptions options;
    options.executor = executor;
    options.chunk = executor == nullptr ? 0 : 7;
    const BatchReport report = contacts(world.batch(), found, output, options, each).value();
    for (std::size_t i = 0; i < count; ++i) {
      Hint<D> hint;
      ContactOptions<D> options_of_one = each;
      if (executor != &backwards) options_of_one.search.hint = &hint;
      const Contact<D> single = contact(world.a(i), world.b(i), options_of_one);
      expect_same(found[i], single);
      EXPECT_EQ(verdicts[i], single.verdict);
    }
    EXPECT_EQ(report.separated + report.touching + report.overlapping, world.count());
  }
}

TEST(BatchContacts, AreThoseOfSingleQueries) {
  for (const Maker3& maker : makers3()) {
    SCOPED_TRACE(maker.name);
    World<3> world = maker.make(111, 25);
    world.set_form(Form::floats);
    expect_contacts<3>(world, {});
    ContactOptions<3> few;
    few.max_points = 2;
    few.width = 1e-3;
    few.near = 0.2;
    expect_contacts<3>(world, few);
  }
  World<2> world = polygons(112, 200);
  world.set_form(Form::doubles);
  expect_contacts<2>(world, {});
}

TEST(BatchContacts, OthersAreLeftAtNothing) {
  World<3> world = makers3().front().make(113, 60);
  world.set_form(Form::doubles);
  world.hull_a[4] = -1;
  std::vector<Contact3> found = old_contacts<3>(60);
  std::vector<Refusal> refusals(60);
  BatchOutput<3> output;
  output.refusals = refusals;
  BatchOptions options;
  options.stop = BatchStop::first;
  options.hits = 9;
  const BatchReport report = contacts(world.batch(), found, output, options).value();
  EXPECT_EQ(report.touching + report.overlapping, 9);
  EXPECT_GT(report.next, 4);
  ASSERT_LT(report.next, 60);
  EXPECT_EQ(refusals[4], Refusal::body_a);
  for (std::size_t i = 0; i < 60; ++i) {
    const bool asked = i < static_cast<std::size_t>(report.next);
    if (asked && i != 4) continue;
    EXPECT_EQ(found[i].verdict, asked ? Verdict::undecided : Verdict::not_examined) << i;
    EXPECT_EQ(found[i].points.size(), 0U);
    EXPECT_EQ(found[i].dimension, -1);
  }
  // It goes on where it ended.
  options = {};
  options.begin = report.next;
  ASSERT_TRUE(contacts(world.batch(), found, {}, options).has_value());
  for (std::size_t i = 0; i < 60; ++i) {
    if (i != 4) expect_same(found[i], contact(world.a(i), world.b(i)));
  }
}

TEST(BatchContacts, ShapesAreChecked) {
  World<3> world = makers3().front().make(114, 10);
  world.set_form(Form::doubles);
  std::vector<Contact3> found(9);
  EXPECT_EQ(contacts(world.batch(), found).error().code, ErrorCode::wrong_shape);
  found.resize(10);
  EXPECT_TRUE(contacts(world.batch(), found).has_value());
  BatchOptions options;
  options.certify = true;
  EXPECT_EQ(contacts(world.batch(), found, {}, options).error().code, ErrorCode::wrong_shape);
}

/// A motion for each pose: some at rest, most linear, a few that turn.
template <int D>
std::vector<Motion<D>> motions_of(const World<D>& world, std::uint64_t seed) {
  Random random(seed);
  std::vector<Motion<D>> motions;
  for (std::size_t i = 0; i < world.rows.size(); ++i) {
    Vector<D> along{};
    for (double& entry : along) entry = between(random, -4, 4);
    if (i % 5 == 0) {
      motions.emplace_back();
    } else if (i % 5 == 1) {
      if constexpr (D == 2) {
        motions.push_back(Motion<D>::rigid(along, {}, 0.5).value());
      } else {
        motions.push_back(Motion<D>::rigid(along, {}, {0, 1, 1}, 0.5).value());
      }
    } else {
      motions.push_back(Motion<D>::linear(along).value());
    }
  }
  return motions;
}

template <int D>
void expect_casts(const World<D>& world, std::uint64_t seed) {
  const std::vector<Motion<D>> motions = motions_of(world, seed);
  const auto count = static_cast<std::size_t>(world.count());
  Threads threads(3);
  const CastOptions each{.tolerance = 1e-3, .max_steps = 100};
  for (Executor* executor : {static_cast<Executor*>(nullptr), static_cast<Executor*>(&threads)}) {
    std::vector<Cast<D>> found(count);
    BatchOptions options;
    options.executor = executor;
    options.chunk = executor == nullptr ? 0 : 3;
    const BatchReport report =
        casts(world.batch(), std::span<const Motion<D>>(motions), found, {}, options, each).value();
    BatchReport counted;
    for (std::size_t i = 0; i < count; ++i) {
      const Motion<D>& of_a = motions[static_cast<std::size_t>(world.pose_a[i])];
      const Motion<D>& of_b = motions[static_cast<std::size_t>(world.pose_b[i])];
      const Cast<D> single = cast(world.a(i), of_a, world.b(i), of_b, each);
      expect_same(found[i], single);
      counted.separated += single.verdict == CastVerdict::free ? 1 : 0;
      counted.unproven += single.verdict == CastVerdict::unresolved ? 1 : 0;
      if (single.verdict != CastVerdict::hit) continue;
      ++(single.start == Verdict::overlapping ? counted.overlapping : counted.touching);
    }
    EXPECT_EQ(report.separated, counted.separated);
    EXPECT_EQ(report.touching, counted.touching);
    EXPECT_EQ(report.overlapping, counted.overlapping);
    EXPECT_EQ(report.unproven, counted.unproven);
  }
}

TEST(BatchCasts, AreThoseOfSingleQueries) {
  for (const Maker3& maker : makers3()) {
    SCOPED_TRACE(maker.name);
    World<3> world = maker.make(115, 20);
    world.set_form(Form::doubles);
    expect_casts<3>(world, 116);
  }
  World<2> world = polygons(117, 100);
  world.set_form(Form::floats);
  expect_casts<2>(world, 118);
}

/// One motion for all; the lowest hit; what was not examined, and what is refused.
TEST(BatchCasts, StopAtTheFirstHit) {
  World<3> world;
  world.hulls.push_back(Polytope3::box({0.5, 0.5, 0.5}));
  world.rows.push_back({1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0});
  for (int i = 0; i < 30; ++i) {
    world.rows.push_back({1, 0, 0, 3, 0, 1, 0, 20.0 - i, 0, 0, 1, 0});
    world.add_item(0, 0, 0, i + 1);
  }
  world.pose_b[2] = 99;
  world.set_form(Form::doubles);
  std::vector<Motion3> motions(world.rows.size());
  motions[0] = Motion3::linear({4, 0, 0}).value();
  std::vector<Cast3> found(30);
  std::vector<Refusal> refusals(30);
  BatchOutput<3> output;
  output.refusals = refusals;
  BatchOptions options;
  options.stop = BatchStop::first;
  options.chunk = 4;
  const BatchReport report =
      casts(world.batch(), std::span<const Motion3>(motions), found, output, options).value();
  // The other stands one beside the way, and is grazed.
  EXPECT_EQ(report.first_hit, 19);
  EXPECT_EQ(report.next, 20);
  EXPECT_EQ(report.refused, 1);
  EXPECT_EQ(refusals[2], Refusal::pose_b);
  EXPECT_EQ(report.separated, 18);
  EXPECT_EQ(found[19].verdict, CastVerdict::hit);
  EXPECT_TRUE(same(found[19].time, {0.5, 0.5}));
  for (const std::size_t i : {std::size_t{2}, std::size_t{20}, std::size_t{29}}) {
    EXPECT_EQ(found[i].verdict, CastVerdict::unresolved);
    EXPECT_TRUE(same(found[i].time, {0, 1}));
  }
  // All move alike: nobody meets anybody.
  const Motion3 one = motions[0];
  const BatchReport together =
      casts(world.batch(), Column<Motion3>::same(one), found, output).value();
  EXPECT_EQ(together.separated, 29);
}

TEST(BatchCasts, ShapesAreChecked) {
  World<3> world = makers3().front().make(119, 10);
  world.set_form(Form::doubles);
  const std::vector<Motion3> motions(world.rows.size());
  const auto all = std::span<const Motion3>(motions);
  std::vector<Cast3> found(10);
  std::vector<Verdict> verdicts(10);
  EXPECT_TRUE(casts(world.batch(), all, found).has_value());
  const auto expect_refused = [](const Result<BatchReport>& report) {
    ASSERT_FALSE(report.has_value());
    EXPECT_EQ(report.error().code, ErrorCode::wrong_shape);
  };
  expect_refused(casts(world.batch(), all.subspan(1), found));
  expect_refused(casts(world.batch(), {}, found));
  expect_refused(casts(world.batch(), all, std::span(found).subspan(1)));
  expect_refused(casts(world.batch(), all, found, {.verdicts = verdicts}));
}

}  // namespace
}  // namespace sunder::test
