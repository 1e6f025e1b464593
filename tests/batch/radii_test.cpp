// SPDX-License-Identifier: Apache-2.0
//
// Radii of bodies: balls on a grid against whole numbers, other bodies against the exact margin
// verdict of a single query.
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
  const Proposal3 proposal;
  EXPECT_EQ(prove_batch(batch, Column<Proposal3>::same(proposal), {}).error().code,
            ErrorCode::wrong_shape);
  BatchOptions options;
  options.certify = true;
  EXPECT_EQ(intersects(batch, {}, options).error().code, ErrorCode::wrong_shape);
  batch.radii.count -= 1;
  EXPECT_EQ(intersects(batch, {}).error().code, ErrorCode::wrong_shape);
}

}  // namespace
}  // namespace sunder::test
