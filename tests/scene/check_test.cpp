// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>
#include <map>

#include "batch/executors.hpp"
#include "geometry/float_environment.hpp"
#include "scene/random_scene.hpp"
#include "suite/effort.hpp"
#include "sunder/margin.hpp"
#include "sunder/scene.hpp"

namespace sunder {
namespace {

using Key = std::pair<std::int32_t, std::int32_t>;

std::map<Key, Proximity> found_pairs(const SceneReport& report) {
  std::map<Key, Proximity> pairs;
  for (const PairReport& pair : report.pairs) {
    if (pair.proximity != Proximity::clear) pairs[{pair.a, pair.b}] = pair.proximity;
  }
  return pairs;
}

void expect_accounted(const SceneReport& report) {
  EXPECT_EQ(report.pairs_total, report.pruned + report.examined + report.not_examined);
  EXPECT_EQ(report.examined, report.overlapping + report.touching + report.near + report.clear);
}

Scene two_boxes(double gap) {
  Scene scene;
  scene.add({"left", Polytope3::box({1, 1, 1})});
  scene.add({"right", Polytope3::box({1, 1, 1}), Pose3::translation({2 + gap, 0, 0}).value()});
  return scene;
}

TEST(Check, PruningChangesNothingInAnyMode) {
  struct Setting {
    double size, centre, spread, clearance;
  };
  const Setting settings[] = {{1, 0, 4, 0},          {1, 0, 4, 0.25},       {1, 1e9, 4, 0.5},
                              {1e-6, 1e9, 4e-6, 0},  {1e-6, 0, 1e-5, 1e-7}, {1e9, 0, 4e9, 1},
                              {1e-200, 0, 4e-200, 0}};
  unsigned seed = 10;
  for (const Setting& setting : settings) {
    test::RandomScene random(++seed);
    const Scene scene = random.scene(24, setting.size, setting.centre, setting.spread);
    CheckOptions everything;
    everything.clearance = setting.clearance;
    everything.prune = false;
    const SceneReport expected = check(scene, everything).value();
    expect_accounted(expected);
    EXPECT_EQ(expected.examined, 24 * 23 / 2);
    EXPECT_GT(found_pairs(expected).size(), 0U);
    CheckOptions pruned = everything;
    pruned.prune = true;
    for (const test::FloatMode& mode : test::float_modes()) {
      const SceneReport report = test::in_mode(mode, [&] { return check(scene, pruned).value(); });
      expect_accounted(report);
      EXPECT_EQ(found_pairs(report), found_pairs(expected)) << mode.name << " seed " << seed;
    }
  }
}

TEST(Check, EveryPrunedPairIsFartherThanTheClearance) {
  test::RandomScene random(77);
  const double clearance = 0.3;
  const Scene scene = random.scene(40, 1, 0, 5);
  const std::vector<BodyPair> candidates = candidate_pairs(scene, clearance);
  std::size_t next = 0;
  int pruned = 0;
  for (std::int32_t a = 0; a < scene.size(); ++a) {
    for (std::int32_t b = a + 1; b < scene.size(); ++b) {
      if (next < candidates.size() && candidates[next] == BodyPair{a, b}) {
        ++next;
        continue;
      }
      ++pruned;
      EXPECT_GT(distance(scene.posed(a), scene.posed(b)).distance.lower, clearance);
    }
  }
  EXPECT_EQ(next, candidates.size());
  EXPECT_GT(pruned, 100);
}

TEST(Check, TellsOverlapContactAndClearance) {
  const auto proximity = [](double gap, double clearance) {
    CheckOptions options;
    options.clearance = clearance;
    options.measure = true;
    options.prune = false;
    return check(two_boxes(gap), options).value().pairs.at(0).proximity;
  };
  EXPECT_EQ(proximity(-0x1p-40, 0), Proximity::overlapping);
  EXPECT_EQ(proximity(0, 0), Proximity::touching);
  EXPECT_EQ(proximity(0x1p-40, 0), Proximity::clear);
  EXPECT_EQ(proximity(0.5, 0.5), Proximity::near) << "exactly at the clearance";
  EXPECT_EQ(proximity(0.5, 0.5 + 0x1p-40), Proximity::near);
  EXPECT_EQ(proximity(0.5, 0.5 - 0x1p-40), Proximity::clear);
  EXPECT_EQ(proximity(-0.5, 0.5), Proximity::overlapping);
}

TEST(Check, ReportsTheInterval) {
  CheckOptions options;
  options.clearance = 1;
  options.width = 1e-9;
  const SceneReport report = check(two_boxes(0.75), options).value();
  ASSERT_EQ(report.pairs.size(), 1U);
  const PairReport& pair = report.pairs[0];
  EXPECT_TRUE(pair.distance.has_value() && pair.witness.has_value());
  EXPECT_LE(pair.distance->lower, 0.75);
  EXPECT_GE(pair.distance->upper, 0.75);
  EXPECT_LE(pair.distance->upper - pair.distance->lower, 1e-9);
  EXPECT_NEAR(pair.witness->point_b[0] - pair.witness->point_a[0], 0.75, 1e-9);
  EXPECT_TRUE(pair.proven);
}

TEST(Check, TheAlgorithmMeasuresWhereItServesDistances) {
  Scene scene;
  const Polytope3 ball = Polytope3::from_points({{1, 0.25, 0},
                                                 {-0.75, 0.5, 0.125},
                                                 {0, -1, 0.25},
                                                 {0.25, 0, 1},
                                                 {0, 0.5, -0.875},
                                                 {0.5, 0.625, 0.625}})
                             .value();
  for (int i = 0; i < 6; ++i) {
    const std::array<double, 4> turn{1, 0.25 * i, 0.5, 0.125 * i};
    scene.add({"ball", ball, Pose3::from_wxyz(turn, {3.0 * i, 0.5 * i, 0}).value()});
  }
  for (const Algorithm algorithm : {Algorithm::lp, Algorithm::gjk, Algorithm::edge_projection}) {
    ASSERT_TRUE(serves(algorithm, Question::distance, 3));
    CheckOptions options;
    options.measure = true;
    options.clearance = 100;
    options.algorithm = algorithm;
    const SceneReport report = check(scene, options).value();
    ASSERT_EQ(report.pairs.size(), 15U);
    for (const PairReport& pair : report.pairs) {
      const Posed3 a = scene.posed(pair.a);
      const Posed3 b = scene.posed(pair.b);
      Hint3 hint;
      MeasureOptions3 query;
      query.search.algorithm = algorithm;
      query.search.hint = &hint;
      intersects(a, b, query.search);
      ASSERT_TRUE(compare_to_margin(a, b, {.distance = options.clearance}, query.search));
      query.width = options.width;
      const Distance3 found = distance(a, b, query);
      EXPECT_EQ(pair.distance->lower, found.distance.lower);
      EXPECT_EQ(pair.distance->upper, found.distance.upper);
    }
  }
}

TEST(Check, NearIsDecidedExactly) {
  // The interval is 64 units of the scale 1e6 wide, far more than the tested difference.
  Scene scene;
  const double far = 0x1p20;
  scene.add({"a", Polytope3::box({1, 1, 1}), Pose3::translation({far, far, far}).value()});
  scene.add({"b", Polytope3::box({1, 1, 1}), Pose3::translation({far + 2.25, far, far}).value()});
  const auto is_near = [&](double clearance) {
    CheckOptions options;
    options.clearance = clearance;
    return check(scene, options).value().near == 1;
  };
  EXPECT_TRUE(is_near(0.25)) << "exactly at the clearance";
  EXPECT_TRUE(is_near(std::nextafter(0.25, 1.0)));
  EXPECT_FALSE(is_near(std::nextafter(0.25, 0.0)));
}

TEST(Check, NearIsDecidedExactlyWhereTheDistanceIsIrrational) {
  Scene scene;
  scene.add({"a", Polytope3::box({1, 1, 1})});
  scene.add({"b", Polytope3::box({1, 1, 1}), Pose3::translation({3, 3, 0}).value()});
  // No double equals sqrt(2): these are the largest below and the least above.
  const double root = 0x1.6a09e667f3bcdp+0;
  const double below = std::nextafter(root, 0.0);
  for (const test::FloatMode& mode : test::float_modes()) {
    for (const Algorithm algorithm : {Algorithm::automatic, Algorithm::sat, Algorithm::lp}) {
      CheckOptions options;
      options.algorithm = algorithm;
      options.measure = true;
      options.clearance = below;
      SceneReport report = test::in_mode(mode, [&] { return check(scene, options).value(); });
      EXPECT_EQ(report.near, 0) << mode.name;
      EXPECT_TRUE(report.pairs.at(0).distance.has_value());
      options.clearance = root;
      report = test::in_mode(mode, [&] { return check(scene, options).value(); });
      EXPECT_EQ(report.near, 1) << mode.name;
      EXPECT_LE(report.pairs.at(0).distance->lower, root);
    }
  }
}

TEST(Check, AClearanceBelowTheLeastNormalIsNoZero) {
  CheckOptions options;
  options.clearance = 0x1p-1070;
  Scene scene;
  const double gap = 0x1p-1060;
  scene.add({"a", Polytope3::from_points({{0, 0, 0}}).value()});
  scene.add({"b", Polytope3::from_points({{gap, 0, 0}}).value()});
  for (const test::FloatMode& mode : test::float_modes()) {
    const SceneReport report = test::in_mode(mode, [&] { return check(scene, options).value(); });
    EXPECT_EQ(report.near, 0) << mode.name;
    EXPECT_EQ(report.examined, 1) << mode.name;
  }
}

// Ten thousand, and five hundred under sanitizers.
TEST(Check, ThousandsOfBodies) {
  Scene scene;
  const Polytope3 box = Polytope3::box({0.5, 0.5, 0.5});
  constexpr int kSide = 10;
  constexpr int kLayers = suite::kSanitized ? 5 : 100;
  constexpr std::int64_t kBodies = kSide * kSide * kLayers;
  for (int i = 0; i < kBodies; ++i) {
    const Vector3 place{static_cast<double>(i % kSide), static_cast<double>(i / kSide % kSide),
                        static_cast<double>(i / kSide / kSide)};
    scene.add({"box", box, Pose3::translation(place).value()});
  }
  const SceneReport report = check(scene).value();
  expect_accounted(report);
  EXPECT_EQ(report.pairs_total, kBodies * (kBodies - 1) / 2);
  // A grid of touching cubes: each touches the neighbours that share a face, an edge or a corner.
  // Along each axis n cubes have 3 n - 2 neighbours, themselves included.
  constexpr std::int64_t kNear = 3 * kSide - 2;
  EXPECT_EQ(report.touching, (kNear * kNear * (3 * kLayers - 2) - kBodies) / 2);
  EXPECT_EQ(report.examined, report.touching);
  EXPECT_EQ(report.overlapping, 0);
}

TEST(Check, CancelsAndSaysWhatIsLeft) {
  test::RandomScene random(5);
  const Scene scene = random.scene(60, 1, 0, 2);
  std::atomic<bool> cancel = true;
  CheckOptions options;
  options.cancel = &cancel;
  const SceneReport stopped = check(scene, options).value();
  expect_accounted(stopped);
  EXPECT_TRUE(stopped.cancelled);
  EXPECT_EQ(stopped.examined, 0);
  EXPECT_GT(stopped.not_examined, 0);
  cancel = false;
  EXPECT_FALSE(check(scene, options).value().cancelled);
}

bool same_pair(const PairReport& x, const PairReport& y) {
  const bool same_distance = x.distance.has_value() == y.distance.has_value() &&
                             (!x.distance || (x.distance->lower == y.distance->lower &&
                                              x.distance->upper == y.distance->upper));
  const bool same_witness = x.witness.has_value() == y.witness.has_value() &&
                            (!x.witness || (x.witness->point_a == y.witness->point_a &&
                                            x.witness->point_b == y.witness->point_b));
  return x.a == y.a && x.b == y.b && x.proximity == y.proximity && same_distance && same_witness &&
         x.verdict == y.verdict && x.stage == y.stage && x.decided_by == y.decided_by;
}

/// Scenes of fewer pairs than a block, and of several blocks.
TEST(Check, ThreadsChangeNothing) {
  test::Threads threads(3);
  test::Backwards backwards;
  for (const int bodies : {3, 40, 130}) {
    test::RandomScene random(static_cast<unsigned>(bodies));
    const Scene scene = random.scene(bodies, 1, 0, 3);
    for (const bool prune : {true, false}) {
      CheckOptions options;
      options.clearance = 0.25;
      options.prune = prune;
      options.measure = bodies < 100 && !prune;
      const SceneReport alone = check(scene, options).value();
      for (Executor* executor :
           {static_cast<Executor*>(&threads), static_cast<Executor*>(&backwards)}) {
        options.executor = executor;
        const SceneReport shared = check(scene, options).value();
        expect_accounted(shared);
        EXPECT_EQ(shared.examined, alone.examined);
        EXPECT_EQ(shared.pruned, alone.pruned);
        EXPECT_EQ(shared.counters.by_stage, alone.counters.by_stage);
        EXPECT_EQ(shared.counters.by_algorithm, alone.counters.by_algorithm);
        ASSERT_EQ(shared.pairs.size(), alone.pairs.size());
        for (std::size_t i = 0; i < alone.pairs.size(); ++i) {
          EXPECT_TRUE(same_pair(shared.pairs[i], alone.pairs[i])) << i;
        }
      }
    }
  }
}

/// Pairs that wait for their block when the flag is set are not examined, and the report states
/// that.
TEST(Check, CancelsBetweenBlocks) {
  test::RandomScene random(8);
  const Scene scene = random.scene(130, 1, 0, 2);
  std::atomic<bool> cancel = false;
  class Cancelling final : public Executor {
   public:
    explicit Cancelling(std::atomic<bool>& flag) : flag_(flag) {}
    void parallel_for(std::int64_t count, Task task, void* context) override {
      for (std::int64_t i = 0; i < count; ++i) task(context, i);
      flag_ = true;
    }

   private:
    std::atomic<bool>& flag_;
  } executor(cancel);
  CheckOptions options;
  options.prune = false;
  options.cancel = &cancel;
  options.executor = &executor;
  const SceneReport report = check(scene, options).value();
  expect_accounted(report);
  EXPECT_TRUE(report.cancelled);
  EXPECT_GT(report.examined, 0);
  EXPECT_GT(report.not_examined, 0);
}

/// Returns two heaps that are far apart: the pairs within them are queried, and all others pruned
/// at once.
Scene two_heaps(int bodies_each) {
  Scene scene;
  const Polytope3 box = Polytope3::box({1, 1, 1});
  for (int i = 0; i < 2 * bodies_each; ++i) {
    const double x = i < bodies_each ? 0 : 1e6;
    scene.add({"box", box, Pose3::translation({x, 0, 0}).value()});
  }
  return scene;
}

/// `cancelled` means that pairs remain, not that the flag was set: it may come too late.
TEST(Check, AFlagThatComesAfterTheLastPairCancelsNothing) {
  const Scene scene = two_heaps(65);
  std::atomic<bool> cancel = false;
  bool set_at_the_end = false;
  CheckOptions options;
  options.cancel = &cancel;
  options.progress = [&](const Progress& progress) {
    if (progress.settled < progress.pairs || set_at_the_end) return;
    set_at_the_end = true;
    cancel = true;
  };
  for (const bool prune : {true, false}) {
    cancel = false;
    set_at_the_end = false;
    options.prune = prune;
    const SceneReport report = check(scene, options).value();
    expect_accounted(report);
    EXPECT_TRUE(set_at_the_end);
    EXPECT_EQ(report.not_examined, 0);
    EXPECT_FALSE(report.cancelled);
  }
}

/// With an executor, the last block is queried while the flag is set. For every time at which the
/// flag may be set, `cancelled` is true exactly if pairs remain.
TEST(Check, CancelledMeansThatPairsAreLeft) {
  const Scene scene = two_heaps(65);
  class Counting final : public Executor {
   public:
    Counting(std::atomic<bool>& flag, int last) : flag_(flag), last_(last) {}
    void parallel_for(std::int64_t count, Task task, void* context) override {
      EXPECT_FALSE(flag_) << "a block was asked after the flag was set";
      for (std::int64_t i = 0; i < count; ++i) task(context, i);
      if (++calls_ == last_) flag_ = true;
    }
    int calls() const { return calls_; }

   private:
    std::atomic<bool>& flag_;
    int last_;
    int calls_ = 0;
  };
  bool seen[2] = {false, false};
  for (const bool prune : {true, false}) {
    for (int last = 1; last <= 6; ++last) {
      std::atomic<bool> cancel = false;
      Counting executor(cancel, last);
      CheckOptions options;
      options.prune = prune;
      options.cancel = &cancel;
      options.executor = &executor;
      const SceneReport report = check(scene, options).value();
      expect_accounted(report);
      EXPECT_EQ(report.cancelled, report.not_examined > 0) << last;
      EXPECT_LE(executor.calls(), last);
      seen[report.cancelled ? 1 : 0] = seen[report.cancelled ? 1 : 0] || executor.calls() == last;
    }
  }
  EXPECT_TRUE(seen[0] && seen[1]) << "set in the last block, and before it";
}

/// A flag that is set while pairs wait for their block leaves them unexamined.
TEST(Check, PairsThatWaitAreLeft) {
  const Scene scene = two_heaps(64);
  std::atomic<bool> cancel = false;
  class Asked final : public Executor {
   public:
    explicit Asked(const std::atomic<bool>& flag) : flag_(flag) {}
    void parallel_for(std::int64_t count, Task task, void* context) override {
      EXPECT_FALSE(flag_) << "a block was asked after the flag was set";
      for (std::int64_t i = 0; i < count; ++i) task(context, i);
    }

   private:
    const std::atomic<bool>& flag_;
  } executor(cancel);
  CheckOptions options;
  options.cancel = &cancel;
  options.executor = &executor;
  options.progress = [&](const Progress&) { cancel = true; };
  const SceneReport report = check(scene, options).value();
  expect_accounted(report);
  EXPECT_TRUE(report.cancelled);
  // One block within the heaps was queried; the flag was set at the pairs between them.
  EXPECT_EQ(report.pruned, 64 * 64);
  EXPECT_EQ(report.examined, 2048);
  EXPECT_EQ(report.not_examined, 2 * 64 * 63 / 2 - 2048);
}

TEST(Check, ProgressEndsAtTheWhole) {
  test::RandomScene random(6);
  const Scene scene = random.scene(200, 1, 0, 10);
  CheckOptions options;
  std::int64_t last = -1;
  int calls = 0;
  options.progress = [&](const Progress& progress) {
    EXPECT_GE(progress.settled, last);
    EXPECT_EQ(progress.pairs, 200 * 199 / 2);
    last = progress.settled;
    ++calls;
  };
  ASSERT_TRUE(check(scene, options));
  EXPECT_EQ(last, 200 * 199 / 2);
  EXPECT_GE(calls, 2);
}

TEST(Check, EmptyBodiesMeetNothing) {
  Scene scene = two_boxes(0);
  scene.add({"nothing", Polytope3()});
  for (const bool prune : {true, false}) {
    CheckOptions options;
    options.prune = prune;
    options.clearance = 1;
    const SceneReport report = check(scene, options).value();
    expect_accounted(report);
    EXPECT_EQ(report.touching, 1);
    EXPECT_EQ(report.near, 0);
  }
}

TEST(Check, SmallScenesHaveNoPairs) {
  Scene scene;
  EXPECT_EQ(check(scene).value().pairs_total, 0);
  scene.add({"alone", Polytope3::box({1, 1, 1})});
  EXPECT_EQ(check(scene).value().pairs_total, 0);
}

TEST(Check, RefusesWhatItCannotServe) {
  CheckOptions options;
  options.clearance = -1;
  EXPECT_EQ(check(Scene(), options).error().code, ErrorCode::wrong_shape);
  options.clearance = std::nan("");
  EXPECT_EQ(check(Scene(), options).error().code, ErrorCode::not_finite);
  options.clearance = 0;
  options.width = std::numeric_limits<double>::infinity();
  EXPECT_EQ(check(Scene(), options).error().code, ErrorCode::not_finite);
}

TEST(Scene, NamesAreMadeUnique) {
  Scene scene;
  EXPECT_EQ(scene.add({"chair", Polytope3()}), 0);
  EXPECT_EQ(scene.add({"chair", Polytope3()}), 1);
  EXPECT_EQ(scene.add({"chair#2", Polytope3()}), 2);
  EXPECT_EQ(scene.add({"chair", Polytope3()}), 3);
  EXPECT_EQ(scene.body(1).name, "chair#2");
  EXPECT_EQ(scene.body(2).name, "chair#2#2");
  EXPECT_EQ(scene.body(3).name, "chair#3");
  EXPECT_EQ(scene.find("chair#3"), 3);
  EXPECT_EQ(scene.find("table"), -1);
}

/// Progress is reported after each 4096 pairs, and at the end.
TEST(Check, TellsProgressNowAndThen) {
  Scene scene;
  for (int i = 0; i < 92; ++i) {
    scene.add({"box", Polytope3::box({1, 1, 1}), Pose3::translation({4.0 * i, 0, 0}).value()});
  }
  std::vector<std::int64_t> told;
  CheckOptions options;
  options.prune = false;
  options.progress = [&](const Progress& progress) {
    EXPECT_EQ(progress.pairs, 92 * 91 / 2);
    told.push_back(progress.settled);
  };
  EXPECT_TRUE(check(scene, options));
  EXPECT_EQ(told, (std::vector<std::int64_t>{4096, 92 * 91 / 2}));
}

}  // namespace
}  // namespace sunder
