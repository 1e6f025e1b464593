// SPDX-License-Identifier: Apache-2.0
//
// Tests pairs in configurations against the plain form: each pair in each configuration by a single
// query.
#include <algorithm>
#include <limits>

#include "batch/executors.hpp"
#include "batch/worlds.hpp"

namespace sunder::test {
namespace {

/// Bodies of a world in configurations of their own: the first `fixed` stay where they are.
template <int D>
struct Configurations {
  World<D> world;
  std::int64_t fixed, moving, count;
  std::vector<std::int32_t> body_a, body_b;

  /// `reach` scales offsets: how sparse the hits are.
  Configurations(World<D> from, std::uint64_t seed, std::int64_t still, std::int64_t configurations,
                 int pairs, double reach)
      : world(std::move(from)),
        fixed(still),
        moving(std::ssize(world.hulls) - still),
        count(configurations) {
    Random random(seed);
    const std::vector<typename World<D>::Rows> rows = world.rows;
    world.rows.clear();
    for (std::int64_t i = 0; i < fixed + moving * count; ++i) {
      auto matrix = rows[static_cast<std::size_t>(below(random, rows.size()))];
      for (std::size_t l = 0; l < D; ++l) matrix[l * (D + 1) + D] += reach * between(random, -1, 1);
      world.rows.push_back(matrix);
    }
    for (int i = 0; i < pairs; ++i) {
      body_a.push_back(below(random, world.hulls.size()));
      const auto others = static_cast<std::int32_t>(world.hulls.size()) - 1;
      const std::int32_t step = 1 + below(random, static_cast<std::size_t>(others));
      body_b.push_back((body_a.back() + step) % (others + 1));
    }
  }

  ConfigurationBatch<D> batch() const {
    const PairBatch<D> tables = world.batch();
    ConfigurationBatch<D> batch;
    batch.bodies = tables.bodies;
    batch.poses = tables.poses;
    batch.body_a = std::span<const std::int32_t>(body_a);
    batch.body_b = std::span<const std::int32_t>(body_b);
    batch.pairs = std::ssize(body_a);
    batch.configurations = count;
    batch.fixed = fixed;
    return batch;
  }

