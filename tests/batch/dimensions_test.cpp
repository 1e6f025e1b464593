// SPDX-License-Identifier: Apache-2.0
//
// Batches of run-time dimension: answered like single queries, in each form of poses. Items that
// mix dimensions are refused one by one.
#include <algorithm>

#include "batch/executors.hpp"
#include "batch/world.hpp"

namespace sunder::test {
namespace {

/// Simplices, boxes of many dimensions and clouds, at poses on a coarse grid, so that some touch.
struct WorldN {
  int d;
  std::vector<PolytopeN> hulls;
  std::vector<double> rows;
  std::vector<float> floats;
  std::vector<PoseN> poses;
  std::vector<std::int32_t> hull_a, hull_b, pose_a, pose_b;

  WorldN(std::uint64_t seed, int dimension, std::size_t items) : d(dimension) {
    Random random(seed);
    hulls.push_back(PolytopeN::simplex(d, 1));
    hulls.push_back(PolytopeN::cross(d, 2));
    hulls.push_back(PolytopeN::box(VectorN(static_cast<std::size_t>(d), 0.5)));
    hulls.push_back(cloud(random, 12));
    const std::size_t per_pose = static_cast<std::size_t>(d) * static_cast<std::size_t>(d + 1);
    for (int i = 0; i < 40; ++i) {
      for (std::size_t k = 0; k < per_pose; ++k) rows.push_back(entry(random, i, k));
    }
    for (const double entry : rows) floats.push_back(static_cast<float>(entry));
    for (std::size_t i = 0; i < 40; ++i) {
      poses.push_back(PoseN::from_matrix({rows.data() + i * per_pose, per_pose}, d).value());
    }
    for (std::size_t i = 0; i < items; ++i) {
      hull_a.push_back(below(random, hulls.size()));
      hull_b.push_back(below(random, hulls.size()));
      pose_a.push_back(below(random, poses.size()));
      pose_b.push_back(below(random, poses.size()));
    }
  }

  PolytopeN cloud(Random& random, int count) const {
    std::vector<double> coordinates;
    for (int i = 0; i < count * d; ++i) coordinates.push_back(between(random, -1, 1));
    return PolytopeN::from_points(coordinates.data(), count, d, 8LL * d).value();
  }
  /// Eighths, which floats represent.
  double entry(Random& random, int pose, std::size_t k) const {
    const auto columns = static_cast<std::size_t>(d + 1);
    const bool last = k % columns == columns - 1;
    if (last) return static_cast<double>(below(random, 5)) - 2;
    const double one = k / columns == k % columns ? 1 : 0;
    return pose % 2 == 0 ? one : one + (static_cast<double>(below(random, 5)) - 2) / 8;
  }

  PairBatch<kRunTime> batch(Form form) const {
    PairBatch<kRunTime> batch;
    batch.bodies = std::span<const PolytopeN>(hulls);
    if (form == Form::poses) batch.poses = Column<PoseN>(std::span<const PoseN>(poses));
    if (form == Form::doubles) batch.poses = PoseTable<kRunTime>(rows.data(), 40, d);
    if (form == Form::floats) batch.poses = PoseTable<kRunTime>(floats.data(), 40, d);
    batch.body_a = std::span<const std::int32_t>(hull_a);
    batch.body_b = std::span<const std::int32_t>(hull_b);
    batch.pose_a = std::span<const std::int32_t>(pose_a);
    batch.pose_b = std::span<const std::int32_t>(pose_b);
    batch.count = std::ssize(hull_a);
    return batch;
  }
  PosedN a(std::size_t i) const { return posed(hull_a[i], pose_a[i]); }
  PosedN b(std::size_t i) const { return posed(hull_b[i], pose_b[i]); }

