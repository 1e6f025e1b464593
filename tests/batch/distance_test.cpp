// SPDX-License-Identifier: Apache-2.0
//
// Distances of a batch equal those of single queries to the last bit, however it is split, stopped
// and continued. An item that was not examined has the interval [0, infinity].
#include <limits>

#include "batch/executors.hpp"
#include "batch/worlds.hpp"

namespace sunder::test {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr std::array kForms{Form::poses, Form::doubles, Form::floats};

template <int D>
struct Measures {
  std::vector<Verdict> verdicts;
  std::vector<Interval> intervals;
  BatchReport report;

  explicit Measures(std::int64_t count)
      : verdicts(static_cast<std::size_t>(count), Verdict::undecided),
        intervals(static_cast<std::size_t>(count), Interval{-1, -1}) {}
  void ask(const PairBatch<D>& batch, const BatchOptions& options) {
    BatchOutput<D> output;
    output.verdicts = verdicts;
    output.distances = intervals;
    report = distances(batch, output, options).value();
  }
  friend bool same_items(const Measures& a, const Measures& b) {
    const auto same = [](const Interval& x, const Interval& y) {
      return x.lower == y.lower && x.upper == y.upper;
    };
    return a.verdicts == b.verdicts && std::ranges::equal(a.intervals, b.intervals, same);
  }
};

template <int D>
Distance<D> single(const World<D>& world, std::size_t i, double width) {
  MeasureOptions<D> options;
  options.width = width;
  return distance(world.a(i), world.b(i), options);
}

template <int D>
Measures<D> truth_of(const World<D>& world, double width) {
  Measures<D> truth(world.count());
  for (std::size_t i = 0; i < truth.intervals.size(); ++i) {
    const Distance<D> answer = single(world, i, width);
    truth.verdicts[i] = answer.verdict;
    truth.intervals[i].lower = answer.distance.lower;
    truth.intervals[i].upper = answer.distance.upper;
  }
  return truth;
}

template <int D>
void expect_singles(const World<D>& world) {
  for (const double width : {0.0, 1e-3}) {
    BatchOptions options;
    options.width = width;
    Measures<D> found(world.count());
    found.ask(world.batch(), options);
    const Measures<D> truth = truth_of(world, width);
    EXPECT_EQ(found.verdicts, truth.verdicts);
    EXPECT_TRUE(same_items(found, truth));
    EXPECT_EQ(found.report.skipped, 0);
  }
}

TEST(BatchDistance, AgreesWithSingleQueries) {
  for (const Maker3& maker : makers3()) {
    for (const Form form : kForms) {
      SCOPED_TRACE(maker.name);
      World<3> world = maker.make(51, 60);
      world.set_form(form);
      expect_singles(world);
    }
  }
  World<2> plane = polygons(52, 200);
  plane.set_form(Form::floats);
  expect_singles(plane);
}

/// A width that doubles seldom reach: the exact stage must.
TEST(BatchDistance, TheWidthIsTheOneAskedFor) {
  World<3> world = makers3().front().make(53, 300);
  world.set_form(Form::doubles);
  BatchOptions options;
  options.width = 1e-14;
  Measures<3> narrow(world.count());
  narrow.ask(world.batch(), options);
  int apart = 0;
  for (std::size_t i = 0; i < narrow.intervals.size(); ++i) {
    EXPECT_LE(narrow.intervals[i].lower, narrow.intervals[i].upper);
    EXPECT_LE(narrow.intervals[i].upper - narrow.intervals[i].lower,
              1e-14 * narrow.intervals[i].lower);
    EXPECT_EQ(narrow.verdicts[i] == Verdict::separated, narrow.intervals[i].lower > 0);
    apart += narrow.intervals[i].lower > 0 ? 1 : 0;
  }
  EXPECT_GT(apart, 50);
}

TEST(BatchDistance, EveryPartitionAgrees) {
  World<3> world = makers3().front().make(54, 90);
  world.set_form(Form::doubles);
  const Measures<3> truth = truth_of(world, 0);
  Backwards backwards;
  Threads threads(3);
  for (const std::int64_t chunk : {1, 7, 16, 89, 90, 1000}) {
    for (Executor* executor : {static_cast<Executor*>(nullptr), static_cast<Executor*>(&backwards),
                               static_cast<Executor*>(&threads)}) {
      BatchOptions options;
      options.chunk = chunk;
      options.executor = executor;
      Measures<3> found(world.count());
      found.ask(world.batch(), options);
      EXPECT_TRUE(same_items(found, truth)) << chunk;
    }
  }
}

TEST(BatchDistance, WhatWasStoppedIsMarkedAndGoesOn) {
  World<3> world = makers3().front().make(55, 200);
  world.set_form(Form::floats);
  const Measures<3> truth = truth_of(world, 0);
  BatchOptions options;
  options.stop = BatchStop::first;
  options.chunk = 16;
  Measures<3> found(world.count());
  found.ask(world.batch(), options);
  const auto next = static_cast<std::size_t>(found.report.next);
  ASSERT_LT(next, truth.intervals.size());
  for (std::size_t i = 0; i < truth.intervals.size(); ++i) {
    EXPECT_EQ(found.intervals[i].lower, i < next ? truth.intervals[i].lower : 0) << i;
    EXPECT_EQ(found.intervals[i].upper, i < next ? truth.intervals[i].upper : kInfinity) << i;
    EXPECT_EQ(found.verdicts[i] == Verdict::not_examined, i >= next) << i;
  }
  options.stop = BatchStop::never;
  options.begin = found.report.next;
  found.ask(world.batch(), options);
  EXPECT_TRUE(same_items(found, truth));
  const std::atomic<bool> cancel = true;
  options.begin = 0;
  options.cancel = &cancel;
  found.ask(world.batch(), options);
  EXPECT_TRUE(found.report.cancelled);
  for (const Interval& none : found.intervals) EXPECT_EQ(none.upper, kInfinity);
}

TEST(BatchDistance, RefusedItemsAreUnknown) {
  World<3> world = makers3().front().make(56, 40);
  world.set_form(Form::doubles);
  world.hull_a[3] = -1;
  world.rows[static_cast<std::size_t>(world.pose_b[20])][5] = kInfinity;
  Measures<3> found(world.count());
  found.ask(world.batch(), {});
  EXPECT_GE(found.report.refused, 2);
  for (const std::size_t i : {3U, 20U}) {
    EXPECT_EQ(found.verdicts[i], Verdict::undecided);
    EXPECT_EQ(found.intervals[i].lower, 0);
    EXPECT_EQ(found.intervals[i].upper, kInfinity);
  }
}

/// Hints contain a certificate of each verdict, for all certified answers.
TEST(BatchDistance, HintsProveTheVerdicts) {
  World<3> world = makers3().front().make(57, 120);
  world.set_form(Form::doubles);
  const auto count = static_cast<std::size_t>(world.count());
  std::vector<Interval> intervals(count);
  std::vector<Hint3> hints(count);
  BatchOutput<3> output;
  output.distances = intervals;
  output.hints = hints;
  BatchOptions options;
  options.certify = true;
  ASSERT_TRUE(distances(world.batch(), output, options));
  for (std::size_t i = 0; i < count; ++i) {
    const Decision proven = prove(world.a(i), world.b(i), hints[i]);
    EXPECT_EQ(proven.verdict, world.single(static_cast<std::int64_t>(i))) << i;
    EXPECT_EQ(intervals[i].upper > 0, proven.verdict == Verdict::separated) << i;
  }
}

TEST(BatchDistance, ShapesAndWidthsAreChecked) {
  World<3> world = makers3().front().make(58, 10);
  world.set_form(Form::doubles);
  std::vector<Interval> short_one(9);
  BatchOutput<3> output;
  output.distances = short_one;
  EXPECT_EQ(distances(world.batch(), output).error().code, ErrorCode::wrong_shape);
  for (const double width : {-1.0, -0.0, kInfinity, std::nan("")}) {
    BatchOptions options;
    options.width = width;
    const auto report = intersects(world.batch(), BatchOutput<3>(), options);
    EXPECT_EQ(report.has_value(), std::signbit(width) && width == 0) << width;
  }
}

}  // namespace
}  // namespace sunder::test