  PosedOf<D> posed(std::int32_t body, std::int64_t c) const {
    const std::int64_t at = body < fixed ? body : body + c * moving;
    return {world.hulls[static_cast<std::size_t>(body)], world.poses[static_cast<std::size_t>(at)]};
  }
  Verdict single(std::int64_t c, std::size_t pair) const {
    return intersects(posed(body_a[pair], c), posed(body_b[pair], c)).verdict;
  }
};

bool meets(Verdict verdict) {
  return verdict == Verdict::touching || verdict == Verdict::overlapping;
}

struct Truth {
  std::vector<Verdict> verdicts, pairs;
  std::vector<std::int32_t> first_hits;
  std::int64_t hits = 0;
};

template <int D>
Truth truth_of(const Configurations<D>& all) {
  Truth truth;
  for (std::int64_t c = 0; c < all.count; ++c) {
    std::int32_t first = -1;
    Verdict verdict = Verdict::separated;
    for (std::size_t pair = 0; pair < all.body_a.size(); ++pair) {
      truth.pairs.push_back(all.single(c, pair));
      if (first >= 0 || !meets(truth.pairs.back())) continue;
      first = static_cast<std::int32_t>(pair);
      verdict = truth.pairs.back();
    }
    truth.verdicts.push_back(verdict);
    truth.first_hits.push_back(first);
    truth.hits += first >= 0 ? 1 : 0;
  }
  return truth;
}

struct Found {
  std::vector<Verdict> verdicts, pairs;
  std::vector<std::int32_t> first_hits;
  std::vector<Refusal> refusals;
  BatchReport report;
};

/// Into arrays that hold other things before.
template <int D>
Found ask(const ConfigurationBatch<D>& batch, bool every_pair, const BatchOptions& options = {}) {
  Found found;
  const auto count = static_cast<std::size_t>(batch.configurations);
  found.verdicts.assign(count, Verdict::undecided);
  found.first_hits.assign(count, 1234);
  found.refusals.assign(count, Refusal::matrix_b);
  if (every_pair) {
    found.pairs.assign(count * static_cast<std::size_t>(batch.pairs), Verdict::undecided);
  }
  ConfigurationOutput output;
  output.verdicts = found.verdicts;
  output.first_hits = found.first_hits;
  output.refusals = found.refusals;
  output.pair_verdicts = found.pairs;
  found.report = intersects(batch, output, options).value();
  const BatchReport& report = found.report;
  EXPECT_EQ(
      report.separated + report.touching + report.overlapping + report.refused + report.skipped,
      batch.configurations - options.begin);
  return found;
}

template <int D>
void expect_agreement(const Configurations<D>& all) {
  const Truth truth = truth_of(all);
  Backwards backwards;
  Threads threads(3);
  for (const bool every_pair : {false, true}) {
    for (const std::int64_t chunk : {0, 1, 13, 64, 1000}) {
      for (Executor* executor :
           {static_cast<Executor*>(nullptr), static_cast<Executor*>(&backwards),
            static_cast<Executor*>(&threads)}) {
        BatchOptions options;
        options.chunk = chunk;
        options.executor = executor;
        const Found found = ask(all.batch(), every_pair, options);
        ASSERT_EQ(found.verdicts, truth.verdicts);
        ASSERT_EQ(found.first_hits, truth.first_hits);
        EXPECT_EQ(found.refusals, std::vector<Refusal>(truth.verdicts.size(), Refusal::none));
        if (every_pair) {
          ASSERT_EQ(found.pairs, truth.pairs);
        }
        EXPECT_EQ(found.report.touching + found.report.overlapping, truth.hits);
        EXPECT_EQ(found.report.next, all.count);
      }
    }
  }
}

TEST(BatchConfigurations, SpaceAgreesWithThePlainForm) {
  std::int64_t hits = 0;
  std::int64_t free = 0;
  for (const Maker3& maker : makers3()) {
    SCOPED_TRACE(maker.name);
    World<3> world = maker.make(121, 10);
    Configurations<3> all(std::move(world), 122, 1, 40, 5, 5);
    for (const Form form : {Form::poses, Form::doubles, Form::floats}) {
      all.world.set_form(form);
      const Truth truth = truth_of(all);
      const Found found = ask(all.batch(), form == Form::doubles);
      EXPECT_EQ(found.verdicts, truth.verdicts);
      EXPECT_EQ(found.first_hits, truth.first_hits);
      hits += truth.hits;
      free += all.count - truth.hits;
    }
  }
  EXPECT_GT(hits, 200);
  EXPECT_GT(free, 200);
}

/// Few and many configurations, few and many pairs: either order of work.
TEST(BatchConfigurations, EveryPartitionAgrees) {
  for (const std::int64_t count : {1, 15, 16, 300}) {
    for (const int pairs : {1, 9, 300}) {
      if (count * pairs > 10000) continue;
      for (const std::size_t kind : {std::size_t{0}, std::size_t{10}}) {
        Configurations<3> all(makers3()[kind].make(123, 10), 124, 2, count, pairs, 9);
        all.world.set_form(Form::floats);
        expect_agreement(all);
      }
    }
  }
}

TEST(BatchConfigurations, PlaneAgreesWithThePlainForm) {
  Configurations<2> all(polygons(125, 20), 126, 3, 70, 30, 8);
  all.world.set_form(Form::doubles);
  expect_agreement(all);
}

TEST(BatchConfigurations, TheLowestHitsAndAnyHits) {
  Configurations<3> all(makers3()[10].make(127, 10), 128, 1, 400, 4, 2);
  all.world.set_form(Form::doubles);
  const Truth truth = truth_of(all);
  Threads threads(3);
  for (const BatchHit hit : {BatchHit::meets, BatchHit::apart}) {
    for (const std::int64_t hits : {1, 6, 40}) {
      const auto is_hit = [&](std::size_t c) {
        return meets(truth.verdicts[c]) == (hit == BatchHit::meets);
      };
      std::int64_t left = hits;
      std::size_t next = 0;
      while (next < truth.verdicts.size() && left > 0) left -= is_hit(next++) ? 1 : 0;
      ASSERT_EQ(left, 0) << truth.hits;
      for (const std::int64_t chunk : {0, 1, 20, 300}) {
        BatchOptions options;
        options.stop = BatchStop::first;
        options.hit = hit;
        options.hits = hits;
        options.chunk = chunk;
        options.executor = chunk == 20 ? &threads : nullptr;
        const Found found = ask(all.batch(), chunk == 300, options);
        EXPECT_EQ(found.report.next, static_cast<std::int64_t>(next));
        for (std::size_t c = 0; c < truth.verdicts.size(); ++c) {
          EXPECT_EQ(found.verdicts[c], c < next ? truth.verdicts[c] : Verdict::not_examined) << c;
          EXPECT_EQ(found.first_hits[c], c < next ? truth.first_hits[c] : -1) << c;
        }
        for (std::size_t i = 4 * next; i < found.pairs.size(); ++i) {
          EXPECT_EQ(found.pairs[i], Verdict::not_examined) << i;
        }
        options.stop = BatchStop::any;
        const Found some = ask(all.batch(), false, options);
        std::int64_t seen = 0;
        for (std::size_t c = 0; c < truth.verdicts.size(); ++c) {
          if (some.verdicts[c] == Verdict::not_examined) continue;
          EXPECT_EQ(some.verdicts[c], truth.verdicts[c]) << c;
          seen += is_hit(c) ? 1 : 0;
        }
        EXPECT_GE(seen, hits);
      }
    }
  }
}

TEST(BatchConfigurations, WhatWasCancelledGoesOnWhereItEnded) {
  Configurations<3> all(makers3().front().make(129, 10), 130, 0, 300, 5, 12);
  all.world.set_form(Form::doubles);
  const Truth truth = truth_of(all);
  std::atomic<bool> cancel = false;
  BatchOptions options;
  options.chunk = 20;
  options.cancel = &cancel;
  options.progress = [&](std::int64_t settled, std::int64_t total) {
    EXPECT_EQ(total, 300);
    cancel = settled >= 100;
  };
  const ConfigurationBatch<3> batch = all.batch();
  std::vector<Verdict> verdicts(300);
  const BatchReport cut = intersects(batch, {.verdicts = verdicts}, options).value();
  EXPECT_TRUE(cut.cancelled);
  EXPECT_EQ(cut.next, 100);
  EXPECT_EQ(verdicts[100], Verdict::not_examined);
  options = {};
  options.begin = cut.next;
  ASSERT_TRUE(intersects(batch, {.verdicts = verdicts}, options).has_value());
  EXPECT_EQ(verdicts, truth.verdicts);
}

/// A pair that cannot be asked leaves its configuration undecided, unless another pair meets.
TEST(BatchConfigurations, RefusedPairsAreTold) {
  for (const std::int64_t count : {5, 60}) {
    Configurations<3> all(makers3().front().make(131, 10), 132, 1, count, 8, 30);
    all.world.set_form(Form::doubles);
    const Truth truth = truth_of(all);
    ConfigurationBatch<3> batch = all.batch();
    std::vector<std::int32_t> body_a = all.body_a;
    body_a[3] = static_cast<std::int32_t>(all.world.hulls.size());
    batch.body_a = std::span<const std::int32_t>(body_a);
    const Found found = ask(batch, true);
    for (std::size_t c = 0; c < static_cast<std::size_t>(count); ++c) {
      std::int32_t first = -1;
      for (std::size_t pair = 0; pair < 8; ++pair) {
        const Verdict verdict = found.pairs[8 * c + pair];
        EXPECT_EQ(verdict, pair == 3 ? Verdict::undecided : truth.pairs[8 * c + pair]);
        if (pair != 3 && first < 0 && meets(verdict)) first = static_cast<std::int32_t>(pair);
      }
      EXPECT_EQ(found.first_hits[c], first);
      const bool before = first >= 0 && first < 3;
      EXPECT_EQ(found.refusals[c], before ? Refusal::none : Refusal::body_a) << c;
      const Verdict whole =
          first < 0 ? Verdict::undecided : found.pairs[8 * c + static_cast<std::size_t>(first)];
      EXPECT_EQ(found.verdicts[c], whole) << c;
    }
    EXPECT_GT(found.report.refused, 0);
    const Found early = ask(batch, false);
    EXPECT_EQ(early.verdicts, found.verdicts);
    EXPECT_EQ(early.first_hits, found.first_hits);
    EXPECT_EQ(early.refusals, found.refusals);
  }
  Configurations<3> all(makers3().front().make(133, 10), 134, 1, 30, 8, 50);
  all.world.set_form(Form::doubles);
  // Every body of configuration 7 is nowhere.
  for (std::int64_t k = 0; k < all.moving; ++k) {
    all.world.rows[static_cast<std::size_t>(all.fixed + 7 * all.moving + k)][3] =
        std::numeric_limits<double>::infinity();
  }
  const Found found = ask(all.batch(), false);
  EXPECT_EQ(found.verdicts[7], Verdict::undecided);
  EXPECT_TRUE(found.refusals[7] == Refusal::matrix_a || found.refusals[7] == Refusal::matrix_b);
  EXPECT_EQ(found.report.refused, 1);
}

TEST(BatchConfigurations, ShapesAreChecked) {
  Configurations<3> all(makers3().front().make(135, 10), 136, 1, 10, 4, 3);
  all.world.set_form(Form::doubles);
  const ConfigurationBatch<3> good = all.batch();
  std::vector<Verdict> verdicts(10);
  const auto refused = [&](const ConfigurationBatch<3>& batch, const BatchOptions& options = {}) {
    const auto report = intersects(batch, {.verdicts = verdicts}, options);
    return !report && report.error().code == ErrorCode::wrong_shape;
  };
  EXPECT_FALSE(refused(good));
  for (const auto& change : {+[](ConfigurationBatch<3>& b) { b.poses.count -= 1; },
                             +[](ConfigurationBatch<3>& b) { b.pairs = -1; },
                             +[](ConfigurationBatch<3>& b) { b.pairs = 5; },
                             +[](ConfigurationBatch<3>& b) { b.configurations = 11; },
                             +[](ConfigurationBatch<3>& b) { b.configurations = 1LL << 31; },
                             +[](ConfigurationBatch<3>& b) { b.fixed = b.bodies.count + 1; },
                             +[](ConfigurationBatch<3>& b) { b.fixed = -1; }}) {
    ConfigurationBatch<3> bad = good;
    change(bad);
    EXPECT_TRUE(refused(bad));
  }
  BatchOptions options;
  options.certify = true;
  EXPECT_TRUE(refused(good, options));
  // No pair: free; no configuration: nothing.
  ConfigurationBatch<3> empty = good;
  empty.pairs = 0;
  EXPECT_EQ(intersects(empty, {.verdicts = verdicts}).value().separated, 10);
  empty = good;
  empty.configurations = 0;
  EXPECT_EQ(intersects(empty, {}).value().skipped, 0);
}

TEST(BatchConfigurations, AnyDimension) {
  const std::vector<PolytopeN> bodies{PolytopeN::cross(4, 1), PolytopeN::simplex(4, 1),
                                      PolytopeN::box(VectorN(4, 0.5))};
  Random random(137);
  std::vector<double> rows;
  for (int pose = 0; pose < 1 + 2 * 25; ++pose) {
    for (int k = 0; k < 20; ++k) {
      const double offset = k % 5 == 4 ? static_cast<double>(below(random, 5)) - 2 : 0;
      rows.push_back(k % 5 == k / 5 ? 1 : offset);
    }
  }
  const std::vector<std::int32_t> body_a{0, 0, 1};
  const std::vector<std::int32_t> body_b{1, 2, 2};
  ConfigurationBatch<kRunTime> batch;
  batch.bodies = std::span<const PolytopeN>(bodies);
  batch.poses = PoseTable<kRunTime>(rows.data(), 51, 4);
  batch.body_a = std::span<const std::int32_t>(body_a);
  batch.body_b = std::span<const std::int32_t>(body_b);
  batch.pairs = 3;
  batch.configurations = 25;
  batch.fixed = 1;
  const Found found = ask(batch, true);
  std::int64_t hits = 0;
  for (std::int64_t c = 0; c < 25; ++c) {
    const auto pose = [&](std::int32_t body) {
      const std::int64_t at = body < 1 ? 0 : body + 2 * c;
      return PoseN::from_matrix({rows.data() + 20 * at, 20}, 4).value();
    };
    for (std::size_t pair = 0; pair < 3; ++pair) {
      const PoseN of_a = pose(body_a[pair]);
      const PoseN of_b = pose(body_b[pair]);
      const Verdict single =
          intersects(PosedN{bodies[static_cast<std::size_t>(body_a[pair])], of_a},
                     PosedN{bodies[static_cast<std::size_t>(body_b[pair])], of_b})
              .verdict;
      EXPECT_EQ(found.pairs[3 * static_cast<std::size_t>(c) + pair], single);
      hits += meets(single) ? 1 : 0;
    }
  }
  EXPECT_GT(hits, 2);
}

}  // namespace
}  // namespace sunder::test
