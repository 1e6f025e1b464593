// SPDX-License-Identifier: Apache-2.0
//
// Tests radii of bodies: balls on a grid against whole numbers, other bodies against the exact
// margin verdict of a single query.
#include <algorithm>
#include <limits>

#include "batch/executors.hpp"
#include "batch/worlds.hpp"
#include "lanes/every_target.hpp"
#include "sunder/margin.hpp"

namespace sunder::test {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

template <int D>
PairBatch<D> with_radii(const World<D>& world, const std::vector<double>& radii) {
  PairBatch<D> batch = world.batch();
  batch.radii = std::span<const double>(radii);
  return batch;
}

/// Some are 0, most are not.
std::vector<double> some_radii(std::size_t bodies, std::uint64_t seed) {
  Random random(seed);
  std::vector<double> radii;
  for (std::size_t i = 0; i < bodies; ++i) {
    radii.push_back(i % 3 == 0 ? 0.0 : between(random, 0, 0.7));
  }
  return radii;
}

template <int D>
Verdict single(const World<D>& world, const std::vector<double>& radii, std::size_t i) {
  const auto radius = [&](std::int32_t body) { return radii[static_cast<std::size_t>(body)]; };
  return compare_to_margin(world.a(i), world.b(i),
                           {0, radius(world.hull_a[i]), radius(world.hull_b[i])})
      .value()
      .verdict;
}

template <int D>
std::vector<Verdict> singles(const World<D>& world, const std::vector<double>& radii) {
  std::vector<Verdict> all;
  for (std::size_t i = 0; i < static_cast<std::size_t>(world.count()); ++i) {
    all.push_back(single(world, radii, i));
  }
  return all;
}

TEST(BatchRadii, SpaceAgreesWithSingleQueries) {
  for (const Maker3& maker : makers3()) {
    for (const Form form : {Form::poses, Form::doubles, Form::floats}) {
      SCOPED_TRACE(maker.name);
      World<3> world = maker.make(141, 60);
      world.set_form(form);
      const std::vector<double> radii = some_radii(world.hulls.size(), 142);
      const Answers<3> answers = ask<3>(with_radii(world, radii));
      EXPECT_EQ(answers.verdicts, singles(world, radii));
      expect_sums(answers);
      // Where all radii are 0 the bodies are as they are.
      const std::vector<double> none(world.hulls.size(), 0);
      EXPECT_EQ(ask<3>(with_radii(world, none)).verdicts, world.singles());
    }
  }
}

TEST(BatchRadii, PlaneAgreesWithSingleQueries) {
  World<2> world = polygons(143, 300);
  world.set_form(Form::doubles);
  const std::vector<double> radii = some_radii(world.hulls.size(), 144);
  const Answers<2> answers = ask<2>(with_radii(world, radii));
  EXPECT_EQ(answers.verdicts, singles(world, radii));
  expect_sums(answers);
}

TEST(BatchRadii, EveryTargetAndPartitionAgrees) {
  Backwards backwards;
  Threads threads(3);
  World<3> world = makers3()[10].make(145, 300);
  for (auto& rows : world.rows) rows[3] *= 2;
  world.set_form(Form::floats);
  const std::vector<double> radii = some_radii(world.hulls.size(), 146);
  const std::vector<Verdict> truth = singles(world, radii);
  detail::on_every_target([&] { EXPECT_EQ(ask<3>(with_radii(world, radii)).verdicts, truth); });
  for (const std::int64_t chunk : {1, 17, 299}) {
    for (Executor* executor :
         {static_cast<Executor*>(&backwards), static_cast<Executor*>(&threads)}) {
      BatchOptions options;
      options.chunk = chunk;
      options.executor = executor;
      EXPECT_EQ(ask<3>(with_radii(world, radii), options).verdicts, truth);
    }
  }
}

/// Balls: points with radii of quarters, at whole offsets. |w|^2 against the square of the radii's
/// sum, in whole numbers.
TEST(BatchRadii, BallsOnAGridTouchExactly) {
  World<3> world;
  std::vector<double> radii;
  for (int quarters = 1; quarters <= 12; ++quarters) {
    world.hulls.push_back(Polytope3::from_points({{0, 0, 0}}).value());
    radii.push_back(quarters / 4.0);
  }
  Random random(147);
  for (int i = 0; i < 300; ++i) {
    const auto whole = [&] { return static_cast<double>(below(random, 7)) - 3; };
    world.rows.push_back({1, 0, 0, whole(), 0, 1, 0, whole(), 0, 0, 1, whole()});
  }
  world.add_random_items(random, 3000);
  world.set_form(Form::floats);
  const Answers<3> answers = ask<3>(with_radii(world, radii));
  for (std::size_t i = 0; i < 3000; ++i) {
    long squared = 0;  // in quarters
    for (std::size_t l = 3; l < 12; l += 4) {
      const auto at = [&](const std::vector<std::int32_t>& list) {
        return static_cast<long>(world.rows[static_cast<std::size_t>(list[i])][l]);
      };
      squared += 16 * (at(world.pose_b) - at(world.pose_a)) * (at(world.pose_b) - at(world.pose_a));
    }
    const long sum = world.hull_a[i] + 1 + world.hull_b[i] + 1;
    const Verdict truth = squared > sum * sum    ? Verdict::separated
                          : squared == sum * sum ? Verdict::touching
                                                 : Verdict::overlapping;
    ASSERT_EQ(answers.verdicts[i], truth) << i;
  }
  EXPECT_GT(answers.report.touching, 10);
  EXPECT_GT(answers.report.separated, 300);
  EXPECT_GT(answers.report.overlapping, 300);
}

/// The bodies of an item with their radii.
template <int D>
std::pair<Posed<D>, Posed<D>> padded(const World<D>& world, const std::vector<double>& radii,
                                     std::size_t i) {
  const PosedOf<D> a = world.a(i);
  const PosedOf<D> b = world.b(i);
  return {{a.polytope(), a.pose(), radii[static_cast<std::size_t>(world.hull_a[i])]},
          {b.polytope(), b.pose(), radii[static_cast<std::size_t>(world.hull_b[i])]}};
}

template <int D>
void expect_padded_answers(const World<D>& world, const std::vector<double>& radii) {
  const PairBatch<D> batch = with_radii(world, radii);
  const auto count = static_cast<std::size_t>(world.count());
  std::vector<Interval> intervals(count), limited(count);
  std::vector<Contact<D>> contacts_found(count);
  std::vector<Cast<D>> casts_found(count);
  BatchOutput<D> output;
  output.distances = intervals;
  ASSERT_TRUE(distances(batch, output).has_value());
  output.distances = limited;
  BatchOptions options;
  options.beyond = 0.75;
  ASSERT_TRUE(distances(batch, output, options).has_value());
  ContactOptions<D> each;
  each.near = 0.1;
  ASSERT_TRUE(contacts(batch, contacts_found, {}, {}, each).has_value());
  Vector<D> along{};
  along[0] = 2;
  const std::vector<Motion<D>> motions(world.rows.size(), Motion<D>::linear(along).value());
  ASSERT_TRUE(casts(batch, std::span<const Motion<D>>(motions), casts_found).has_value());
  for (std::size_t i = 0; i < count; ++i) {
    const auto [a, b] = padded(world, radii, i);
    const Distance<D> single = distance(a, b);
    EXPECT_EQ(intervals[i].lower, single.distance.lower) << i;
    EXPECT_EQ(intervals[i].upper, single.distance.upper) << i;
    const bool farther =
        compare_to_margin(a, b, {.distance = 0.75}).value().verdict == Verdict::separated;
    EXPECT_EQ(limited[i].lower, farther ? 0.75 : single.distance.lower) << i;
    EXPECT_EQ(limited[i].upper, farther ? kInfinity : single.distance.upper) << i;
    const Contact<D> touch = contact(a, b, each);
    EXPECT_EQ(contacts_found[i].verdict, touch.verdict) << i;
    EXPECT_EQ(contacts_found[i].depth.upper, touch.depth.upper) << i;
    EXPECT_EQ(contacts_found[i].points.size(), touch.points.size()) << i;
    const Cast<D> moved = cast(a, motions[0], b, motions[0]);
    EXPECT_EQ(casts_found[i].verdict, moved.verdict) << i;
    EXPECT_EQ(casts_found[i].start, moved.start) << i;
  }
}

/// Each verdict is proposed with the line of the centres: right, rough or wrong of the padded bodies.
TEST(BatchRadii, ProposalsAreAboutPaddedBodies) {
  World<3> world = makers3()[10].make(155, 200);
  world.set_form(Form::doubles);
  const std::vector<double> radii = some_radii(world.hulls.size(), 156);
  std::vector<Proposal3> proposals;
  for (std::size_t i = 0; i < 200; ++i) {
    Proposal3 proposal;
    proposal.verdict = i % 4 == 0 ? Verdict::overlapping : Verdict::separated;
    for (int l = 0; l < 3; ++l) {
      proposal.direction[static_cast<std::size_t>(l)] =
          world.b(i).pose().offset(l) - world.a(i).pose().offset(l);
    }
    proposals.push_back(proposal);
  }
  std::vector<Verdict> verdicts(200);
  const BatchReport report =
      prove_batch(with_radii(world, radii), std::span<const Proposal3>(proposals),
                  {.verdicts = verdicts})
          .value();
  for (std::size_t i = 0; i < 200; ++i) {
    const auto [a, b] = padded(world, radii, i);
    EXPECT_EQ(verdicts[i], prove(a, b, proposals[i]).verdict) << i;
  }
  EXPECT_EQ(report.refused, 0);
}

TEST(BatchRadii, EveryQuestionHonoursThem) {
  for (const Maker3& maker : makers3()) {
    SCOPED_TRACE(maker.name);
    World<3> world = maker.make(151, 20);
    for (auto& rows : world.rows) rows[3] *= 2;
    world.set_form(Form::doubles);
    expect_padded_answers<3>(world, some_radii(world.hulls.size(), 152));
  }
  World<2> world = polygons(153, 60);
  world.set_form(Form::floats);
  expect_padded_answers<2>(world, some_radii(world.hulls.size(), 154));
}

/// Balls at whole offsets with radii of quarters, none of which meet. Long doubles compare root(n) - r:
/// their error is far below the least difference of two such numbers that differ.
TEST(BatchRadii, TheClosestBallsAreFoundExactly) {
  Threads threads(3);
  for (std::uint64_t seed = 0; seed < 8; ++seed) {
    World<3> world;
    std::vector<double> radii;
    for (int quarters = 1; quarters <= 8; ++quarters) {
      world.hulls.push_back(Polytope3::from_points({{0, 0, 0}}).value());
      radii.push_back(quarters / 4.0);
    }
    Random random(160 + seed);
    for (int i = 0; i < 400; ++i) {
      const auto whole = [&] { return static_cast<double>(below(random, 9)); };
      const double x = i % 2 == 0 ? 0.0 : 6 + whole();
      world.rows.push_back({1, 0, 0, x, 0, 1, 0, whole(), 0, 0, 1, whole()});
    }
    for (int i = 0; i < 300; ++i) {
      world.add_item(below(random, 8), below(random, 8), 2 * below(random, 200),
                     2 * below(random, 200) + 1);
    }
    world.set_form(Form::doubles);
    const auto gap = [&](std::size_t i) {
      long double squared = 0;
      for (const std::size_t l : {3U, 7U, 11U}) {
        const long double w = world.rows[static_cast<std::size_t>(world.pose_b[i])][l] -
                              world.rows[static_cast<std::size_t>(world.pose_a[i])][l];
        squared += w * w;
      }
      return std::sqrt(squared) - 0.25L * (world.hull_a[i] + world.hull_b[i] + 2);
    };
    std::size_t best = 0;
    for (std::size_t i = 1; i < 300; ++i) {
      if (gap(i) < gap(best) - 1e-12L) best = i;
    }
    ASSERT_GT(gap(best), 0);
    for (Executor* executor : {static_cast<Executor*>(nullptr), static_cast<Executor*>(&threads)}) {
      BatchOptions options;
      options.executor = executor;
      options.chunk = 9;
      const Closest found = closest(with_radii(world, radii), {}, options).value();
      EXPECT_EQ(found.item, static_cast<std::int64_t>(best));
      EXPECT_LE(found.distance.lower, static_cast<double>(gap(best)) + 1e-12);
      EXPECT_GE(found.distance.upper, static_cast<double>(gap(best)) - 1e-12);
    }
  }
}

TEST(BatchRadii, OneRadiusForAllAndConfigurations) {
  World<3> world = makers3().front().make(148, 50);
  world.set_form(Form::doubles);
  const double one = 0.25;
  const std::vector<double> radii(world.hulls.size(), one);
  PairBatch<3> batch = world.batch();
  batch.radii = Column<double>::same(one);
  const std::vector<Verdict> truth = singles(world, radii);
  EXPECT_EQ(ask<3>(batch).verdicts, truth);
  // One configuration in which each item is a pair of bodies of its own.
  std::vector<Polytope3> bodies;
  std::vector<Pose3> poses;
  std::vector<std::int32_t> body_a, body_b;
  for (std::size_t i = 0; i < truth.size(); ++i) {
    for (const Posed3& posed : {world.a(i), world.b(i)}) {
      (bodies.size() % 2 == 0 ? body_a : body_b)
          .push_back(static_cast<std::int32_t>(bodies.size()));
      bodies.push_back(posed.polytope());
      poses.push_back(posed.pose());
    }
  }
  ConfigurationBatch<3> all;
  all.bodies = std::span<const Polytope3>(bodies);
  all.poses = Column<Pose3>(std::span<const Pose3>(poses));
  all.body_a = std::span<const std::int32_t>(body_a);
  all.body_b = std::span<const std::int32_t>(body_b);
  all.pairs = std::ssize(truth);
  all.configurations = 1;
  all.radii = Column<double>::same(one);
  std::vector<Verdict> pairs(truth.size());
  ASSERT_TRUE(intersects(all, {.pair_verdicts = pairs}).has_value());
  EXPECT_EQ(pairs, truth);
}

TEST(BatchRadii, RefusalsAreOfItems) {
  World<3> world = makers3().front().make(149, 60);
  world.set_form(Form::doubles);
  std::vector<double> radii(world.hulls.size(), 0.5);
  const std::vector<Verdict> truth = singles(world, radii);
  radii[0] = -1;
  radii[1] = std::nan("");
  radii[2] = kInfinity;
  radii[3] = -0.0;  // as good as 0
  const auto is_bad = [&](std::size_t i) { return std::min(world.hull_a[i], world.hull_b[i]) < 3; };
  const PairBatch<3> batch = with_radii(world, radii);
  const auto expect = [&](const std::vector<Refusal>& refusals) {
    for (std::size_t i = 0; i < 60; ++i) {
      EXPECT_EQ(refusals[i], is_bad(i) ? Refusal::margin : Refusal::none) << i;
    }
  };
  const Answers<3> answers = ask<3>(batch);
  expect(answers.refusals);
  for (std::size_t i = 0; i < 60; ++i) {
    const bool zero = world.hull_a[i] == 3 || world.hull_b[i] == 3;
    if (!is_bad(i) && !zero) {
      EXPECT_EQ(answers.verdicts[i], truth[i]);
    }
  }
  std::vector<Refusal> refusals(60);
  std::vector<Interval> intervals(60);
  std::vector<Contact3> contacts_found(60);
  std::vector<Cast3> casts_found(60);
  BatchOutput<3> output;
  output.refusals = refusals;
  ASSERT_TRUE(contacts(batch, contacts_found, output).has_value());
  expect(refusals);
  const Motion3 rest;
  ASSERT_TRUE(casts(batch, Column<Motion3>::same(rest), casts_found, output).has_value());
  expect(refusals);
  output.distances = intervals;
  ASSERT_TRUE(distances(batch, output).has_value());
  expect(refusals);
  // Where all are far from each other none is left out of the search for the closest.
  for (auto& rows : world.rows) rows[3] *= 1000;
  world.set_form(Form::doubles);
  for (std::size_t i = 0; i < 60; ++i) {
    if (world.pose_a[i] == world.pose_b[i]) world.pose_b[i] = (world.pose_a[i] + 1) % 5;
  }
  output.distances = {};
  const Closest far = closest(with_radii(world, radii), output).value();
  ASSERT_EQ(far.report.skipped, 0);
  expect(refusals);
}

TEST(BatchRadii, WhatTakesNoneRefusesThem) {
  World<3> world = makers3().front().make(150, 10);
  world.set_form(Form::doubles);
  std::vector<double> radii(world.hulls.size(), 0.5);
  PairBatch<3> batch = with_radii(world, radii);
  BatchOptions options;
  options.certify = true;
  EXPECT_EQ(intersects(batch, {}, options).error().code, ErrorCode::wrong_shape);
  batch.radii.count -= 1;
  EXPECT_EQ(intersects(batch, {}).error().code, ErrorCode::wrong_shape);
}

}  // namespace
}  // namespace sunder::test
