// SPDX-License-Identifier: Apache-2.0
//
// Margins of a batch are compared like single ones: for every kind of world, form of poses,
// instruction set and split, on any host.
#include <algorithm>
#include <cfenv>
#include <limits>

#include "batch/executors.hpp"
#include "batch/worlds.hpp"
#include "lanes/every_target.hpp"
#include "oracle/host_state.hpp"

namespace sunder::test {
namespace {

constexpr std::array kForms{Form::poses, Form::doubles, Form::floats};

struct Paddings {
  std::vector<double> distances, radii;

  BatchMargins margins() const {
    return {std::span<const double>(distances), std::span<const double>(radii)};
  }
};

/// Margins of both signs, some equal to integer distances of the bodies, and none.
template <int D>
Paddings paddings(const World<D>& world, std::uint64_t seed) {
  constexpr std::array kDistances{0.0, 1.0, -0.25, 0.5, 2.0, 1e-300, 1e6, -3.0};
  Random random(seed);
  Paddings made;
  for (std::int64_t i = 0; i < world.count(); ++i) {
    const std::size_t choice = random.bits() % (2 * kDistances.size());
    const double other = between(random, -0.5, 3);
    made.distances.push_back(choice < kDistances.size() ? kDistances[choice] : other);
  }
  for (std::size_t i = 0; i < world.hulls.size(); ++i) {
    made.radii.push_back(i % 3 == 0 ? 0.0 : between(random, 0, 0.5));
  }
  return made;
}

template <int D>
Verdict single(const World<D>& world, const Paddings& paddings, std::size_t i) {
  const Margin margin{paddings.distances[i],
                      paddings.radii[static_cast<std::size_t>(world.hull_a[i])],
                      paddings.radii[static_cast<std::size_t>(world.hull_b[i])]};
  return compare_to_margin(world.a(i), world.b(i), margin).value().verdict;
}

template <int D>
std::vector<Verdict> singles(const World<D>& world, const Paddings& paddings) {
  std::vector<Verdict> all;
  for (std::size_t i = 0; i < paddings.distances.size(); ++i) {
    all.push_back(single(world, paddings, i));
  }
  return all;
}

template <int D>
Answers<D> compare(const PairBatch<D>& batch, const BatchMargins& margins,
                   const BatchOptions& options = {}) {
  return answers_of(batch, Verdict::undecided, [&](const BatchOutput<D>& output) {
    return compare_to_margins(batch, margins, output, options);
  });
}

TEST(BatchMargins, SpaceAgreesWithSingleQueries) {
  for (const Maker3& maker : makers3()) {
    for (const Form form : kForms) {
      SCOPED_TRACE(maker.name);
      World<3> world = maker.make(71, 60);
      world.set_form(form);
      const Paddings padded = paddings(world, 72);
      const Answers<3> answers = compare<3>(world.batch(), padded.margins());
      EXPECT_EQ(answers.verdicts, singles(world, padded)) << static_cast<int>(form);
      expect_sums(answers);
    }
  }
}

TEST(BatchMargins, PlaneAgreesWithSingleQueries) {
  for (const Form form : kForms) {
    World<2> world = polygons(73, 300);
    world.set_form(form);
    const Paddings padded = paddings(world, 74);
    const Answers<2> answers = compare<2>(world.batch(), padded.margins());
    EXPECT_EQ(answers.verdicts, singles(world, padded));
    expect_sums(answers);
  }
}

/// Balls of pairs that are far from their margin, on each side of it.
TEST(BatchMargins, LanesSettleWhatIsClear) {
  World<3> world = makers3().front().make(75, 800);
  for (const Form form : kForms) {
    world.set_form(form);
    Paddings padded = paddings(world, 76);
    for (std::size_t i = 0; i < padded.distances.size(); ++i) {
      padded.distances[i] = i % 2 == 0 ? 100.0 : -100.0;
    }
    const std::vector<Verdict> truth = singles(world, padded);
    detail::on_every_target([&] {
      const Answers<3> answers = compare<3>(world.batch(), padded.margins());
      EXPECT_EQ(answers.verdicts, truth);
      EXPECT_GT(answers.report.pruned, 780);
      EXPECT_GT(answers.report.overlapping, 300);
      EXPECT_GT(answers.report.separated, 300);
      expect_sums(answers);
    });
  }
}

/// Just beyond and just short of the proofs by balls: margins within some ulps of a float of d -+
/// r.
TEST(BatchMargins, BallsClaimNothingTooMuch) {
  World<3> world;
  world.hulls.push_back(Polytope3::cross(3));
  world.hulls.push_back(Polytope3::icosahedron(1));
  Random random(77);
  for (int i = 0; i < 64; ++i) world.rows.push_back(rotation(random, 3));
  world.set_form(Form::doubles);
  world.add_random_items(random, 600);
  Paddings padded;
  padded.radii = {0, 0};
  for (std::size_t i = 0; i < 600; ++i) {
    const PosedOf<3> a = world.a(i);
    const PosedOf<3> b = world.b(i);
    double squared = 0;
    for (int l = 0; l < 3; ++l) squared += std::pow(b.pose().offset(l) - a.pose().offset(l), 2);
    const Ball<3> out_a = a.polytope().circumscribed_ball();
    const Ball<3> out_b = b.polytope().circumscribed_ball();
    const Ball<3> in_a = a.polytope().inscribed_ball();
    const Ball<3> in_b = b.polytope().inscribed_ball();
    const double r = i % 2 == 0 ? out_a.radius + out_b.radius : in_a.radius + in_b.radius;
    const double off = between(random, -1, 1) * std::exp2(-10.0 - static_cast<double>(i % 20));
    padded.distances.push_back(std::sqrt(squared) - r + off);
  }
  const std::vector<Verdict> truth = singles(world, padded);
  detail::on_every_target(
      [&] { EXPECT_EQ(compare<3>(world.batch(), padded.margins()).verdicts, truth); });
}

TEST(BatchMargins, EveryPartitionAgrees) {
  Backwards backwards;
  Threads threads(8);
  World<3> world = makers3()[10].make(78, 300);
  world.set_form(Form::doubles);
  const Paddings padded = paddings(world, 79);
  const Answers<3> whole = compare<3>(world.batch(), padded.margins());
  for (const std::int64_t chunk : {1, 3, 17, 64, 299, 1000}) {
    for (Executor* executor : {static_cast<Executor*>(nullptr), static_cast<Executor*>(&backwards),
                               static_cast<Executor*>(&threads)}) {
      BatchOptions options;
      options.chunk = chunk;
      options.executor = executor;
      EXPECT_TRUE(same_items(compare<3>(world.batch(), padded.margins(), options), whole));
    }
  }
}

/// The first item that is too close, and the first that is not: both are independent of the order
/// of work.
TEST(BatchMargins, StopsBelowAndAboveAMargin) {
  World<3> world = makers3().front().make(80, 400);
  world.set_form(Form::floats);
  Paddings padded = paddings(world, 81);
  for (double& distance : padded.distances) distance = 0.4;
  const std::vector<Verdict> truth = singles(world, padded);
  Threads threads(2);
  for (const BatchHit hit : {BatchHit::meets, BatchHit::apart}) {
    for (const std::int64_t hits : {1, 5, 30}) {
      std::int64_t left = hits;
      std::size_t next = 0;
      while (next < truth.size() && left > 0) {
        left -= (truth[next++] == Verdict::separated) == (hit == BatchHit::apart) ? 1 : 0;
      }
      for (Executor* executor :
           {static_cast<Executor*>(nullptr), static_cast<Executor*>(&threads)}) {
        BatchOptions options;
        options.stop = BatchStop::first;
        options.hit = hit;
        options.hits = hits;
        options.chunk = 7;
        options.executor = executor;
        const Answers<3> found = compare<3>(world.batch(), padded.margins(), options);
        EXPECT_EQ(found.report.next, static_cast<std::int64_t>(next));
        for (std::size_t i = 0; i < truth.size(); ++i) {
          if (i < next) {
            EXPECT_EQ(found.verdicts[i], truth[i]) << i;
          } else {
            EXPECT_EQ(found.verdicts[i], Verdict::not_examined) << i;
          }
        }
      }
    }
  }
}

/// One margin for all, which equals some distances exactly.
TEST(BatchMargins, OneMarginStandsForAll) {
  World<3> world = makers3()[3].make(82, 400);
  world.set_form(Form::floats);
  const Paddings padded{std::vector<double>(400, 1.0), std::vector<double>(world.hulls.size(), 0)};
  const double one = 0.5;
  const double radius = 0.25;
  BatchMargins margins;
  margins.distances = Column<double>::same(one);
  margins.radii = Column<double>::same(radius);
  const Answers<3> answers = compare<3>(world.batch(), margins);
  EXPECT_EQ(answers.verdicts, singles(world, padded));
  EXPECT_GT(answers.report.touching, 0);
}

TEST(BatchMargins, RefusalsAreOfItems) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  for (const Maker3& maker : {makers3().front(), makers3()[10]}) {
    World<3> world = maker.make(83, 40);
    world.set_form(Form::doubles);
    Paddings padded = paddings(world, 84);
    std::fill(padded.radii.begin(), padded.radii.end(), 0.0);
    const std::vector<Verdict> truth = singles(world, padded);
    padded.distances[3] = std::nan("");
    padded.distances[5] = -kInfinity;
    world.hull_a[7] = static_cast<std::int32_t>(world.hulls.size());
    world.hull_b[8] = -2;
    world.pose_b[9] = 1 << 30;
    world.hulls.push_back(world.hulls.front());
    padded.radii.push_back(-1);
    world.hull_b[11] = static_cast<std::int32_t>(world.hulls.size() - 1);
    world.hull_a[7] = static_cast<std::int32_t>(world.hulls.size());
    const Answers<3> found = compare<3>(world.batch(), padded.margins());
    const auto expect = [&](std::size_t i, Refusal why) {
      EXPECT_EQ(found.refusals[i], why) << i;
      EXPECT_EQ(found.verdicts[i], Verdict::undecided);
    };
    for (const std::size_t i : {3U, 5U, 11U}) expect(i, Refusal::margin);
    expect(7, Refusal::body_a);
    expect(8, Refusal::body_b);
    expect(9, Refusal::pose_b);
    EXPECT_EQ(found.report.refused, 6);
    EXPECT_EQ(found.report.skipped, 0);
    for (std::size_t i = 12; i < truth.size(); ++i) {
      EXPECT_EQ(found.verdicts[i], truth[i]);
    }
    expect_sums(found);
  }
}

TEST(BatchMargins, ShapesAreChecked) {
  World<3> world = makers3().front().make(85, 10);
  world.set_form(Form::doubles);
  const Paddings good = paddings(world, 86);
  std::vector<Interval> numbers(10);
  const auto refused = [&](const BatchMargins& margins, const BatchOutput<3>& output,
                           const BatchOptions& options = {}) {
    const auto report = compare_to_margins(world.batch(), margins, output, options);
    return !report && report.error().code == ErrorCode::wrong_shape;
  };
  EXPECT_FALSE(refused(good.margins(), {}));
  EXPECT_TRUE(refused({}, {}));
  BatchMargins few = good.margins();
  few.distances.count = 9;
  EXPECT_TRUE(refused(few, {}));
  few = good.margins();
  few.radii.count = static_cast<std::int64_t>(world.hulls.size()) - 1;
  EXPECT_TRUE(refused(few, {}));
  BatchOutput<3> output;
  output.distances = numbers;
  EXPECT_TRUE(refused(good.margins(), output));
  BatchOptions options;
  options.certify = true;
  EXPECT_TRUE(refused(good.margins(), {}, options));
}

/// A hint concerns the bodies; the next call starts from it.
TEST(BatchMargins, HintsAreReadAndWritten) {
  World<3> world = makers3()[10].make(87, 200);
  world.set_form(Form::doubles);
  Paddings padded = paddings(world, 88);
  for (double& distance : padded.distances) distance = 0.1;
  std::vector<Hint3> hints(200);
  std::vector<Verdict> verdicts(200);
  BatchOutput<3> output;
  output.verdicts = verdicts;
  output.hints = hints;
  const std::vector<Verdict> truth = singles(world, padded);
  std::uint64_t by_hints = 0;
  for (int round = 0; round < 2; ++round) {
    const auto report = compare_to_margins(world.batch(), padded.margins(), output).value();
    EXPECT_EQ(verdicts, truth);
    by_hints = report.counters.by_stage[static_cast<std::size_t>(Stage::hint)];
  }
  EXPECT_GT(by_hints, 50U);
}

TEST(BatchMargins, NoAnswerDependsOnTheHost) {
  for (const Maker3& maker : makers3()) {
    SCOPED_TRACE(maker.name);
    World<3> world = maker.make(89, 30);
    world.set_form(Form::floats);
    const Paddings padded = paddings(world, 90);
    const std::vector<Verdict> truth = singles(world, padded);
    for (const int rounding : {FE_DOWNWARD, FE_UPWARD, FE_TOWARDZERO}) {
      Answers<3> answers;
      {
        const oracle::HostState host(rounding, true);
        answers = compare<3>(world.batch(), padded.margins());
      }
      EXPECT_EQ(answers.verdicts, truth) << rounding;
    }
  }
}

}  // namespace
}  // namespace sunder::test
