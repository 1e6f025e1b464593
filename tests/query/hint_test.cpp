// SPDX-License-Identifier: Apache-2.0
//
// A hint may be right, outdated, another pair's or arbitrary. It changes the algorithm that
// decides, never the answer.
#include <array>
#include <cmath>
#include <gtest/gtest.h>
#include <limits>
#include <vector>

#include "query/trap_bodies.hpp"
#include "suite/random.hpp"

namespace sunder::traps {
namespace {

using suite::Bodies;
using suite::Random;

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
constexpr double kInfinity = std::numeric_limits<double>::infinity();

Hint3 forged(Verdict verdict, int count, IndexPair pair, Vector3 direction) {
  Hint3 hint;
  hint.verdict = verdict;
  hint.stage = Stage::lp;
  hint.pair_count = static_cast<std::uint8_t>(count);
  hint.pairs.fill(pair);
  hint.direction = direction;
  return hint;
}

std::vector<Hint3> forgeries() {
  constexpr std::int32_t kMost = std::numeric_limits<std::int32_t>::max();
  constexpr std::int32_t kLeast = std::numeric_limits<std::int32_t>::min();
  std::vector<Hint3> hints;
  for (const Verdict verdict : {Verdict::separated, Verdict::touching, Verdict::overlapping,
                                Verdict::undecided, Verdict::not_examined, Verdict(77)}) {
    for (const int count : {0, 3, 4, 8, 255}) {
      for (const IndexPair pair :
           {IndexPair{0, 0}, IndexPair{-1, 2}, IndexPair{kMost, kLeast}, IndexPair{3, 1}}) {
        for (const Vector3 direction :
             {Vector3{0, 0, 0}, Vector3{kNaN, kNaN, kNaN}, Vector3{1, kNaN, 0},
              Vector3{kInfinity, 0, 0}, Vector3{-1, 0, 0}, Vector3{1e308, -1e308, 1e308},
              Vector3{5e-324, 0, 0}}) {
          hints.push_back(forged(verdict, count, pair, direction));
        }
      }
    }
  }
  return hints;
}

TEST(Hint, ARightOneProvesAtOnce) {
  const Bodies<3> apart(box({1, 1, 1}), with_translation(box({1, 1, 1}), {2.5, 2.5, 0.125}), 3);
  const Bodies<3> deep(box({1, 2, 1}), with_translation(box({1, 1, 2}), {0.5, 0.25, 0.75}), 3);
  for (const Bodies<3>* bodies : {&apart, &deep}) {
    Hint3 hint;
    // gjk's certificates are directions and simplices, which fit in a hint.
    const Decision first =
        intersects(bodies->a(), bodies->b(), {.algorithm = Algorithm::gjk, .hint = &hint});
    EXPECT_EQ(first.stage, Stage::filter);
    EXPECT_EQ(hint.verdict, first.verdict);
    EXPECT_EQ(hint.stage, first.stage);
    const Decision second = intersects(bodies->a(), bodies->b(), {.hint = &hint});
    EXPECT_EQ(second.verdict, first.verdict);
    EXPECT_EQ(second.stage, Stage::hint);
    EXPECT_EQ(decided_by(second), "hint");
    EXPECT_EQ(hint.stage, Stage::hint);
    const Decision third = intersects(bodies->a(), bodies->b(), {.hint = &hint});
    EXPECT_EQ(third.stage, Stage::hint) << "a hint that proved is still one";
  }
}

/// Returns the record of a hint as a certificate, if it holds one.
Certificate certificate_of(const Hint3& hint) {
  Certificate certificate;
  certificate.dimension = 3;
  certificate.verdict = hint.verdict;
  if (hint.verdict == Verdict::separated) {
    for (const double entry : hint.direction) certificate.direction.push_back({entry, {}});
  }
  certificate.pairs.assign(hint.pairs.begin(), hint.pairs.begin() + hint.pair_count);
  return certificate;
}

/// Half of the points lie inside and are dropped, so that vertices and the caller's indices differ.
TEST(Hint, HoldsACertificateInTheCallersIndices) {
  Random random(73);
  int apart = 0;
  int overlaps = 0;
  int proven_again = 0;
  for (int i = 0; i < 300; ++i) {
    const auto body = [&](double shift) {
      BodyData made;
      for (int k = random.in(8, 40); k > 0; --k) {
        const double size = k % 2 == 0 ? 1.0 : 0.1;
        const double x = size * random.in(-9, 9) + shift;
        const double y = size * random.in(-9, 9);
        made.vertices.push_back({x, y, size * random.in(-9, 9)});
      }
      return made;
    };
    const BodyData a = body(0);
    const BodyData b = body(random.in(0, 24));
    const Bodies<3> bodies(a, b, 3);
    Hint3 hint;
    const Decision first = intersects(bodies.a(), bodies.b(), {.hint = &hint});
    EXPECT_EQ(hint.verdict, first.verdict);
    EXPECT_EQ(hint.stage, first.stage);
    if (first.verdict == Verdict::separated) {
      ++apart;
    } else if (first.verdict == Verdict::overlapping && hint.pair_count > 0) {
      ++overlaps;
    } else {
      continue;
    }
    const Check check = verify(bodies.a(), bodies.b(), certificate_of(hint));
    EXPECT_TRUE(check) << i << ": " << check.reason;
    const Decision again = intersects(bodies.a(), bodies.b(), {.hint = &hint});
    EXPECT_EQ(again.verdict, first.verdict);
    proven_again += again.stage == Stage::hint ? 1 : 0;
    EXPECT_TRUE(verify(bodies.a(), bodies.b(), certificate_of(hint))) << i;
  }
  EXPECT_GT(apart, 50);
  EXPECT_GT(overlaps, 50);
  EXPECT_GT(proven_again * 10, (apart + overlaps) * 9);
}

// The list of all edges has no pairs, so that a depth with a hint finds some besides.
TEST(Hint, OfADepthInThePlaneHoldsPairs) {
  const Polytope2 square = Polytope2::box({1, 1});
  const Pose2 moved = Pose2::translation({0.5, 0.75}).value();
  Hint2 hint;
  MeasureOptions2 options;
  options.search.hint = &hint;
  EXPECT_EQ(penetration(square, {square, moved}, options).verdict, Verdict::overlapping);
  EXPECT_GE(hint.pair_count, 3);
  EXPECT_EQ(prove(square, {square, moved}, hint).verdict, Verdict::overlapping);
}

// The depth is that without a hint, and each hint proves the verdict of its step.
TEST(Hint, OfADepthInThePlaneFollowsABody) {
  for (const int corners : {3, 4, 7, 40}) {
    std::vector<Vector2> rim;
    for (int i = 0; i < corners; ++i) {
      rim.push_back({std::cos(6.28 * i / corners), 0.5 * std::sin(6.28 * i / corners)});
    }
    const Polytope2 a = Polytope2::from_points(rim).value();
    Hint2 hint;
    MeasureOptions2 options;
    options.search.hint = &hint;
    int by_hint = 0;
    int overlaps = 0;
    for (int i = 0; i < 200; ++i) {
      const double angle = 0.03 * i;
      const Pose2 pose =
          Pose2::from_matrix(std::array<double, 6>{std::cos(angle), -std::sin(angle),
                                                   0.011 * (i - 100), std::sin(angle),
                                                   std::cos(angle), 0.3})
              .value();
      const Penetration2 plain = penetration(a, {a, pose});
      const Penetration2 found = penetration(a, {a, pose}, options);
      ASSERT_EQ(found.verdict, plain.verdict) << corners << ", " << i;
      EXPECT_LE(found.depth.lower, plain.depth.upper);
      EXPECT_GE(found.depth.upper, plain.depth.lower);
      EXPECT_EQ(hint.verdict, plain.verdict);
      EXPECT_EQ(prove(a, {a, pose}, hint).verdict, plain.verdict) << corners << ", " << i;
      by_hint += found.stage == Stage::hint ? 1 : 0;
      overlaps += plain.verdict == Verdict::overlapping ? 1 : 0;
    }
    EXPECT_GT(overlaps, 100);
    EXPECT_GT(by_hint, 150);
  }
}

// In any number of dimensions, whatever `automatic` runs in intersects().
TEST(Hint, AProposalByAutomaticIsThatOfGjk) {
  std::vector<double> corners;
  for (int i = 0; i < 32; ++i) {
    for (int k = 0; k < 5; ++k) corners.push_back((i >> k & 1) == 0 ? -1 : 1);
  }
  const PolytopeN cube = PolytopeN::from_points(corners, 5).value();
  const PoseN still = PoseN::identity(5);
  const PoseN moved = PoseN::translation(std::vector<double>{0.5, 0.25, 3, 0, -0.125}).value();
  const ProposalN found = propose({cube, still}, {cube, moved});
  const ProposalN gjk = propose({cube, still}, {cube, moved}, {.algorithm = Algorithm::gjk});
  EXPECT_EQ(found.verdict, Verdict::separated);
  EXPECT_EQ(found.direction, gjk.direction);
  EXPECT_EQ(found.pairs, gjk.pairs);
}

TEST(Hint, FollowsABodyThroughContact) {
  const Polytope3 still = Polytope3::box({1, 1, 1});
  const Polytope3 moving = Polytope3::cross(3, 1);
  Hint3 hint;
  int by_hint = 0;
  for (int step = -64; step <= 64; ++step) {
    const double x = step / 16.0;
    const Pose3 pose = Pose3::translation({x, 0.125, 0.25}).value();
    const Decision answer = intersects(Posed3{still}, Posed3{moving, pose}, {.hint = &hint});
    const double gap = std::abs(x) - 2;
    EXPECT_EQ(answer.verdict, gap > 0   ? Verdict::separated
                              : gap < 0 ? Verdict::overlapping
                                        : Verdict::touching)
        << x;
    EXPECT_EQ(hint.verdict, answer.verdict);
    by_hint += answer.stage == Stage::hint ? 1 : 0;
  }
  EXPECT_GT(by_hint, 20);
}

TEST(Hint, ForgedAndForeignOnesChangeNoVerdict) {
  Random random(71);
  const auto hints = forgeries();
  Hint3 carried;  // and one that is passed from pair to pair
  int counts[3] = {};
  for (int i = 0; i < 100; ++i) {
    const auto body = [&](int shift) {
      BodyData made;
      for (int k = random.in(1, 7); k > 0; --k) {
        const double x = random.in(-1, 1) + shift, y = random.in(-1, 1);
        made.vertices.push_back({x, y, double(random.in(-1, 1))});
      }
      return made;
    };
    const BodyData a = body(0);
    const BodyData b = body(random.in(0, 3));
    const Verdict expected = truth(a, b);
    ++counts[static_cast<int>(expected)];
    const Bodies<3> bodies(a, b, 3);
    EXPECT_EQ(intersects(bodies.a(), bodies.b(), {.hint = &carried}).verdict, expected) << i;
    for (const Hint3& forgery : hints) {
      Hint3 hint = forgery;
      ASSERT_EQ(intersects(bodies.a(), bodies.b(), {.hint = &hint}).verdict, expected) << i;
      EXPECT_EQ(hint.verdict, expected);
    }
    for (std::size_t k = 0; k < hints.size(); k += 7) {
      Hint3 hint = hints[k];
      ASSERT_EQ(distance(bodies.a(), bodies.b(), {.search = {.hint = &hint}}).verdict, expected)
          << i;
    }
  }
  for (const int count : counts) EXPECT_GT(count, 3);
}

TEST(Hint, OfAnotherDimension) {
  const BodyData cube = box({1, 1, 1});
  for (const double x : {1.0, 2.0, 2.5}) {
    const Bodies<kRunTime> bodies(cube, with_translation(cube, {x, 0.25, 0.5}), 3);
    const Verdict expected = x < 2   ? Verdict::overlapping
                             : x > 2 ? Verdict::separated
                                     : Verdict::touching;
    for (const Verdict claimed : {Verdict::separated, Verdict::overlapping}) {
      for (const std::size_t size : {0U, 1U, 2U, 3U, 4U, 100U}) {
        HintN hint;
        hint.verdict = claimed;
        hint.direction.assign(size, 1.0);
        hint.pairs.assign(size, {0, 1});
        EXPECT_EQ(intersects(bodies.a(), bodies.b(), {.hint = &hint}).verdict, expected);
        HintN again;
        again.verdict = claimed;
        again.direction.assign(size, -1.0);
        again.pairs.assign(size, {7, -7});
        EXPECT_EQ(distance(bodies.a(), bodies.b(), {.search = {.hint = &again}}).verdict, expected);
      }
    }
    HintN hint;
    intersects(bodies.a(), bodies.b(), {.algorithm = Algorithm::gjk, .hint = &hint});
    const Stage stage = intersects(bodies.a(), bodies.b(), {.hint = &hint}).stage;
    EXPECT_EQ(stage == Stage::hint, expected != Verdict::touching);
  }
}

}  // namespace
}  // namespace sunder::traps
