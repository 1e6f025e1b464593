// SPDX-License-Identifier: Apache-2.0
//
// Every answer of a batch of bodies is that of the single query, for any executor, chunk, stop and form of poses. What
// cannot be read is refused item by item.
#include <array>
#include <atomic>
#include <cstdint>
#include <gtest/gtest.h>
#include <limits>
#include <vector>

#include "batch/executors.hpp"
#include "mesh/polycubes.hpp"
#include "mesh/soup.hpp"
#include "suite/effort.hpp"
#include "sunder/body_batch.hpp"

namespace sunder::test {
namespace {

using suite::Random;

/// Polycubes as meshes, as unions and as surfaces, at lattice poses in three forms.
struct DrawnBatch {
  std::vector<Body3> bodies;
  std::vector<double> matrices;
  std::vector<float> floats;
  std::vector<Pose3> poses;
  std::vector<std::int32_t> body_a, body_b, pose_a, pose_b;
  std::vector<double> radii;

  explicit DrawnBatch(std::size_t items) {
    Random random(77);
    for (int i = 0; i < 6; ++i) {
      const Cells cells = draw_cells(random);
      const auto boxes = boxes_of(cells, {});
      const Soup soup = draw_mesh(cells, random);
      bodies.push_back(i % 3 == 0   ? Body3(std::span<const Part3>(boxes))
                       : i % 3 == 1 ? Body3{{solid_of(soup)}}
                                    : Body3{{surface_of(soup)}});
      radii.push_back(i % 2 == 0 ? 0.0 : 0.5);
    }
    bodies.push_back(Body3{});
    radii.push_back(1);
    for (int i = 0; i < 12; ++i) {
      const LatticeMap map = draw_map(random, 4, true);
      for (std::size_t r = 0; r < 3; ++r) {
        for (std::size_t c = 0; c < 3; ++c) matrices.push_back(map.turn[r][c]);
        matrices.push_back(map.offset[r]);
      }
      poses.push_back(Pose3::from_matrix(std::span(matrices).last<12>()).value());
    }
    floats.assign(matrices.begin(), matrices.end());
    for (std::size_t i = 0; i < items; ++i) {
      body_a.push_back(random.in(0, 6));
      body_b.push_back(random.in(0, 6));
      pose_a.push_back(random.in(0, 11));
      pose_b.push_back(random.in(0, 11));
    }
  }

  BodyBatch batch(int form) const {
    BodyBatch batch;
    batch.bodies = std::span<const Body3>(bodies);
    if (form == 0) batch.poses = Column<Pose3>(std::span<const Pose3>(poses));
    if (form == 1) batch.poses = PoseTable<3>(matrices.data(), 12);
    if (form == 2) batch.poses = PoseTable<3>(floats.data(), 12);
    batch.body_a = std::span<const std::int32_t>(body_a);
    batch.body_b = std::span<const std::int32_t>(body_b);
    batch.pose_a = std::span<const std::int32_t>(pose_a);
    batch.pose_b = std::span<const std::int32_t>(pose_b);
    batch.count = static_cast<std::int64_t>(body_a.size());
    return batch;
  }
  PosedBody3 a(std::size_t i) const {
    return {bodies[static_cast<std::size_t>(body_a[i])],
            poses[static_cast<std::size_t>(pose_a[i])]};
  }
  PosedBody3 b(std::size_t i) const {
    return {bodies[static_cast<std::size_t>(body_b[i])],
            poses[static_cast<std::size_t>(pose_b[i])]};
  }
  double radius(const std::vector<std::int32_t>& list, std::size_t i) const {
    return radii[static_cast<std::size_t>(list[i])];
  }
};

struct Arrays {
  std::vector<Verdict> verdicts;
  std::vector<Stage> stages;
  std::vector<Refusal> refusals;
  std::vector<BodyPlace> places;
  std::vector<Interval> distances;

