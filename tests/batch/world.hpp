// SPDX-License-Identifier: Apache-2.0
//
// Builds batches, and computes the single query's answer for each item: the oracle of every test
// here.
#pragma once

#include <cfenv>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <gtest/gtest.h>
#include <type_traits>
#include <vector>

#include "oracle/host_state.hpp"
#include "suite/random.hpp"
#include "sunder/sunder.hpp"

namespace sunder::test {

using suite::Random;

/// Returns a number in [low, high), of any bits.
inline double between(Random& random, double low, double high) {
  return low + (high - low) * (static_cast<double>(random.bits() >> 11) * 0x1p-53);
}
inline std::int32_t below(Random& random, std::size_t count) {
  return static_cast<std::int32_t>(random.bits() % count);
}

enum class Form : std::uint8_t { poses, doubles, floats };

template <int D>
using PosedOf = std::conditional_t<D == 2, Posed2, Posed3>;

/// The tables and lists of a batch. Matrices are stored as doubles. `form` selects the form that
/// the batch gets; floats are their roundings.
template <int D>
struct World {
  static constexpr std::size_t kEntries = std::size_t{D} * (D + 1);
  using Rows = std::array<double, kEntries>;

  Form form = Form::doubles;
  std::vector<Polytope<D>> hulls;
  std::vector<Rows> rows;
  std::vector<Pose<D>> poses;
  std::vector<float> floats;
  std::vector<std::int32_t> hull_a, hull_b, pose_a, pose_b;

  /// To be called after all rows are added; it adds quaternions only if the form is poses.
  void set_form(Form wanted) {
    form = wanted;
    floats.clear();
    if (form == Form::floats) {
      for (Rows& matrix : rows) {
        for (double& entry : matrix) {
          const auto narrow = static_cast<float>(entry);
          floats.push_back(std::isfinite(narrow) ? narrow : 1.0F);
          entry = static_cast<double>(floats.back());
        }
      }
    }
    poses.clear();
    for (const Rows& matrix : rows) poses.push_back(Pose<D>::from_matrix(matrix).value());
  }

  void add_item(std::int32_t of_a, std::int32_t of_b, std::int32_t at_a, std::int32_t at_b) {
    hull_a.push_back(of_a);
    hull_b.push_back(of_b);
    pose_a.push_back(at_a);
    pose_b.push_back(at_b);
  }
  /// Adds `count` items of any hull at any pose.
  void add_random_items(Random& random, int count) {
    for (int i = 0; i < count; ++i) {
      const std::int32_t of_a = below(random, hulls.size());
      const std::int32_t of_b = below(random, hulls.size());
      const std::int32_t at_a = below(random, rows.size());
      const std::int32_t at_b = below(random, rows.size());
      add_item(of_a, of_b, at_a, at_b);
    }
  }

  std::int64_t count() const { return static_cast<std::int64_t>(hull_a.size()); }

  PairBatch<D> batch() const {
    PairBatch<D> batch;
    batch.bodies = std::span<const Polytope<D>>(hulls);
    const auto size = static_cast<std::int64_t>(rows.size());
    switch (form) {
      case Form::poses:
        batch.poses = Column<Pose<D>>(std::span<const Pose<D>>(poses));
        break;
      case Form::doubles:
        batch.poses = PoseTable<D>(rows.front().data(), size);
        break;
      case Form::floats:
        batch.poses = PoseTable<D>(floats.data(), size);
        break;
    }
    batch.body_a = std::span<const std::int32_t>(hull_a);
    batch.body_b = std::span<const std::int32_t>(hull_b);
    batch.pose_a = std::span<const std::int32_t>(pose_a);
    batch.pose_b = std::span<const std::int32_t>(pose_b);
    batch.count = count();
    return batch;
  }

  /// Returns the bodies of an item.
  PosedOf<D> a(std::size_t item) const { return posed(hull_a[item], pose_a[item]); }
  PosedOf<D> b(std::size_t item) const { return posed(hull_b[item], pose_b[item]); }

  Verdict single(std::int64_t item) const {
    const auto i = static_cast<std::size_t>(item);
    return intersects(a(i), b(i)).verdict;
  }
  std::vector<Verdict> singles() const {
    std::vector<Verdict> all;
    for (std::int64_t i = 0; i < count(); ++i) all.push_back(single(i));
    return all;
  }

