// SPDX-License-Identifier: Apache-2.0
//
// One pair of hulls at many poses, in lanes. The answers equal those of single queries, for every
// kind of pose, on every instruction set, in any split. Lanes settle most of the items.
#include "batch/pose_runs.hpp"

#include <algorithm>

#include "batch/executors.hpp"
#include "batch/worlds.hpp"
#include "lanes/every_target.hpp"

namespace sunder::test {
namespace {

using detail::batch::kBlock;
using detail::batch::kOpen;
constexpr std::array kForms{Form::poses, Form::doubles, Form::floats};

Polytope3 cloud(Random& random, int count, const Vector3& axes) {
  std::vector<Vector3> points;
  while (static_cast<int>(points.size()) < count) {
    Vector3 point{};
    double squared = 0;
    for (double& entry : point) {
      entry = between(random, -1, 1);
      squared += entry * entry;
    }
    if (squared > 1 || squared < 0.01) continue;
    for (std::size_t k = 0; k < 3; ++k) point[k] *= axes[k] / std::sqrt(squared);
    points.push_back(point);
  }
  return Polytope3::from_points(points).value();
}

/// Hulls 0 and 1, with two poses for each item.
World<3> links(std::uint64_t seed, int items, int vertices, double reach,
               const Vector3& axes = {1, 0.6, 0.4}) {
  World<3> world;
  Random random(seed);
  for (int i = 0; i < 2; ++i) world.hulls.push_back(cloud(random, vertices, axes));
  for (std::int32_t i = 0; i < items; ++i) {
    for (int k = 0; k < 2; ++k) world.rows.push_back(rotation(random, reach));
    world.add_item(0, 1, 2 * i, 2 * i + 1);
  }
  return world;
}

std::int64_t count_open(const World<3>& world) {
  const PairBatch<3> batch = world.batch();
  const detail::batch::HullRecords records(batch);
  std::int64_t open = 0;
  for (std::int64_t first = 0; first < batch.count; first += kBlock) {
    const std::int64_t left = batch.count - first;
    const auto count = static_cast<std::int32_t>(std::min<std::int64_t>(kBlock, left));
    detail::batch::LaneAnswers answers;
    detail::batch::settle_in_lanes(batch, records, first, count, nullptr, answers);
    open += answers.counts[kOpen];
  }
  return open;
}

TEST(PoseRuns, LanesSettleMost) {
  for (const int vertices : {4, 7, 16, 33, 64}) {
    World<3> world = links(1, 500, vertices, 0.9);
    for (const Form form : kForms) {
      world.set_form(form);
      const std::vector<Verdict> truth = world.singles();
      detail::on_every_target([&] {
        EXPECT_LT(count_open(world), 15) << vertices;
        const Answers<3> answers = ask<3>(world.batch());
        EXPECT_EQ(answers.verdicts, truth) << vertices;
        EXPECT_GT(answers.report.separated, 50);
        EXPECT_GT(answers.report.overlapping, vertices < 16 ? 5 : 50);
        expect_sums(answers);
      });
    }
  }
}

/// Every pair of the hulls of each world at all of its poses: sheared, scaled, far away, touching.
TEST(PoseRuns, EveryKindOfPoseAgreesWithSingleQueries) {
  for (const Maker3& maker : makers3()) {
    World<3> world = maker.make(2, 60);
    Random random(3);
    world.hulls = {cloud(random, 12, {1, 1, 1}), cloud(random, 30, {1, 0.01, 0.5}),
                   Polytope3::from_points(
                       {{1, 0, 0}, {-1, 0, 0}, {0, 1, 0}, {0, -1, 0}, {0, 0, 1}, {0, 0, -1}})
                       .value(),
                   Polytope3::box({1, 0.5, 0.25})};
    for (std::int32_t pair = 0; pair < 15; ++pair) {
      std::fill(world.hull_a.begin(), world.hull_a.end(), pair / 4);
      std::fill(world.hull_b.begin(), world.hull_b.end(), pair % 4);
      world.set_form(kForms.at(static_cast<std::size_t>(pair) % 3));
      EXPECT_EQ(ask<3>(world.batch()).verdicts, world.singles()) << maker.name << " " << pair;
    }
  }
}

/// Bodies that are separated, or overlap, by shares of their size that decrease to nothing.
TEST(PoseRuns, CloserThanFloatsCanTell) {
  World<3> world = links(4, 200, 24, 1.5);
  world.set_form(Form::doubles);
  for (std::size_t i = 0; i < 200; ++i) {
    const Distance3 apart = distance(world.a(i), world.b(i));
    if (!apart.witness.has_value() || apart.verdict != Verdict::separated) continue;
    const double left = std::ldexp(i % 2 == 0 ? 1 : -1, -static_cast<int>(i % 50));
    for (std::size_t k = 0; k < 3; ++k) {
      world.rows[2 * i + 1][4 * k + 3] -= (apart.distance.lower - left) * apart.witness->normal[k];
    }
  }
  for (const Form form : kForms) {
    world.set_form(form);
    const std::vector<Verdict> truth = world.singles();
    detail::on_every_target([&] { EXPECT_EQ(ask<3>(world.batch()).verdicts, truth); });
  }
}

TEST(PoseRuns, ThinBodiesAndSizesAtTheEndsOfFloats) {
  for (const double size : {1e-12, 1e-7, 1e-5, 1.0, 1e5, 1e7, 1e30}) {
    for (const double thin : {1.0, 1e-3, 1e-6}) {
      World<3> world = links(5, 64, 14, 0.8, {1, thin, 0.5});
      for (auto& rows : world.rows) {
        for (double& entry : rows) entry *= size;
      }
      world.set_form(Form::doubles);
      EXPECT_EQ(ask<3>(world.batch()).verdicts, world.singles()) << size << " " << thin;
      // Scales the hull by this size instead of the pose.
      std::vector<Vector3> points;
      for (std::int32_t i = 0; i < world.hulls[0].vertex_count(); ++i) {
        Vector3 point = world.hulls[0].vertex(i);
        for (double& entry : point) entry *= size;
        points.push_back(point);
      }
      world.hulls[0] = Polytope3::from_points(points).value();
      EXPECT_EQ(ask<3>(world.batch()).verdicts, world.singles()) << size << " " << thin;
    }
  }
}

TEST(PoseRuns, OtherBodiesAmongThem) {
  Random random(6);
  World<3> world = links(7, 400, 12, 0.8);
  world.hulls.push_back(Polytope3::from_points({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}).value());
  world.hulls.push_back(Polytope3());
  world.hulls.push_back(cloud(random, 65, {1, 1, 1}));
  world.hulls.push_back(Polytope3::box({0.5, 0.5, 0.5}));
  for (std::size_t i = 0; i < 400; ++i) {
    world.hull_a[i] = static_cast<std::int32_t>(i / 37 % 6);  // windows of one kind, and mixed ones
    world.hull_b[i] = static_cast<std::int32_t>(i / 80);
  }
  for (const Form form : kForms) {
    world.set_form(form);
    EXPECT_EQ(ask<3>(world.batch()).verdicts, world.singles());
  }
}

TEST(PoseRuns, RefusalsAreTheItemsOwn) {
  World<3> world = links(8, 300, 12, 0.8);
  world.set_form(Form::doubles);
  const std::vector<Verdict> truth = world.singles();
  world.pose_a[17] = -1;
  world.pose_b[31] = 1 << 30;
  world.rows[2 * 40][5] = std::numeric_limits<double>::quiet_NaN();
  world.rows[2 * 41 + 1][0] = std::numeric_limits<double>::infinity();
  const Answers<3> answers = ask<3>(world.batch());
  EXPECT_EQ(answers.report.refused, 4);
  EXPECT_EQ(answers.refusals[17], Refusal::pose_a);
  EXPECT_EQ(answers.refusals[31], Refusal::pose_b);
  EXPECT_EQ(answers.refusals[40], Refusal::matrix_a);
  EXPECT_EQ(answers.refusals[41], Refusal::matrix_b);
  for (std::size_t i = 0; i < 300; ++i) {
    if (answers.refusals[i] != Refusal::none) continue;
    EXPECT_EQ(answers.verdicts[i], truth[i]) << i;
  }
}

/// A hull index out of range refuses every item.
TEST(PoseRuns, OneHullThatIsNone) {
  const World<3> world = links(9, 50, 12, 0.8);
  PairBatch<3> batch = world.batch();
  const std::int32_t none = 7;
  batch.body_b = Indices::same(none);
  EXPECT_EQ(ask<3>(batch).report.refused, 50);
}

/// Compares stages too, for lists with one entry an item and with one for all.
TEST(PoseRuns, EveryPartitionAgrees) {
  Threads threads(3);
  World<3> world = links(10, 700, 20, 0.9);
  for (std::size_t i = 333; i < 500; ++i) std::swap(world.hull_a[i], world.hull_b[i]);
  for (const Form form : kForms) {
    world.set_form(form);
    const Answers<3> whole = ask<3>(world.batch());
    EXPECT_EQ(whole.verdicts, world.singles());
    for (const std::int64_t chunk : {1, 5, 16, 100, 299}) {
      BatchOptions options;
      options.chunk = chunk;
      options.executor = chunk % 2 == 0 ? &threads : nullptr;
      EXPECT_TRUE(same_items(ask<3>(world.batch(), options), whole)) << chunk;
    }
    const World<3> one = [&] {
      World<3> same = world;
      std::fill(same.hull_a.begin(), same.hull_a.end(), 0);
      std::fill(same.hull_b.begin(), same.hull_b.end(), 1);
      return same;
    }();
    PairBatch<3> batch = one.batch();
    const Answers<3> listed = ask<3>(batch);
    const std::int32_t first = 0;
    const std::int32_t second = 1;
    batch.body_a = Indices::same(first);
    batch.body_b = Indices::same(second);
    EXPECT_TRUE(same_items(ask<3>(batch), listed));
  }
}

TEST(PoseRuns, NoHostMatters) {
  World<3> world = links(11, 300, 18, 0.9);
  for (const Form form : {Form::doubles, Form::floats}) {
    world.set_form(form);
    expect_no_host_matters(world);
  }
}

}  // namespace
}  // namespace sunder::test
