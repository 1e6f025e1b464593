// SPDX-License-Identifier: Apache-2.0
//
// Memory runs out in batches and in checks of scenes: std::bad_alloc or the whole answer, never a
// wrong answer.
#include <gtest/gtest.h>
#include <new>

#include "batch/worlds.hpp"
#include "exhaustion/failing_memory.hpp"
#include "scene/random_scene.hpp"

namespace sunder::test {
namespace {

/// Every verdict is right, or marked as missing.
bool none_is_wrong(const std::vector<Verdict>& got, const std::vector<Verdict>& truth) {
  for (std::size_t i = 0; i < truth.size(); ++i) {
    if (got[i] != truth[i] && got[i] != Verdict::not_examined) return false;
  }
  return true;
}

template <int D>
void exhaust_batch(const char* name, const World<D>& world, bool measures) {
  const std::vector<Verdict> truth = world.singles();
  const PairBatch<D> batch = world.batch();
  std::vector<Verdict> verdicts(truth.size());
  std::vector<Interval> intervals(truth.size());
  const auto call = [&] {
    BatchOutput<D> output;
    output.verdicts = verdicts;
    if (measures) output.distances = intervals;
    const auto report = measures ? distances(batch, output) : intersects(batch, output);
    return report.has_value() ? Outcome::done : Outcome::refused;
  };
  const auto is_whole = [&](Outcome outcome) {
    return outcome == Outcome::done ? verdicts == truth : none_is_wrong(verdicts, truth);
  };
  // Searches are compiled without exceptions: memory held by an exact stage stays allocated.
  expect_whole(name, exhaust({[] {}, call, is_whole, [] {}}));
}

TEST(Exhaustion, ABatchNeverAnswersAnotherThing) {
#if !defined(NDEBUG)
  GTEST_SKIP() << "a sanitizer would tell of what exact stages leave allocated";
#endif
  for (const Maker3& maker : makers3()) {
    World<3> world = maker.make(7, 5);
    world.set_form(Form::poses);
    exhaust_batch<3>(maker.name, world, false);
    exhaust_batch<3>(maker.name, world, true);
  }
  World<2> flat = polygons(8, 30);
  flat.set_form(Form::poses);
  exhaust_batch<2>("polygons", flat, false);
  exhaust_batch<2>("polygons", flat, true);
}

TEST(Exhaustion, ASceneIsCheckedWholeOrNotAtAll) {
  const Scene scene = RandomScene(3).scene(8, 1.0, 0.0, 1.5);
  CheckOptions options;
  options.clearance = 0.25;
  const SceneReport truth = check(scene, options).value();
  SceneReport report;
  const auto call = [&] {
    auto checked = check(scene, options);
    if (!checked) return Outcome::refused;
    report = std::move(checked).value();
    return Outcome::done;
  };
  const auto is_whole = [&](Outcome outcome) {
    return outcome != Outcome::done ||
           (report.pairs.size() == truth.pairs.size() && report.overlapping == truth.overlapping &&
            report.touching == truth.touching && report.near == truth.near);
  };
  expect_sound("scene", exhaust({[] {}, call, is_whole, [&] { report = {}; }}));
}

}  // namespace
}  // namespace sunder::test