 private:
  PosedOf<D> posed(std::int32_t hull, std::int32_t pose) const {
    return {hulls[static_cast<std::size_t>(hull)], poses[static_cast<std::size_t>(pose)]};
  }
};

/// The answers of a batch, and its report.
template <int D>
struct Answers {
  std::vector<Verdict> verdicts;
  std::vector<Stage> stages;
  std::vector<Refusal> refusals;
  BatchReport report;

  friend bool same_items(const Answers& a, const Answers& b) {
    return a.verdicts == b.verdicts && a.stages == b.stages && a.refusals == b.refusals;
  }
};

/// Returns the output of a call, in arrays with other contents before. `call` gets the output.
template <int D, class Call>
Answers<D> answers_of(const PairBatch<D>& batch, Verdict before, const Call& call) {
  const auto count = static_cast<std::size_t>(batch.count);
  Answers<D> answers;
  answers.verdicts.resize(count, before);
  answers.stages.resize(count, Stage::hint);
  answers.refusals.resize(count, Refusal::pose_b);
  BatchOutput<D> output;
  output.verdicts = answers.verdicts;
  output.stages = answers.stages;
  output.refusals = answers.refusals;
  answers.report = call(output).value();
  return answers;
}

template <int D>
Answers<D> ask(const PairBatch<D>& batch, const BatchOptions& options = {}) {
  return answers_of(batch, Verdict::undecided, [&](const BatchOutput<D>& output) {
    return intersects(batch, output, options);
  });
}

/// Batches on careless hosts must give the answers of single queries on a careful one.
template <int D>
void expect_no_host_matters(const World<D>& world) {
  const std::vector<Verdict> truth = world.singles();
  for (const int rounding : {FE_DOWNWARD, FE_UPWARD, FE_TOWARDZERO, FE_TONEAREST}) {
    Answers<D> answers;
    {
      const oracle::HostState host(rounding, true);
      answers = ask<D>(world.batch());
    }
    EXPECT_EQ(answers.verdicts, truth) << rounding;
  }
}

/// The report agrees with the arrays, where a hit is an item that meets.
template <int D>
void expect_sums(const Answers<D>& answers) {
  BatchReport counted;
  std::int64_t item = 0;
  std::int64_t bounds = 0;
  for (std::size_t i = 0; i < answers.verdicts.size(); ++i, ++item) {
    const Verdict verdict = answers.verdicts[i];
    counted.separated += verdict == Verdict::separated;
    counted.touching += verdict == Verdict::touching;
    counted.overlapping += verdict == Verdict::overlapping;
    const bool undecided = verdict == Verdict::undecided;
    counted.refused += undecided && answers.refusals[i] != Refusal::none;
    counted.unproven += undecided && answers.refusals[i] == Refusal::none;
    counted.skipped += verdict == Verdict::not_examined;
    bounds += answers.stages[i] == Stage::bounds;
    EXPECT_TRUE(undecided || answers.refusals[i] == Refusal::none) << i;
    EXPECT_EQ(verdict >= Verdict::undecided, answers.stages[i] == Stage::none) << i;
    const bool meets = verdict == Verdict::touching || verdict == Verdict::overlapping;
    if (meets && counted.first_hit < 0) counted.first_hit = item;
  }
  const BatchReport& report = answers.report;
  EXPECT_EQ(report.separated, counted.separated);
  EXPECT_EQ(report.touching, counted.touching);
  EXPECT_EQ(report.overlapping, counted.overlapping);
  EXPECT_EQ(report.refused, counted.refused);
  EXPECT_EQ(report.unproven, counted.unproven);
  EXPECT_EQ(report.skipped, counted.skipped);
  EXPECT_EQ(report.pruned, bounds);
  EXPECT_EQ(report.first_hit, counted.first_hit);
  std::uint64_t staged = 0;
  std::uint64_t decided = 0;
  for (const std::uint64_t of : report.counters.by_stage) staged += of;
  for (const std::uint64_t of : report.counters.by_algorithm) decided += of;
  const auto examined =
      static_cast<std::uint64_t>(counted.separated + counted.touching + counted.overlapping);
  EXPECT_EQ(staged, examined);
  EXPECT_EQ(decided, examined);
}

}  // namespace sunder::test