 private:
  PosedN posed(std::int32_t hull, std::int32_t pose) const {
    return {hulls[static_cast<std::size_t>(hull)], poses[static_cast<std::size_t>(pose)]};
  }
};

constexpr std::array kForms{Form::poses, Form::doubles, Form::floats};

TEST(BatchDimensions, VerdictsAndDistancesAreThoseOfSingleQueries) {
  Threads threads(8);
  for (int d = 1; d <= 5; ++d) {
    const WorldN world(static_cast<std::uint64_t>(d), d, 40);
    for (const Form form : kForms) {
      BatchOptions options;
      options.executor = form == Form::floats ? &threads : nullptr;
      options.chunk = 7;
      std::vector<Verdict> verdicts(40);
      std::vector<Interval> intervals(40);
      BatchOutput<kRunTime> output;
      output.verdicts = verdicts;
      const BatchReport report = intersects(world.batch(form), output, options).value();
      std::array<std::int64_t, 3> counted{};
      for (std::size_t i = 0; i < 40; ++i) {
        EXPECT_EQ(verdicts[i], intersects(world.a(i), world.b(i)).verdict) << d << " " << i;
        ++counted.at(static_cast<std::size_t>(verdicts[i]));
      }
      EXPECT_EQ(report.separated, counted[0]);
      EXPECT_EQ(report.touching, counted[1]);
      EXPECT_EQ(report.overlapping, counted[2]);
      output.distances = intervals;
      ASSERT_TRUE(distances(world.batch(form), output, options).has_value());
      for (std::size_t i = 0; i < 40; ++i) {
        EXPECT_EQ(intervals[i].lower, distance(world.a(i), world.b(i)).distance.lower)
            << d << " " << i;
      }
    }
  }
}

/// One distance for all and a radius for each polytope; some distances equal the margin exactly.
TEST(BatchDimensions, MarginsAreThoseOfSingleQueries) {
  Threads threads(4);
  constexpr double kMargins[] = {0, 0.5, 1, -0.25, 2};
  for (int d = 1; d <= 5; ++d) {
    const WorldN world(static_cast<std::uint64_t>(30 + d), d, 40);
    const double radii[] = {0, 0.25, 0.5, 0};
    for (const double m : kMargins) {
      BatchMargins margins{Column<double>::same(m), std::span<const double>(radii)};
      std::vector<Verdict> verdicts(40);
      std::vector<Refusal> refusals(40);
      BatchOutput<kRunTime> output;
      output.verdicts = verdicts;
      output.refusals = refusals;
      BatchOptions options;
      options.executor = d % 2 == 0 ? &threads : nullptr;
      options.chunk = 9;
      const auto form = kForms.at(static_cast<std::size_t>(d) % 3);
      const BatchReport report =
          compare_to_margins(world.batch(form), margins, output, options).value();
      std::int64_t refused = 0;
      for (std::size_t i = 0; i < 40; ++i) {
        const Margin margin{m, radii[world.hull_a[i]], radii[world.hull_b[i]]};
        const auto single = compare_to_margin(world.a(i), world.b(i), margin);
        EXPECT_EQ(refusals[i], single ? Refusal::none : Refusal::margin) << d << " " << i;
        EXPECT_EQ(single.has_value(), m + margin.radius_a + margin.radius_b >= 0);
        refused += single ? 0 : 1;
        if (!single) continue;
        EXPECT_EQ(verdicts[i], single.value().verdict) << d << " " << i;
      }
      EXPECT_EQ(report.refused, refused);
      EXPECT_EQ(report.separated + report.touching + report.overlapping, 40 - refused);
      EXPECT_EQ(refused > 0, m < 0);
    }
  }
}

TEST(BatchDimensions, ProposalsAreProven) {
  const WorldN world(6, 4, 60);
  std::vector<HintN> hints(60);
  BatchOutput<kRunTime> output;
  output.hints = hints;
  BatchOptions options;
  options.certify = true;
  const BatchReport truth = intersects(world.batch(Form::doubles), output, options).value();
  hints[5].verdict =
      hints[5].verdict == Verdict::separated ? Verdict::overlapping : Verdict::separated;
  std::vector<Verdict> verdicts(60);
  BatchOutput<kRunTime> proven;
  proven.verdicts = verdicts;
  const BatchReport report =
      prove_batch(world.batch(Form::floats), std::span<const ProposalN>(hints), proven).value();
  EXPECT_EQ(verdicts[5], Verdict::undecided);
  std::int64_t unproven = 0;
  for (std::size_t i = 0; i < 60; ++i) {
    const Decision one = prove(world.a(i), world.b(i), hints[i]);
    EXPECT_EQ(verdicts[i], one.verdict) << i;
    unproven += one.proven ? 0 : 1;
  }
  EXPECT_EQ(report.unproven, unproven);
  EXPECT_EQ(truth.separated + truth.touching + truth.overlapping, 60);
}

TEST(BatchDimensions, TheClosestIsFound) {
  for (int d = 2; d <= 4; ++d) {
    WorldN world(static_cast<std::uint64_t>(10 + d), d, 50);
    for (std::size_t i = 0; i < 50; ++i) {
      if (distance(world.a(i), world.b(i)).distance.upper > 0) continue;
      world.hull_a[i] = world.hull_a[49];
      world.hull_b[i] = world.hull_b[49];
      world.pose_a[i] = world.pose_a[49];
      world.pose_b[i] = world.pose_b[49];
    }
    std::size_t best = 0;
    for (std::size_t i = 1; i < 50; ++i) {
      const double upper = distance(world.a(i), world.b(i)).distance.upper;
      if (upper < distance(world.a(best), world.b(best)).distance.lower) best = i;
    }
    const Closest found = closest(world.batch(Form::doubles)).value();
    EXPECT_EQ(found.distance.lower, distance(world.a(best), world.b(best)).distance.lower) << d;
    Threads threads(3);
    BatchOptions options;
    options.executor = &threads;
    options.chunk = 3;
    EXPECT_EQ(closest(world.batch(Form::doubles), {}, options).value().item, found.item);
  }
}

TEST(BatchDimensions, MixedDimensionsAreRefusedOneByOne) {
  WorldN world(20, 3, 30);
  const std::vector<double> flat{1, 0, 5, 0, 1, 5};
  world.hulls.push_back(PolytopeN::simplex(2, 1));
  world.poses.push_back(PoseN::from_matrix(flat, 2).value());
  world.hull_a[2] = 4;
  world.pose_b[3] = 40;
  world.hull_a[4] = world.hull_b[4] = 4;
  world.pose_a[4] = world.pose_b[4] = 40;
  world.pose_a[5] = 41;
  std::vector<Verdict> verdicts(30);
  std::vector<Refusal> refusals(30);
  BatchOutput<kRunTime> output;
  output.verdicts = verdicts;
  output.refusals = refusals;
  const BatchReport report = intersects(world.batch(Form::poses), output).value();
  EXPECT_EQ(refusals[2], Refusal::dimension);
  EXPECT_EQ(refusals[3], Refusal::dimension);
  EXPECT_EQ(refusals[4], Refusal::none);
  EXPECT_EQ(verdicts[4], Verdict::overlapping);
  EXPECT_EQ(refusals[5], Refusal::pose_a);
  EXPECT_EQ(report.refused, 3);
  // A table of matrices has one dimension: that of 3-D does not fit the 2-D simplex.
  world.pose_a[2] = world.pose_b[2] = world.pose_b[3] = world.pose_a[4] = world.pose_b[4] = 0;
  const BatchReport matrices = intersects(world.batch(Form::doubles), output).value();
  EXPECT_EQ(refusals[2], Refusal::dimension);
  EXPECT_EQ(refusals[3], Refusal::none);
  EXPECT_EQ(refusals[4], Refusal::dimension);
  EXPECT_EQ(matrices.refused, 3);
}

TEST(BatchDimensions, TheDimensionOfATableIsChecked) {
  const WorldN world(21, 3, 5);
  for (const int d : {0, -3, 1 << 30}) {
    PairBatch<kRunTime> batch = world.batch(Form::doubles);
    batch.poses.dimension = d;
    const auto report = intersects(batch, BatchOutput<kRunTime>());
    ASSERT_FALSE(report.has_value());
    EXPECT_EQ(report.error().code, ErrorCode::wrong_shape);
  }
}

}  // namespace
}  // namespace sunder::test
