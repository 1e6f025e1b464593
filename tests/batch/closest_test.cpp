// SPDX-License-Identifier: Apache-2.0
//
// The closest item of a batch: by integers for boxes on a grid, where ties are exact and frequent,
// and by single queries elsewhere. It does not depend on the order of work.
#include <algorithm>
#include <cfenv>
#include <limits>

#include "batch/executors.hpp"
#include "batch/worlds.hpp"
#include "lanes/every_target.hpp"
#include "oracle/host_state.hpp"

namespace sunder::test {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

/// Boxes of integer half extents at integer positions, at most `reach` apart.
struct Grid {
  World<3> world;
  std::vector<std::array<int, 3>> half, at;

  Grid(std::uint64_t seed, int items, int reach) {
    Random random(seed);
    for (int i = 0; i < 6; ++i) {
      std::array<int, 3> h{};
      for (int& entry : h) entry = 1 + static_cast<int>(random.bits() % 3);
      half.push_back(h);
      world.hulls.push_back(Polytope3::box({double(h[0]), double(h[1]), double(h[2])}));
    }
    for (int i = 0; i < 200; ++i) {
      std::array<int, 3> t{};
      for (int& entry : t) entry = static_cast<int>(random.bits() % static_cast<unsigned>(reach));
      at.push_back(t);
      world.rows.push_back({1, 0, 0, double(t[0]), 0, 1, 0, double(t[1]), 0, 0, 1, double(t[2])});
    }
    world.add_random_items(random, items);
    world.set_form(Form::floats);
  }

  std::int64_t squared_distance(std::size_t i) const {
    std::int64_t squared = 0;
    for (std::size_t k = 0; k < 3; ++k) {
      const auto entry = [k](const auto& table, std::int32_t index) {
        return table[static_cast<std::size_t>(index)][k];
      };
      const int gap = std::abs(entry(at, world.pose_b[i]) - entry(at, world.pose_a[i])) -
                      entry(half, world.hull_a[i]) - entry(half, world.hull_b[i]);
      squared += gap > 0 ? std::int64_t{gap} * gap : 0;
    }
    return squared;
  }

