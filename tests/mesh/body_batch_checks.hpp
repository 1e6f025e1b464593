// SPDX-License-Identifier: Apache-2.0
//
// What batches of bodies promise, in space and in the plane. Every answer is that of the single query, for any executor,
// chunk, stop and form of poses. What cannot be read is refused item by item.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdint>
#include <gtest/gtest.h>
#include <limits>
#include <optional>
#include <span>
#include <vector>

#include "batch/executors.hpp"
#include "suite/effort.hpp"
#include "suite/random.hpp"
#include "sunder/body_batch.hpp"

namespace sunder::test {

inline constexpr std::size_t kBatchItems = suite::kSanitized ? 60 : 250;
inline constexpr double kWithoutEnd = std::numeric_limits<double>::infinity();

/// The tables of a batch, which `draw` fills with bodies and radii; poses come in three forms.
template <int D>
struct DrawnBodies {
  using Body = typename BodyTypes<D>::Body;
  using At = PosedBody<Body, Pose<D>>;
  std::vector<Body> bodies;
  std::vector<double> matrices, radii;
  std::vector<float> floats;
  std::vector<Pose<D>> poses;
  std::vector<Motion<D>> motions;
  std::vector<std::int32_t> body_a, body_b, pose_a, pose_b;

  /// (R t), dense rows of numbers that floats hold.
  void add_pose(std::span<const double> rows) {
    matrices.insert(matrices.end(), rows.begin(), rows.end());
    floats.insert(floats.end(), rows.begin(), rows.end());
    poses.push_back(Pose<D>::from_matrix(rows.template first<std::size_t{D} * (D + 1)>()).value());
  }
  void draw_items(suite::Random& random, std::size_t items) {
    const auto any = [&](std::size_t size) { return random.in(0, static_cast<int>(size) - 1); };
    for (std::size_t i = 0; i < items; ++i) {
      body_a.push_back(any(bodies.size()));
      body_b.push_back(any(bodies.size()));
      pose_a.push_back(any(poses.size()));
      pose_b.push_back(any(poses.size()));
    }
    for (std::size_t i = 0; i < poses.size(); ++i) {
      Vector<D> v;
      for (double& x : v) x = random.in(-9, 9);
      motions.push_back(Motion<D>::linear(v).value());
    }
  }

  BodyBatch<D> batch(int form) const {
    BodyBatch<D> batch;
    batch.bodies = std::span<const Body>(bodies);
    if (form == 0) batch.poses = Column<Pose<D>>(std::span<const Pose<D>>(poses));
    const auto count = static_cast<std::int64_t>(poses.size());
    if (form == 1) batch.poses = PoseTable<D>(matrices.data(), count);
    if (form == 2) batch.poses = PoseTable<D>(floats.data(), count);
    batch.body_a = std::span<const std::int32_t>(body_a);
    batch.body_b = std::span<const std::int32_t>(body_b);
    batch.pose_a = std::span<const std::int32_t>(pose_a);
    batch.pose_b = std::span<const std::int32_t>(pose_b);
    batch.count = static_cast<std::int64_t>(body_a.size());
    return batch;
  }
  At at(const std::vector<std::int32_t>& body, const std::vector<std::int32_t>& pose,
        std::size_t i) const {
    return {bodies[static_cast<std::size_t>(body[i])], poses[static_cast<std::size_t>(pose[i])]};
  }
  At a(std::size_t i) const { return at(body_a, pose_a, i); }
  At b(std::size_t i) const { return at(body_b, pose_b, i); }
  const Motion<D>& motion(const std::vector<std::int32_t>& pose, std::size_t i) const {
    return motions[static_cast<std::size_t>(pose[i])];
  }
  double radius(const std::vector<std::int32_t>& list, std::size_t i) const {
    return radii[static_cast<std::size_t>(list[i])];
  }
};

template <int D>
struct BodyArrays {
  std::vector<Verdict> verdicts;
  std::vector<Stage> stages;
  std::vector<Refusal> refusals;
  std::vector<BodyPlace> places;
  std::vector<Interval> distances;
  std::vector<std::optional<Witness<D>>> witnesses;