  explicit Arrays(std::size_t n) : verdicts(n), stages(n), refusals(n), places(n), distances(n) {}
  BodyBatchOutput all(bool measures) {
    return {verdicts, stages, refusals, places,
            measures ? std::span(distances) : std::span<Interval>()};
  }
};

template <class Answer>
void expect_place(const BodyPlace& place, const Answer& answer, std::size_t i) {
  EXPECT_EQ(place.part_a, answer.part_a) << i;
  EXPECT_EQ(place.part_b, answer.part_b) << i;
  EXPECT_EQ(place.triangle_a, answer.triangle_a) << i;
  EXPECT_EQ(place.triangle_b, answer.triangle_b) << i;
}

/// Options of which some are set.
template <class Set>
BatchOptions chosen(const Set& set) {
  BatchOptions options;
  set(options);
  return options;
}

constexpr std::size_t kItems = suite::kSanitized ? 60 : 250;

TEST(BodyBatches, AreSingleQueriesInEveryForm) {
  const DrawnBatch drawn(kItems);
  Backwards backwards;
  Threads threads(3);
  Arrays found(kItems);
  for (const int form : {0, 1, 2}) {
    Executor* const executor = form == 0   ? nullptr
                               : form == 1 ? static_cast<Executor*>(&backwards)
                                           : &threads;
    const BatchOptions options = chosen([&](BatchOptions& o) {
      o.chunk = form == 2 ? 7 : 0;
      o.executor = executor;
    });
    BodyBatch batch = drawn.batch(form);
    const BatchReport report = intersects(batch, found.all(false), options).value();
    EXPECT_EQ(report.separated + report.touching + report.overlapping, batch.count);
    EXPECT_EQ(report.next, batch.count);
    for (const std::int64_t count : {report.separated, report.touching, report.overlapping})
      EXPECT_GT(count, suite::kSanitized ? 1 : 10);
    for (std::size_t i = 0; i < kItems; ++i) {
      const BodyDecision one = intersects(drawn.a(i), drawn.b(i));
      EXPECT_EQ(found.verdicts[i], one.verdict) << i;
      EXPECT_EQ(found.stages[i], one.stage) << i;
      expect_place(found.places[i], one, i);
    }
    ASSERT_TRUE(distances(batch, found.all(true), options));
    for (std::size_t i = 0; i < kItems; ++i) {
      const BodyDistance one = distance(drawn.a(i), drawn.b(i));
      EXPECT_EQ(found.verdicts[i], one.verdict) << i;
      EXPECT_EQ(found.distances[i].lower, one.distance.lower) << i;
      EXPECT_EQ(found.distances[i].upper, one.distance.upper) << i;
      expect_place(found.places[i], one, i);
    }
    batch.radii = std::span<const double>(drawn.radii);
    ASSERT_TRUE(distances(batch, found.all(true), options));
    for (std::size_t i = 0; i < kItems; ++i) {
      const double r = drawn.radius(drawn.body_a, i), s = drawn.radius(drawn.body_b, i);
      const BodyDistance one = distance(drawn.a(i), drawn.b(i), r, s).value();
      EXPECT_EQ(found.verdicts[i], one.verdict) << i;
      EXPECT_EQ(found.distances[i].lower, one.distance.lower) << i;
      EXPECT_EQ(found.distances[i].upper, one.distance.upper) << i;
    }
    const double margin = 1;
    ASSERT_TRUE(compare_to_margins(batch, Column<double>::same(margin), found.all(false), options));
    for (std::size_t i = 0; i < kItems; ++i) {
      const double r = drawn.radius(drawn.body_a, i), s = drawn.radius(drawn.body_b, i);
      const BodyMarginAnswer one =
          compare_to_margin(drawn.a(i), drawn.b(i), {margin, r, s}).value();
      EXPECT_EQ(found.verdicts[i], one.verdict) << i;
      expect_place(found.places[i], one, i);
    }
    ASSERT_TRUE(intersects(batch, found.all(false), options));
    for (std::size_t i = 0; i < kItems; ++i) {
      const double r = drawn.radius(drawn.body_a, i), s = drawn.radius(drawn.body_b, i);
      EXPECT_EQ(found.verdicts[i],
                compare_to_margin(drawn.a(i), drawn.b(i), {0, r, s}).value().verdict)
          << i;
    }
  }
}

TEST(BodyBatches, FartherItemsAreNotMeasured) {
  const DrawnBatch drawn(kItems);
  const BodyBatch batch = drawn.batch(1);
  Arrays found(kItems);
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  ASSERT_TRUE(distances(batch, found.all(true), chosen([&](BatchOptions& o) { o.beyond = 2; })));
  int farther = 0;
  for (std::size_t i = 0; i < kItems; ++i) {
    const BodyDistance one = distance(drawn.a(i), drawn.b(i));
    const bool is_far =
        compare_to_margin(drawn.a(i), drawn.b(i), {2, 0, 0}).value().verdict == Verdict::separated;
    farther += is_far ? 1 : 0;
    EXPECT_EQ(found.distances[i].lower, is_far ? 2 : one.distance.lower) << i;
    EXPECT_EQ(found.distances[i].upper, is_far ? kInfinity : one.distance.upper) << i;
  }
  EXPECT_GT(farther, 10);
}

TEST(BodyBatches, StopAtTheLowestHitsAndGoOn) {
  const DrawnBatch drawn(kItems);
  const BodyBatch batch = drawn.batch(0);
  Arrays whole(kItems);
  ASSERT_TRUE(intersects(batch, whole.all(false)));
  std::vector<std::size_t> hits;
  for (std::size_t i = 0; i < kItems; ++i) {
    if (whole.verdicts[i] != Verdict::separated) hits.push_back(i);
  }
  Threads threads(4);
  for (const std::int64_t chunk : {std::int64_t{1}, std::int64_t{5}, std::int64_t{1000}}) {
    Arrays found(kItems);
    const BatchReport report = intersects(batch, found.all(false), chosen([&](BatchOptions& o) {
                                            o.stop = BatchStop::first;
                                            o.hits = 3;
                                            o.chunk = chunk;
                                            o.executor = &threads;
                                          }))
                                   .value();
    EXPECT_EQ(report.touching + report.overlapping, 3);
    EXPECT_EQ(report.first_hit, static_cast<std::int64_t>(hits[0]));
    EXPECT_EQ(report.next, static_cast<std::int64_t>(hits[2]) + 1);
    for (std::size_t i = 0; i < kItems; ++i)
      EXPECT_EQ(found.verdicts[i], i <= hits[2] ? whole.verdicts[i] : Verdict::not_examined) << i;
    ASSERT_TRUE(intersects(batch, found.all(false),
                           chosen([&](BatchOptions& o) { o.begin = report.next; })));
    for (std::size_t i = hits[2] + 1; i < kItems; ++i)
      EXPECT_EQ(found.verdicts[i], whole.verdicts[i]) << i;
  }
  std::atomic<bool> cancel = false;
  Arrays found(kItems);
  BatchOptions options;
  options.chunk = 4;
  options.cancel = &cancel;
  options.progress = [&](std::int64_t settled, std::int64_t total) {
    EXPECT_EQ(total, batch.count);
    cancel = settled >= 20;
  };
  const BatchReport cut = intersects(batch, found.all(false), options).value();
  EXPECT_TRUE(cut.cancelled);
  EXPECT_EQ(cut.next, 20);
}

TEST(BodyBatches, WhatCannotBeReadIsRefusedItemByItem) {
  DrawnBatch drawn(7);
  drawn.radii[2] = -1;
  drawn.matrices[12 * 3 + 5] = std::numeric_limits<double>::quiet_NaN();
  drawn.body_a = {0, -1, 0, 0, 0, 0, 2};
  drawn.body_b = {1, 1, 7, 1, 1, 1, 1};
  drawn.pose_a = {0, 0, 0, 12, 0, 3, 0};
  drawn.pose_b = {1, 1, 1, 1, -5, 1, 1};
  BodyBatch batch = drawn.batch(1);
  batch.radii = std::span<const double>(drawn.radii);
  const std::array<Refusal, 7> expected{Refusal::none,   Refusal::body_a, Refusal::body_b,
                                        Refusal::pose_a, Refusal::pose_b, Refusal::matrix_a,
                                        Refusal::margin};
  for (const bool measures : {false, true}) {
    Arrays found(7);
    const BatchReport report =
        (measures ? distances(batch, found.all(true)) : intersects(batch, found.all(false)))
            .value();
    EXPECT_EQ(report.refused, 6);
    for (std::size_t i = 0; i < 7; ++i) {
      EXPECT_EQ(found.refusals[i], expected[i]) << i;
      EXPECT_EQ(found.verdicts[i] == Verdict::undecided, i > 0) << i;
    }
  }
  const double margins[] = {0, 0, 0, 0, 0, 0, std::numeric_limits<double>::infinity()};
  batch.radii = {};
  Arrays found(7);
  ASSERT_TRUE(compare_to_margins(batch, std::span<const double>(margins), found.all(false)));
  EXPECT_EQ(found.refusals[6], Refusal::margin);
}

TEST(BodyBatches, WrongRequestsAreRefusedAsAWhole) {
  const DrawnBatch drawn(5);
  const BodyBatch batch = drawn.batch(0);
  Arrays found(5), few(4);
  EXPECT_FALSE(intersects(batch, found.all(true))) << "distances of a verdict";
  EXPECT_FALSE(intersects(batch, few.all(false))) << "a short output";
  EXPECT_FALSE(intersects(batch, {}, chosen([&](BatchOptions& o) { o.certify = true; })));
  EXPECT_FALSE(intersects(batch, {}, chosen([&](BatchOptions& o) { o.beyond = 1; })));
  EXPECT_FALSE(distances(batch, {}, chosen([&](BatchOptions& o) { o.width = 1e-3; })));
  EXPECT_FALSE(distances(batch, {}, chosen([&](BatchOptions& o) { o.beyond = -1; })));
  EXPECT_FALSE(intersects(batch, {}, chosen([&](BatchOptions& o) { o.begin = 6; })));
  EXPECT_FALSE(compare_to_margins(batch, {}, {})) << "no margins";
  BodyBatch wrong = batch;
  wrong.count = 6;
  EXPECT_FALSE(intersects(wrong, {}));
  wrong.count = -1;
  EXPECT_FALSE(intersects(wrong, {}));
  BodyBatch nothing;
  EXPECT_EQ(intersects(nothing, {}).value().next, 0);
}

}  // namespace
}  // namespace sunder::test
