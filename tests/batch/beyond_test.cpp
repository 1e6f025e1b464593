// SPDX-License-Identifier: Apache-2.0
//
// Tests a search that ends at a distance: no item that is nearer is lost, and none that is farther,
// to the last bit, is measured. The oracle is the exact margin verdict of a single query.
#include <limits>

#include "batch/executors.hpp"
#include "batch/worlds.hpp"
#include "lanes/every_target.hpp"
#include "sunder/margin.hpp"

namespace sunder::test {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

template <int D>
struct Measured {
  std::vector<Verdict> verdicts;
  std::vector<Interval> distances;
  BatchReport report;
};

template <int D>
Measured<D> measure(const World<D>& world, const BatchOptions& options,
                    std::span<Hint<D>> hints = {}) {
  const auto count = static_cast<std::size_t>(world.count());
  Measured<D> found{std::vector<Verdict>(count), std::vector<Interval>(count), {}};
  BatchOutput<D> output;
  output.verdicts = found.verdicts;
  output.distances = found.distances;
  output.hints = hints;
  found.report = distances(world.batch(), output, options).value();
  return found;
}

template <int D>
bool is_farther(const World<D>& world, std::size_t i, double beyond) {
  return compare_to_margin(world.a(i), world.b(i), {.distance = beyond}).value().verdict ==
         Verdict::separated;
}

/// Returns how many items are farther than the limit.
template <int D>
int expect_answers(const World<D>& world, double beyond, const Measured<D>& found) {
  int farther = 0;
  for (std::size_t i = 0; i < found.distances.size(); ++i) {
    const Distance<D> full = distance(world.a(i), world.b(i));
    EXPECT_EQ(found.verdicts[i], full.verdict) << i;
    if (beyond < kInfinity && is_farther(world, i, beyond)) {
      ++farther;
      EXPECT_EQ(found.distances[i].lower, beyond) << i;
      EXPECT_EQ(found.distances[i].upper, kInfinity) << i;
    } else {
      EXPECT_EQ(found.distances[i].lower, full.distance.lower) << i;
      EXPECT_EQ(found.distances[i].upper, full.distance.upper) << i;
    }
  }
  EXPECT_EQ(found.report.separated + found.report.touching + found.report.overlapping,
            world.count());
  return farther;
}

/// Limits that are the upper or lower end of some item's interval are the hardest.
template <int D>
std::vector<double> limits_of(const World<D>& world) {
  std::vector<double> limits{0, 0.5, 1, 3, kInfinity};
  for (std::size_t i = 0; i < static_cast<std::size_t>(world.count()); i += 7) {
    const Distance<D> single = distance(world.a(i), world.b(i));
    if (single.verdict != Verdict::separated || !(single.distance.upper < 1e300)) continue;
    limits.push_back(i % 2 == 0 ? single.distance.lower : single.distance.upper);
  }
  return limits;
}

TEST(BatchBeyond, SpaceLosesNothingThatIsNearer) {
  int farther = 0;
  for (const Maker3& maker : makers3()) {
    for (const Form form : {Form::poses, Form::doubles, Form::floats}) {
      SCOPED_TRACE(maker.name);
      World<3> world = maker.make(101, 40);
      for (auto& rows : world.rows) rows[3] *= 3;
      world.set_form(form);
      for (const double beyond : limits_of(world)) {
        BatchOptions options;
        options.beyond = beyond;
        farther += expect_answers(world, beyond, measure(world, options));
      }
    }
  }
  EXPECT_GT(farther, 1000);
}

TEST(BatchBeyond, EveryTargetAndPartitionAgrees) {
  Backwards backwards;
  Threads threads(3);
  for (const std::size_t kind : {std::size_t{0}, std::size_t{10}}) {
    World<3> world = makers3()[kind].make(102, 150);
    for (auto& rows : world.rows) rows[3] *= 4;
    world.set_form(Form::doubles);
    BatchOptions options;
    options.beyond = 1.5;
    detail::on_every_target(
        [&] { expect_answers(world, options.beyond, measure(world, options)); });
    for (const std::int64_t chunk : {1, 7, 64, 1000}) {
      for (Executor* executor :
           {static_cast<Executor*>(nullptr), static_cast<Executor*>(&backwards),
            static_cast<Executor*>(&threads)}) {
        options.chunk = chunk;
        options.executor = executor;
        expect_answers(world, options.beyond, measure(world, options));
      }
    }
  }
}

/// A hint may change the last places of an interval, and nothing else.
TEST(BatchBeyond, HintsKeepTheLimit) {
  World<3> world = makers3()[10].make(106, 150);
  for (auto& rows : world.rows) rows[3] *= 4;
  world.set_form(Form::doubles);
  BatchOptions options;
  options.beyond = 1.5;
  std::vector<Hint3> hints(static_cast<std::size_t>(world.count()));
  for (int round = 0; round < 2; ++round) {
    const Measured<3> found = measure<3>(world, options, hints);
    for (std::size_t i = 0; i < hints.size(); ++i) {
      const Interval full = distance(world.a(i), world.b(i)).distance;
      const bool farther = is_farther(world, i, options.beyond);
      EXPECT_EQ(found.distances[i].upper == kInfinity, farther) << i;
      EXPECT_LE(found.distances[i].lower, full.upper) << i;
      EXPECT_GE(found.distances[i].upper, full.lower) << i;
    }
  }
}

TEST(BatchBeyond, PlaneLosesNothingThatIsNearer) {
  World<2> world = polygons(103, 200);
  for (auto& rows : world.rows) rows[2] *= 3;
  world.set_form(Form::floats);
  int farther = 0;
  for (const double beyond : limits_of(world)) {
    BatchOptions options;
    options.beyond = beyond;
    farther += expect_answers(world, beyond, measure(world, options));
  }
  EXPECT_GT(farther, 100);
}

/// Boxes on a grid at a distance of exactly 3: beyond 3 nothing changes, beyond the double below it
/// no item is found.
TEST(BatchBeyond, TheLimitItselfIsWithin) {
  World<3> world;
  world.hulls.push_back(Polytope3::box({1, 1, 1}));
  world.rows.push_back({1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0});
  for (int i = 0; i < 20; ++i) {
    world.rows.push_back({1, 0, 0, 5.0 + i % 3, 0, 1, 0, 0, 0, 0, 1, 0});
    world.add_item(0, 0, 0, i + 1);
  }
  for (const bool boxes : {true, false}) {
    if (!boxes)
      world.hulls.front() = Polytope3::from_points({{-1, -1, -1},
                                                    {1, -1, -1},
                                                    {-1, 1, -1},
                                                    {1, 1, -1},
                                                    {-1, -1, 1},
                                                    {1, -1, 1},
                                                    {-1, 1, 1},
                                                    {1, 1, 1}})
                                .value();
    world.set_form(Form::doubles);
    BatchOptions options;
    options.beyond = 3;
    expect_answers(world, 3, measure(world, options));
    EXPECT_EQ(closest(world.batch(), {}, options).value().item, 0);
    options.beyond = std::nextafter(3.0, 0.0);
    expect_answers(world, options.beyond, measure(world, options));
    const Closest none = closest(world.batch(), {}, options).value();
    EXPECT_EQ(none.item, -1);
    EXPECT_EQ(none.verdict, Verdict::not_examined);
    EXPECT_EQ(none.report.separated, 20);
  }
}

TEST(BatchBeyond, ClosestIsThatOfAllOrNone) {
  Threads threads(3);
  for (const Maker3& maker : makers3()) {
    SCOPED_TRACE(maker.name);
    World<3> world = maker.make(104, 50);
    for (auto& rows : world.rows) rows[3] *= 8;
    world.set_form(Form::doubles);
    const Closest all = closest(world.batch()).value();
    for (const double beyond : limits_of(world)) {
      BatchOptions options;
      options.beyond = beyond;
      const auto i = static_cast<std::size_t>(all.item);
      const bool within = beyond == kInfinity || !is_farther(world, i, beyond);
      for (Executor* executor :
           {static_cast<Executor*>(nullptr), static_cast<Executor*>(&threads)}) {
        options.executor = executor;
        options.chunk = executor == nullptr ? 0 : 5;
        const Closest found = closest(world.batch(), {}, options).value();
        EXPECT_EQ(found.item, within ? all.item : -1) << beyond;
        if (!within) continue;
        EXPECT_EQ(found.distance.lower, all.distance.lower);
        EXPECT_EQ(found.distance.upper, all.distance.upper);
        EXPECT_EQ(found.verdict, all.verdict);
      }
    }
  }
}

TEST(BatchBeyond, NoNumberIsNoLimit) {
  World<3> world = makers3().front().make(105, 3);
  world.set_form(Form::doubles);
  for (const double beyond : {-1.0, std::nan(""), -kInfinity}) {
    BatchOptions options;
    options.beyond = beyond;
    EXPECT_EQ(closest(world.batch(), {}, options).error().code, ErrorCode::wrong_shape);
  }
}

}  // namespace
}  // namespace sunder::test