  explicit BodyArrays(std::size_t n)
      : verdicts(n), stages(n), refusals(n), places(n), distances(n), witnesses(n) {}
  BodyBatchOutput<D> all(bool measures) {
    BodyBatchOutput<D> output{verdicts, stages, refusals, places, {}, {}};
    if (measures) {
      output.distances = distances;
      output.witnesses = witnesses;
    }
    return output;
  }
};

template <class Answer>
void expect_place(const BodyPlace& place, const Answer& answer, std::size_t i) {
  EXPECT_EQ(place.part_a, answer.part_a) << i;
  EXPECT_EQ(place.part_b, answer.part_b) << i;
  if constexpr (requires { answer.triangle_a; }) {
    EXPECT_EQ(place.feature_a, answer.triangle_a) << i;
    EXPECT_EQ(place.feature_b, answer.triangle_b) << i;
  } else {
    EXPECT_EQ(place.feature_a, answer.piece_a) << i;
    EXPECT_EQ(place.feature_b, answer.piece_b) << i;
  }
}

template <int D>
void expect_witness(const std::optional<Witness<D>>& found, const std::optional<Witness<D>>& one,
                    std::size_t i) {
  ASSERT_EQ(found.has_value(), one.has_value()) << i;
  if (!one) return;
  EXPECT_EQ(found->normal, one->normal) << i;
  EXPECT_EQ(found->point_a, one->point_a) << i;
  EXPECT_EQ(found->point_b, one->point_b) << i;
}

inline void expect_interval(const Interval& found, const Interval& one, std::size_t i) {
  EXPECT_EQ(found.lower, one.lower) << i;
  EXPECT_EQ(found.upper, one.upper) << i;
}

/// Options of which some are set.
template <class Set>
BatchOptions chosen(const Set& set) {
  BatchOptions options;
  set(options);
  return options;
}

/// Options of one of three ways to run: the caller's thread, tasks backwards, three threads in odd chunks.
struct Ways {
  Backwards backwards;
  Threads threads{3};
  BatchOptions of(int way) {
    return chosen([&](BatchOptions& o) {
      if (way == 1) o.executor = &backwards;
      if (way == 2) o.executor = &threads;
      if (way == 2) o.chunk = 7;
    });
  }
};

template <int D>
void expect_single_queries(const DrawnBodies<D>& drawn) {
  Ways ways;
  BodyArrays<D> found(kBatchItems);
  for (const int form : {0, 1, 2}) {
    const BatchOptions options = ways.of(form);
    BodyBatch<D> batch = drawn.batch(form);
    const BatchReport report = intersects(batch, found.all(false), options).value();
    EXPECT_EQ(report.separated + report.touching + report.overlapping, batch.count);
    EXPECT_EQ(report.next, batch.count);
    for (const std::int64_t count : {report.separated, report.touching, report.overlapping})
      EXPECT_GT(count, suite::kSanitized ? 1 : 10);
    for (std::size_t i = 0; i < kBatchItems; ++i) {
      const auto one = intersects(drawn.a(i), drawn.b(i));
      EXPECT_EQ(found.verdicts[i], one.verdict) << i;
      EXPECT_EQ(found.stages[i], one.stage) << i;
      expect_place(found.places[i], one, i);
    }
    ASSERT_TRUE(distances(batch, found.all(true), options));
    for (std::size_t i = 0; i < kBatchItems; ++i) {
      const auto one = distance(drawn.a(i), drawn.b(i));
      EXPECT_EQ(found.verdicts[i], one.verdict) << i;
      expect_interval(found.distances[i], one.distance, i);
      expect_place(found.places[i], one, i);
      expect_witness<D>(found.witnesses[i], one.witness, i);
    }
    batch.radii = std::span<const double>(drawn.radii);
    ASSERT_TRUE(distances(batch, found.all(true), options));
    for (std::size_t i = 0; i < kBatchItems; ++i) {
      const double r = drawn.radius(drawn.body_a, i), s = drawn.radius(drawn.body_b, i);
      const bool padded = r > 0 || s > 0;
      const auto one = padded ? distance(drawn.a(i), drawn.b(i), r, s).value()
                              : distance(drawn.a(i), drawn.b(i));
      EXPECT_EQ(found.verdicts[i], one.verdict) << i;
      expect_interval(found.distances[i], one.distance, i);
      expect_place(found.places[i], one, i);
      expect_witness<D>(found.witnesses[i], one.witness, i);
    }
    const double margin = 1;
    ASSERT_TRUE(compare_to_margins(batch, Column<double>::same(margin), found.all(false), options));
    for (std::size_t i = 0; i < kBatchItems; ++i) {
      const double r = drawn.radius(drawn.body_a, i), s = drawn.radius(drawn.body_b, i);
      const auto one = compare_to_margin(drawn.a(i), drawn.b(i), {margin, r, s}).value();
      EXPECT_EQ(found.verdicts[i], one.verdict) << i;
      expect_place(found.places[i], one, i);
    }
    ASSERT_TRUE(intersects(batch, found.all(false), options));
    for (std::size_t i = 0; i < kBatchItems; ++i) {
      const double r = drawn.radius(drawn.body_a, i), s = drawn.radius(drawn.body_b, i);
      EXPECT_EQ(found.verdicts[i],
                compare_to_margin(drawn.a(i), drawn.b(i), {0, r, s}).value().verdict)
          << i;
    }
  }
}

template <class Region>
const auto& features_of(const Region& region) {
  if constexpr (requires { region.triangles; }) {
    return region.triangles;
  } else {
    return region.edges;
  }
}
inline const auto& corners_of(const ContactRegion& region) { return region.outline; }
inline const auto& corners_of(const ContactRegion2& region) { return region.ends; }

template <int D>
void expect_contacts_depths_and_casts(const DrawnBodies<D>& drawn) {
  Ways ways;
  BodyArrays<D> found(kBatchItems);
  const std::span<const Motion<D>> motions(drawn.motions);
  for (const int form : {0, 1, 2}) {
    const BatchOptions options = ways.of(form);
    const BodyBatch<D> batch = drawn.batch(form);
    BodyBatchOutput<D> output = found.all(false);
    std::vector<typename BodyTypes<D>::Penetration> depths(kBatchItems);
    ASSERT_TRUE(penetrations(batch, depths, output, options));
    for (std::size_t i = 0; i < kBatchItems; ++i) {
      const auto one = penetration(drawn.a(i), drawn.b(i));
      EXPECT_EQ(found.verdicts[i], one.verdict) << i;
      EXPECT_EQ(depths[i].verdict, one.verdict) << i;
      expect_interval(depths[i].depth, one.depth, i);
      expect_place(found.places[i], one, i);
    }
    output.places = {};
    std::vector<typename BodyTypes<D>::Contact> contacts_found(kBatchItems);
    ASSERT_TRUE(contacts(batch, contacts_found, output, options));
    std::size_t regions = 0;
    for (std::size_t i = 0; i < kBatchItems; ++i) {
      const auto one = contact(drawn.a(i), drawn.b(i));
      EXPECT_EQ(contacts_found[i].verdict, one.verdict) << i;
      EXPECT_EQ(found.verdicts[i], one.verdict) << i;
      ASSERT_EQ(contacts_found[i].regions.size(), one.regions.size()) << i;
      regions += one.regions.size();
      for (std::size_t k = 0; k < one.regions.size(); ++k) {
        const auto &mine = contacts_found[i].regions[k], &other = one.regions[k];
        EXPECT_EQ(mine.dimension, other.dimension) << i;
        EXPECT_EQ(mine.part_a, other.part_a) << i;
        EXPECT_EQ(mine.part_b, other.part_b) << i;
        EXPECT_EQ(mine.normal, other.normal) << i;
        EXPECT_EQ(mine.length, other.length) << i;
        EXPECT_EQ(features_of(mine), features_of(other)) << i;
        EXPECT_EQ(corners_of(mine), corners_of(other)) << i;
      }
    }
    EXPECT_GT(regions, 10U);
    output.verdicts = {};
    output.stages = {};
    std::vector<typename BodyTypes<D>::Cast> casts_found(kBatchItems);
    const BatchReport report = casts(batch, motions, casts_found, output, options).value();
    EXPECT_EQ(report.separated + report.touching + report.overlapping, batch.count);
    int hits = 0, starts = 0;
    for (std::size_t i = 0; i < kBatchItems; ++i) {
      const auto one =
          cast(drawn.a(i), drawn.motion(drawn.pose_a, i), drawn.b(i), drawn.motion(drawn.pose_b, i))
              .value();
      EXPECT_EQ(casts_found[i].verdict, one.verdict) << i;
      EXPECT_EQ(casts_found[i].start, one.start) << i;
      expect_interval(casts_found[i].time, one.time, i);
      expect_witness<D>(casts_found[i].witness, one.witness, i);
      EXPECT_EQ(casts_found[i].part_a, one.part_a) << i;
      EXPECT_EQ(casts_found[i].part_b, one.part_b) << i;
      hits += one && one.start == Verdict::separated ? 1 : 0;
      starts += one.start == Verdict::overlapping ? 1 : 0;
    }
    EXPECT_GT(hits, suite::kSanitized ? 1 : 10);
    EXPECT_EQ(report.overlapping, starts);
  }
}

/// The closest of items from `begin` on, by their intervals. On the tests' lattices distances are equal where intervals
/// overlap.
template <int D>
std::int64_t closest_by_hand(const DrawnBodies<D>& drawn, std::size_t begin, double beyond) {
  std::int64_t best = -1, empty = -1;
  Interval least{kWithoutEnd, kWithoutEnd};
  for (std::size_t i = begin; i < drawn.body_a.size(); ++i) {
    const auto one = distance(drawn.a(i), drawn.b(i));
    if (one) return best >= 0 && least.upper == 0 ? best : static_cast<std::int64_t>(i);
    if (one.part_a < 0) {  // one is empty: farther than all others
      if (empty < 0 && !(beyond < kWithoutEnd)) empty = static_cast<std::int64_t>(i);
      continue;
    }
    if (beyond < kWithoutEnd &&
        compare_to_margin(drawn.a(i), drawn.b(i), {beyond, 0, 0}).value().verdict ==
            Verdict::separated)
      continue;
    if (best >= 0 && !(one.distance.upper < least.lower)) continue;
    best = static_cast<std::int64_t>(i);
    least = one.distance;
  }
  return best >= 0 ? best : empty;
}

template <int D>
void expect_closest(DrawnBodies<D> drawn) {
  // All that meet make way for a pair that is apart.
  std::size_t kept = 0;
  for (std::size_t i = 0; i < drawn.body_a.size(); ++i) {
    if (intersects(drawn.a(i), drawn.b(i))) continue;
    for (auto* list : {&drawn.body_a, &drawn.body_b, &drawn.pose_a, &drawn.pose_b})
      (*list)[kept] = (*list)[i];
    ++kept;
  }
  for (auto* list : {&drawn.body_a, &drawn.body_b, &drawn.pose_a, &drawn.pose_b})
    list->resize(kept);
  ASSERT_GT(kept, 10U);
  Ways ways;
  const double beyond_of[] = {kWithoutEnd, 1.25, 0.25};
  int found_some = 0;
  for (std::size_t begin = 0; begin < kept; begin += 27) {
    for (const int way : {0, 1, 2}) {
      for (const double beyond : beyond_of) {
        BatchOptions options = ways.of(way);
        options.begin = static_cast<std::int64_t>(begin);
        options.beyond = beyond;
        const Closest found = closest(drawn.batch(way), {}, options).value();
        const std::int64_t item = closest_by_hand(drawn, begin, beyond);
        ASSERT_EQ(found.item, item) << begin << ' ' << way << ' ' << beyond;
        if (item < 0) continue;
        ++found_some;
        const auto at = static_cast<std::size_t>(item);
        expect_interval(found.distance, distance(drawn.a(at), drawn.b(at)).distance, at);
      }
    }
  }
  EXPECT_GT(found_some, suite::kSanitized ? 4 : 10);
}

template <int D>
void expect_farther_items_unmeasured(const DrawnBodies<D>& drawn) {
  const BodyBatch<D> batch = drawn.batch(1);
  BodyArrays<D> found(kBatchItems);
  ASSERT_TRUE(distances(batch, found.all(true), chosen([&](BatchOptions& o) { o.beyond = 2; })));
  int farther = 0;
  for (std::size_t i = 0; i < kBatchItems; ++i) {
    const auto one = distance(drawn.a(i), drawn.b(i));
    const bool is_far =
        compare_to_margin(drawn.a(i), drawn.b(i), {2, 0, 0}).value().verdict == Verdict::separated;
    farther += is_far ? 1 : 0;
    expect_interval(found.distances[i], is_far ? Interval{2, kWithoutEnd} : one.distance, i);
    EXPECT_EQ(found.witnesses[i].has_value(), !is_far && one.witness.has_value()) << i;
  }
  EXPECT_GT(farther, suite::kSanitized ? 1 : 10);
}

template <int D>
void expect_stops_and_resumes(const DrawnBodies<D>& drawn) {
  const BodyBatch<D> batch = drawn.batch(0);
  BodyArrays<D> whole(kBatchItems);
  ASSERT_TRUE(intersects(batch, whole.all(false)));
  std::vector<std::size_t> hits;
  for (std::size_t i = 0; i < kBatchItems; ++i) {
    if (whole.verdicts[i] != Verdict::separated) hits.push_back(i);
  }
  Threads threads(4);
  for (const std::int64_t chunk : {std::int64_t{1}, std::int64_t{5}, std::int64_t{1000}}) {
    BodyArrays<D> found(kBatchItems);
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
    for (std::size_t i = 0; i < kBatchItems; ++i)
      EXPECT_EQ(found.verdicts[i], i <= hits[2] ? whole.verdicts[i] : Verdict::not_examined) << i;
    ASSERT_TRUE(intersects(batch, found.all(false),
                           chosen([&](BatchOptions& o) { o.begin = report.next; })));
    for (std::size_t i = hits[2] + 1; i < kBatchItems; ++i)
      EXPECT_EQ(found.verdicts[i], whole.verdicts[i]) << i;
  }
  // A contact that was not looked for says so.
  std::vector<typename BodyTypes<D>::Contact> regions(kBatchItems);
  const BatchReport some =
      contacts(batch, regions, {}, chosen([&](BatchOptions& o) { o.stop = BatchStop::first; }))
          .value();
  for (std::size_t i = 0; i < kBatchItems; ++i)
    EXPECT_EQ(regions[i].verdict == Verdict::not_examined,
              static_cast<std::int64_t>(i) >= some.next)
        << i;
  std::atomic<bool> cancel = false;
  BodyArrays<D> found(kBatchItems);
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

/// Needs four bodies, of which the third has a radius, and more than four poses.
template <int D>
void expect_item_refusals(DrawnBodies<D> drawn) {
  const auto bodies = static_cast<std::int32_t>(drawn.bodies.size());
  const auto poses = static_cast<std::int32_t>(drawn.poses.size());
  drawn.radii[2] = -1;
  drawn.matrices[std::size_t{D} * (D + 1) * 3 + D + 1] = std::numeric_limits<double>::quiet_NaN();
  drawn.body_a = {0, -1, 0, 0, 0, 0, 2};
  drawn.body_b = {1, 1, bodies, 1, 1, 1, 1};
  drawn.pose_a = {0, 0, 0, poses, 0, 3, 0};
  drawn.pose_b = {1, 1, 1, 1, -5, 1, 1};
  BodyBatch<D> batch = drawn.batch(1);
  batch.radii = std::span<const double>(drawn.radii);
  const std::array<Refusal, 7> expected{Refusal::none,   Refusal::body_a, Refusal::body_b,
                                        Refusal::pose_a, Refusal::pose_b, Refusal::matrix_a,
                                        Refusal::margin};
  for (const bool measures : {false, true}) {
    BodyArrays<D> found(7);
    const BatchReport report =
        (measures ? distances(batch, found.all(true)) : intersects(batch, found.all(false)))
            .value();
    EXPECT_EQ(report.refused, 6);
    for (std::size_t i = 0; i < 7; ++i) {
      EXPECT_EQ(found.refusals[i], expected[i]) << i;
      EXPECT_EQ(found.verdicts[i] == Verdict::undecided, i > 0) << i;
    }
  }
  BodyArrays<D> found(7);
  BodyBatchOutput<D> refusals;
  refusals.refusals = found.refusals;
  EXPECT_EQ(closest(batch, refusals).value().item, 0);
  EXPECT_TRUE(std::ranges::equal(found.refusals, expected) ||
              found.refusals[1] == Refusal::none);  // nothing is read behind an item that meets
  const double margins[] = {0, 0, 0, 0, 0, 0, kWithoutEnd};
  batch.radii = {};
  ASSERT_TRUE(compare_to_margins(batch, std::span<const double>(margins), found.all(false)));
  EXPECT_EQ(found.refusals[6], Refusal::margin);
  std::vector<typename BodyTypes<D>::Contact> regions(7);
  EXPECT_EQ(contacts(batch, regions).value().refused, 5);
  EXPECT_EQ(regions[1].verdict, Verdict::undecided);
  std::vector<typename BodyTypes<D>::Cast> moved(7);
  EXPECT_EQ(casts(batch, std::span<const Motion<D>>(drawn.motions), moved).value().refused, 5);
}

template <int D>
void expect_whole_refusals(const DrawnBodies<D>& drawn, const Motion<D>& turning) {
  BodyBatch<D> batch = drawn.batch(0);
  const std::size_t n = kBatchItems;
  BodyArrays<D> found(n), few(n - 1);
  EXPECT_FALSE(intersects(batch, found.all(true))) << "distances of a verdict";
  EXPECT_FALSE(intersects(batch, few.all(false))) << "a short output";
  EXPECT_FALSE(intersects(batch, {}, chosen([&](BatchOptions& o) { o.certify = true; })));
  EXPECT_FALSE(intersects(batch, {}, chosen([&](BatchOptions& o) { o.beyond = 1; })));
  EXPECT_FALSE(distances(batch, {}, chosen([&](BatchOptions& o) { o.width = 1e-3; })));
  EXPECT_FALSE(distances(batch, {}, chosen([&](BatchOptions& o) { o.beyond = -1; })));
  EXPECT_FALSE(intersects(batch, {}, chosen([&](BatchOptions& o) { o.begin = batch.count + 1; })));
  EXPECT_FALSE(compare_to_margins(batch, {}, {})) << "no margins";
  EXPECT_FALSE(closest(batch, found.all(false))) << "verdicts of the closest";
  std::vector<typename BodyTypes<D>::Contact> regions(n);
  std::vector<typename BodyTypes<D>::Penetration> depths(n);
  std::vector<typename BodyTypes<D>::Cast> moved(n);
  EXPECT_FALSE(contacts(batch, std::span(regions).first(n - 1)));
  EXPECT_FALSE(penetrations(batch, std::span(depths).first(n - 1)));
  EXPECT_FALSE(casts(batch, Column<Motion<D>>(), moved)) << "no motions";
  EXPECT_EQ(casts(batch, Column<Motion<D>>::same(turning), moved).error().code,
            ErrorCode::not_served);
  EXPECT_TRUE(casts(batch, std::span<const Motion<D>>(drawn.motions), moved));
  batch.radii = std::span<const double>(drawn.radii);
  EXPECT_EQ(contacts(batch, regions).error().code, ErrorCode::not_served);
  EXPECT_EQ(penetrations(batch, depths).error().code, ErrorCode::not_served);
  EXPECT_EQ(casts(batch, std::span<const Motion<D>>(drawn.motions), moved).error().code,
            ErrorCode::not_served);
  BodyBatch<D> wrong = batch;
  wrong.count = batch.count + 1;
  EXPECT_FALSE(intersects(wrong, {}));
  wrong.count = -1;
  EXPECT_FALSE(intersects(wrong, {}));
  const BodyBatch<D> nothing;
  EXPECT_EQ(intersects(nothing, {}).value().next, 0);
  EXPECT_EQ(contacts(nothing, {}).value().next, 0);
  EXPECT_EQ(casts(nothing, Column<Motion<D>>(), {}).value().next, 0);
  EXPECT_EQ(closest(nothing).value().item, -1);
}

}  // namespace sunder::test

/// The tests of one kind of bodies: `drawn(items)` makes the tables, `turning` is a motion that turns.
#define SUNDER_BODY_BATCH_TESTS(name, drawn, turning)                                 \
  TEST(name, AreSingleQueriesInEveryForm) { expect_single_queries(drawn); }           \
  TEST(name, HaveContactsDepthsAndCasts) { expect_contacts_depths_and_casts(drawn); } \
  TEST(name, FindTheClosestItem) { expect_closest(drawn); }                           \
  TEST(name, FartherItemsAreNotMeasured) { expect_farther_items_unmeasured(drawn); }  \
  TEST(name, StopAtTheLowestHitsAndGoOn) { expect_stops_and_resumes(drawn); }         \
  TEST(name, WhatCannotBeReadIsRefusedItemByItem) { expect_item_refusals(drawn); }    \
  TEST(name, WrongRequestsAreRefusedAsAWhole) { expect_whole_refusals(drawn, turning); }
