// SPDX-License-Identifier: Apache-2.0
//
// The report of a scene against each pair queried alone: no near pair is pruned, and the counts add
// up.
#include <cmath>

#include "batch/executors.hpp"
#include "fuzz/drawn_pair.hpp"
#include "fuzz/targets.hpp"
#include "oracle/host_state.hpp"
#include "sunder/sunder.hpp"

namespace sunder::fuzz {
namespace {

Scene draw_scene(Choices& choices) {
  Scene scene;
  const Family family = draw_family(choices);
  double reach = 1;
  suite::PoseData pose;
  for (int i = choices.in(1, 9); i > 0; --i) {
    const Family drawn = choices.chance(1, 2) ? family : draw_family(choices);
    suite::BodyData body = draw_body(choices, 3, drawn, 10);
    reach = size_of(body);
    if (!choices.chance(1, 3)) pose = draw_pose(choices, 3, reach);
    body.pose = pose;
    if (choices.chance(1, 2)) {
      const double x = finite_or_zero(reach * choices.in(-4, 4));
      const double y = finite_or_zero(reach * choices.in(-1, 1));
      move(body, 3, {x, y, 0});
    }
    if (choices.chance(1, 4)) nudge(choices, body, 3, 2);
    scene.add({"body", suite::make_polytope<3>(body, 3), suite::make_pose<3>(body.pose, 3)});
  }
  return scene;
}

Proximity proximity_of(const Scene& scene, std::int32_t a, std::int32_t b, double clearance) {
  const Verdict verdict = intersects(scene.posed(a), scene.posed(b)).verdict;
  if (verdict == Verdict::overlapping) return Proximity::overlapping;
  if (verdict == Verdict::touching) return Proximity::touching;
  const bool empty = scene.body(a).polytope.empty() || scene.body(b).polytope.empty();
  if (!(clearance > 0) || empty) return Proximity::clear;
  const auto margin = compare_to_margin(scene.posed(a), scene.posed(b), {.distance = clearance});
  return margin.value().verdict == Verdict::separated ? Proximity::clear : Proximity::near;
}

void check_pairs(const Scene& scene, const SceneReport& report, const CheckOptions& options) {
  std::size_t next = 0;
  std::int64_t counts[4] = {};
  for (std::int32_t a = 0; a < scene.size(); ++a) {
    for (std::int32_t b = a + 1; b < scene.size(); ++b) {
      const Proximity truth = proximity_of(scene, a, b, options.clearance);
      ++counts[static_cast<std::size_t>(truth)];
      const bool listed =
          next < report.pairs.size() && report.pairs[next].a == a && report.pairs[next].b == b;
      demand(listed || truth == Proximity::clear, "every pair that is near is listed");
      if (!listed) continue;
      const PairReport& pair = report.pairs[next++];
      demand(pair.proximity == truth, "a pair stands as it does asked alone");
      demand(!pair.distance.has_value() || pair.distance->lower <= pair.distance->upper,
             "a distance is an interval");
    }
  }
  demand(next == report.pairs.size(), "pairs are listed once, in order");
  demand(
      report.overlapping == counts[0] && report.touching == counts[1] && report.near == counts[2],
      "a report counts its pairs");
  demand(report.pairs_total == report.pruned + report.examined, "every pair is accounted for");
  demand(report.pairs_total == std::int64_t{scene.size()} * (scene.size() - 1) / 2,
         "and none is forgotten");
}

}  // namespace

void fuzz_scenes(Bytes bytes) {
  Choices choices(bytes);
  CheckOptions options;
  const int kind = choices.in(0, 3);
  if (kind == 1) options.clearance = choices.in(0, 8) * 0.5;
  if (kind == 2) options.clearance = std::fabs(any_double(choices));
  options.prune = !choices.chance(1, 4);
  options.measure = choices.chance(1, 4);
  test::Backwards backwards;
  if (choices.chance(1, 3)) options.executor = &backwards;
  const Host host = draw_host(choices);
  const Scene scene = draw_scene(choices);
  const auto ask = [&] {
    const oracle::HostState state(host.rounding, host.subnormals);
    return check(scene, options);
  };
  const Result<SceneReport> report = ask();
  demand(static_cast<bool>(report), "a scene is checked");
  check_pairs(scene, report.value(), options);
}

}  // namespace sunder::fuzz