  std::int64_t closest_item() const {
    std::int64_t best = 0;
    for (std::int64_t i = 1; i < world.count(); ++i) {
      const auto squared = [this](std::int64_t item) {
        return squared_distance(static_cast<std::size_t>(item));
      };
      if (squared(i) < squared(best)) best = i;
    }
    return best;
  }
};

template <int D>
void expect_sums(const Closest& found, std::int64_t items) {
  const BatchReport& report = found.report;
  EXPECT_EQ(
      report.separated + report.touching + report.overlapping + report.refused + report.skipped,
      items);
}

/// The result of distance() for the item.
template <int D>
void expect_measured(const World<D>& world, const Closest& found, double width) {
  const auto i = static_cast<std::size_t>(found.item);
  MeasureOptions<D> options;
  options.width = width;
  const Distance<D> single = distance(world.a(i), world.b(i), options);
  EXPECT_EQ(found.verdict, single.verdict);
  EXPECT_EQ(found.distance.lower, single.distance.lower);
  EXPECT_EQ(found.distance.upper, single.distance.upper);
}

/// Every order of work, on every instruction set if `every_target`.
template <int D, class Expect>
void ask_in_every_way(const World<D>& world, const Expect& expect) {
  Backwards backwards;
  Threads two(2);
  Threads eight(8);
  const std::array<Executor*, 4> executors{nullptr, &backwards, &two, &eight};
  for (const std::int64_t chunk : {0, 1, 7, 64, 300}) {
    for (Executor* executor : executors) {
      BatchOptions options;
      options.chunk = chunk;
      options.executor = executor;
      const Closest found = closest(world.batch(), {}, options).value();
      expect(found);
      expect_sums<D>(found, world.count());
    }
  }
}

TEST(BatchClosest, TiesGoToTheLowest) {
  for (std::uint64_t seed = 1; seed < 6; ++seed) {
    const Grid apart(seed, 150, 40);
    ask_in_every_way(apart.world, [&](const Closest& found) {
      EXPECT_EQ(found.item, apart.closest_item()) << seed;
      expect_measured(apart.world, found, 0);
    });
  }
}

/// Nothing meets, and many items have the least distance.
TEST(BatchClosest, ManyTiesAreExact) {
  Grid grid(11, 400, 30);
  World<3>& world = grid.world;
  for (std::size_t i = 0; i < world.hull_a.size(); ++i) {
    if (grid.squared_distance(i) >= 9) continue;
    world.hull_a[i] = world.hull_b[i] = 0;
    world.pose_a[i] = 0;
    world.pose_b[i] = 1;
  }
  grid.at[1] = {grid.at[0][0] + 2 * grid.half[0][0] + 3, grid.at[0][1], grid.at[0][2]};
  for (std::size_t k = 0; k < 3; ++k) world.rows[1][4 * k + 3] = grid.at[1][k];
  world.set_form(Form::doubles);
  int ties = 0;
  const std::int64_t best = grid.closest_item();
  const std::int64_t least = grid.squared_distance(static_cast<std::size_t>(best));
  for (std::size_t i = 0; i < 400; ++i) ties += grid.squared_distance(i) == least ? 1 : 0;
  EXPECT_GT(least, 0);
  EXPECT_GT(ties, 3);
  ask_in_every_way(world, [&](const Closest& found) {
    EXPECT_EQ(found.item, best);
    EXPECT_EQ(found.verdict, Verdict::separated);
  });
}

/// No item is closer than the reported one, as far as single queries can decide, and no earlier
/// item is as close.
template <int D>
void expect_closest(const World<D>& world, const Closest& found) {
  ASSERT_GE(found.item, 0);
  for (std::size_t i = 0; i < static_cast<std::size_t>(world.count()); ++i) {
    const Distance<D> other = distance(world.a(i), world.b(i));
    EXPECT_GE(other.distance.upper, found.distance.lower) << i << " is closer than " << found.item;
    if (static_cast<std::int64_t>(i) >= found.item) continue;
    EXPECT_FALSE(other.distance.upper == 0) << i << " meets before " << found.item;
  }
}

TEST(BatchClosest, AgreesWithSingleQueries) {
  for (const Maker3& maker : makers3()) {
    for (const double spread : {1.0, 6.0}) {
      SCOPED_TRACE(maker.name);
      World<3> world = maker.make(61, 60);
      for (auto& rows : world.rows) {
        for (const std::size_t k : {3U, 7U, 11U}) rows[k] *= spread;
      }
      world.set_form(Form::doubles);
      const Closest whole = closest(world.batch()).value();
      expect_closest(world, whole);
      expect_measured(world, whole, 0);
      ask_in_every_way(world, [&](const Closest& found) {
        EXPECT_EQ(found.item, whole.item);
        EXPECT_EQ(found.distance.upper, whole.distance.upper);
      });
      detail::on_every_target([&] { EXPECT_EQ(closest(world.batch()).value().item, whole.item); });
    }
  }
  World<2> plane = polygons(62, 300);
  plane.set_form(Form::floats);
  const Closest found = closest(plane.batch()).value();
  expect_closest(plane, found);
  ask_in_every_way(plane, [&](const Closest& other) { EXPECT_EQ(other.item, found.item); });
}

/// Neighbours in the last place, for which an interval does not decide which is closer.
TEST(BatchClosest, TellsOneUlpApart) {
  World<3> world;
  world.hulls.push_back(Polytope3::box({1, 1, 1}));
  world.hulls.push_back(Polytope3::cross(3));
  const double far = 5;
  double x = far;
  for (int i = 0; i < 5; ++i) x = std::nextafter(x, 0);
  for (int i = 0; i < 10; ++i, x = std::nextafter(x, 9)) {
    world.rows.push_back({1, 0, 0, x, 0, 1, 0, 0, 0, 0, 1, 0});
  }
  world.rows.push_back({1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0});
  for (const std::int32_t at : {7, 4, 9, 3, 5, 3, 8, 6}) world.add_item(0, 1, 10, at);
  world.set_form(Form::doubles);
  ask_in_every_way(world, [&](const Closest& found) { EXPECT_EQ(found.item, 3); });
}

TEST(BatchClosest, WhatIsFarIsPruned) {
  World<3> world = makers3()[10].make(63, 3000);
  for (auto& rows : world.rows) rows[3] *= 400;
  world.set_form(Form::doubles);
  const Closest found = closest(world.batch()).value();
  EXPECT_GT(found.report.pruned + found.report.skipped, 2500);
  expect_sums<3>(found, world.count());
  expect_measured(world, found, 0);
  BatchOptions options;
  options.width = 0.01;
  const Closest wide = closest(world.batch(), {}, options).value();
  EXPECT_EQ(wide.item, found.item);
  expect_measured(world, wide, 0.01);
}

/// The next call continues an interrupted answer.
TEST(BatchClosest, GoesOnWhereItEnded) {
  const Grid grid(64, 600, 60);
  const World<3>& world = grid.world;
  const std::int64_t truth = grid.closest_item();
  for (const std::int64_t enough : {50, 200, 400}) {
    std::atomic<bool> cancel = false;
    BatchOptions options;
    options.chunk = 10;
    options.cancel = &cancel;
    options.progress = [&](std::int64_t settled, std::int64_t) { cancel = settled >= enough; };
    const Closest cut = closest(world.batch(), {}, options).value();
    ASSERT_TRUE(cut.report.cancelled || cut.verdict != Verdict::separated);
    options.cancel = nullptr;
    options.progress = {};
    options.begin = cut.report.next;
    EXPECT_EQ(closest(world.batch(), {}, options, cut).value().item, truth);
  }
  Closest wrong;
  wrong.item = 600;
  EXPECT_EQ(closest(world.batch(), {}, {}, wrong).error().code, ErrorCode::wrong_shape);
}

TEST(BatchClosest, RefusedAndEmptyOnesAreNotClosest) {
  World<3> world = makers3().front().make(65, 30);
  world.hulls.emplace_back();
  const auto empty = static_cast<std::int32_t>(world.hulls.size()) - 1;
  for (std::size_t i = 0; i < 30; ++i) world.hull_a[i] = empty;
  world.rows[0][3] = kInfinity;
  for (std::size_t i = 0; i < 30; ++i) {
    if (world.pose_a[i] == 0) world.pose_a[i] = 1;
    if (world.pose_b[i] == 0) world.pose_b[i] = 2;
  }
  world.pose_b[2] = 0;
  world.hull_b[0] = -1;
  world.form = Form::doubles;
  std::vector<Refusal> refusals(30, Refusal::pose_a);
  BatchOutput<3> output;
  output.refusals = refusals;
  const Closest none = closest(world.batch(), output).value();
  EXPECT_EQ(none.item, 1);
  EXPECT_EQ(none.verdict, Verdict::separated);
  EXPECT_EQ(none.distance.upper, kInfinity);
  EXPECT_EQ(none.report.refused, 2);
  EXPECT_EQ(refusals[0], Refusal::body_b);
  EXPECT_EQ(refusals[1], Refusal::none);
  EXPECT_EQ(refusals[2], Refusal::matrix_b);
  world.hull_a[17] = 0;
  EXPECT_EQ(closest(world.batch()).value().item, 17);
}

TEST(BatchClosest, NothingIsTheClosestOfNothing) {
  World<3> world = makers3().front().make(66, 5);
  world.set_form(Form::doubles);
  PairBatch<3> batch = world.batch();
  batch.count = 0;
  const Closest found = closest(batch).value();
  EXPECT_EQ(found.item, -1);
  EXPECT_EQ(found.verdict, Verdict::not_examined);
  std::vector<Verdict> verdicts(5);
  BatchOutput<3> output;
  output.verdicts = verdicts;
  EXPECT_EQ(closest(world.batch(), output).error().code, ErrorCode::wrong_shape);
}

TEST(BatchClosest, NoAnswerDependsOnTheHost) {
  const Grid grid(67, 200, 40);
  for (const int rounding : {FE_DOWNWARD, FE_UPWARD, FE_TOWARDZERO}) {
    Closest found;
    {
      const oracle::HostState host(rounding, true);
      found = closest(grid.world.batch()).value();
    }
    EXPECT_EQ(found.item, grid.closest_item()) << rounding;
  }
}

}  // namespace
}  // namespace sunder::test
