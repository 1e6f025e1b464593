// SPDX-License-Identifier: Apache-2.0
//
// The shortcut to a distance in 3-D, on every instruction set: its intervals against exact ones,
// and the effect of hints. Some hulls must be left to the algorithms.
#include "query/closest_hulls.hpp"

#include <cmath>
#include <gtest/gtest.h>

#include "filter/filtered_pair.hpp"
#include "lanes/every_target.hpp"
#include "oracle/host_state.hpp"
#include "query/min_norm.hpp"
#include "query/trap_bodies.hpp"
#include "suite/random.hpp"

namespace sunder::traps {
namespace {

using suite::Bodies;
using suite::Random;
using suite::Rational;

Vector3 random_vector(Random& random, double reach) {
  Vector3 x{};
  for (double& entry : x) entry = reach * (2 * random.unit() - 1);
  return x;
}

Pose3 random_pose(Random& random, const Vector3& t) {
  const double w = random.unit() + 0.01;
  const double x = random.unit() - 0.5;
  const double y = random.unit() - 0.5;
  const double z = random.unit() - 0.5;
  const double length = std::sqrt(w * w + x * x + y * y + z * z);
  return Pose3::from_wxyz({w / length, x / length, y / length, z / length}, t).value();
}

/// Points on a ball scaled by `half`.
Polytope3 round_hull(Random& random, int count, const Vector3& half) {
  std::vector<Vector3> points;
  for (int i = 0; i < count; ++i) {
    Vector3 x = random_vector(random, 1);
    const double length = std::sqrt(x[0] * x[0] + x[1] * x[1] + x[2] * x[2]) + 1e-9;
    for (std::size_t k = 0; k < 3; ++k) x[k] *= half[k] / length;
    points.push_back(x);
  }
  return Polytope3::from_points(points).value();
}

detail::Pair<3> pair_of(const Posed3& a, const Posed3& b) {
  return {detail::make_body(a), detail::make_body(b)};
}

/// The exact answer lies in the interval, and all fields of the answer are set.
void expect_exact(const Posed3& a, const Posed3& b, const Distance3& answer, double size) {
  const detail::Pair<3> pair = pair_of(a, b);
  const Verdict verdict = intersects(a, b).verdict;
  ASSERT_EQ(answer.verdict, verdict);
  EXPECT_TRUE(answer.proven);
  if (verdict != Verdict::separated) {
    EXPECT_EQ(answer.distance.lower, 0);
    EXPECT_EQ(answer.distance.upper, 0);
    return;
  }
  const detail::MinNorm::Interval exact = detail::find_min_norm<3>(pair, {}).distance();
  EXPECT_LE(answer.distance.lower, exact.upper);
  EXPECT_GE(answer.distance.upper, exact.lower);
  const double spread = answer.distance.upper - answer.distance.lower;
  EXPECT_LE(spread, std::fmax(1e-12 * answer.distance.lower, 64 * 0x1p-52 * size));
  ASSERT_TRUE(answer.witness.has_value() && answer.witness.has_value());
  double between = 0;
  double along = 0;
  for (std::size_t l = 0; l < 3; ++l) {
    const double step = answer.witness->point_b[l] - answer.witness->point_a[l];
    between += step * step;
    along += step * answer.witness->normal[l];
  }
  EXPECT_NEAR(std::sqrt(between), exact.upper, 1e-11 * size);
  EXPECT_NEAR(along, exact.upper, 1e-11 * size);
}

struct Tally {
  int asked = 0;
  int quick = 0;
};

/// Queries with and without a hint that is passed from pair to pair.
void expect_both(const Posed3& a, const Posed3& b, double size, Hint3& hint, Tally& tally) {
  Distance3 answer;
  ++tally.asked;
  tally.quick +=
      detail::measure_hulls(pair_of(a, b), detail::Plan<3>(detail::kPlain), 0, answer) ? 1 : 0;
  expect_exact(a, b, distance(a, b), size);
  expect_exact(a, b, distance(a, b, {.search = {.hint = &hint}}), size);
  Hint3 again = hint;
  expect_exact(a, b, distance(a, b, {.search = {.hint = &again}}), size);
}

TEST(ClosestHulls, RandomHullsOfEverySize) {
  detail::on_every_target([] {
    Random random(301);
    Hint3 hint;
    Tally tally;
    for (const int count : {4, 7, 12, 33, 40, 64, 70, 150, 400}) {
      const Polytope3 a = round_hull(random, count, {1, 0.8, 0.7});
      const int other = random.in(4, count);
      const Polytope3 b = round_hull(random, other, {0.5, 1, 1.2});
      for (int i = 0; i < 8; ++i) {
        const Vector3 origin = random_vector(random, 3);
        Vector3 t = random_vector(random, 1.6);
        for (std::size_t l = 0; l < 3; ++l) t[l] += origin[l];
        const Pose3 pose_a = random_pose(random, origin);
        const Pose3 pose_b = random_pose(random, t);
        SCOPED_TRACE(std::to_string(count) + ", pair " + std::to_string(i));
        expect_both({a, pose_a}, {b, pose_b}, 5, hint, tally);
      }
    }
    EXPECT_GE(tally.quick, tally.asked - 2) << "the algorithms were asked";
  });
}

// Ties everywhere: parallel faces and edges, duplicates, flat bodies, points.
TEST(ClosestHulls, SmallLatticeBodiesAgainstEnumeration) {
  detail::on_every_target([] {
    Random random(302);
    Hint3 hint;
    int counts[3] = {};
    for (int i = 0; i < 80; ++i) {
      const auto body = [&](int shift) {
        BodyData made;
        for (int k = random.in(1, 7); k > 0; --k) {
          const double x = random.in(-2, 2) + shift;
          const double y = random.in(-2, 2);
          made.vertices.push_back({x, y, double(random.in(-1, 1))});
        }
        return made;
      };
      const BodyData a = body(0);
      const BodyData b = body(random.in(0, 6));
      const Rational squared = oracle::brute_force_distance_squared(
          oracle::world_points<Rational>(a), oracle::world_points<Rational>(b));
      const Bodies<3> bodies(a, b, 3);
      const Verdict expected = truth(a, b);
      ++counts[static_cast<int>(expected)];
      for (Hint3* const given : {static_cast<Hint3*>(nullptr), &hint, &hint}) {
        const Distance3 answer = distance(bodies.a(), bodies.b(), {.search = {.hint = given}});
        ASSERT_EQ(answer.verdict, expected) << i;
        EXPECT_LE(Rational(answer.distance.lower) * Rational(answer.distance.lower), squared) << i;
        EXPECT_GE(Rational(answer.distance.upper) * Rational(answer.distance.upper), squared) << i;
        const double widest = std::fmax(1e-12 * answer.distance.lower, 64 * 0x1p-52 * 8);
        EXPECT_LE(answer.distance.upper - answer.distance.lower, widest) << i;
      }
    }
    for (const int count : counts) EXPECT_GT(count, 3);
  });
}

struct Trap {
  const char* name;
  Vector3 squash;  ///< the bodies' extents
  double scale;
  double offset;  ///< distance from the origin, in units of the scale
  double gap;     ///< between the bodies, in units of the scale
};

constexpr Trap kTraps[] = {{"slender", {1, 1e-6, 1}, 1, 0, 1e-3},
                           {"needles", {1, 1e-6, 1e-6}, 1, 0, 0.01},
                           {"far away", {1, 1, 1}, 1, 1e6, 1e-3},
                           {"almost touching", {1, 1, 1}, 1, 0, 1e-12},
                           {"one ulp", {1, 1, 1}, 1, 0, 0x1p-51},
                           {"huge", {1, 1, 1}, 0x1p140, 0, 0.1},
                           {"beyond range", {1, 1, 1}, 0x1p300, 0, 0.1},
                           {"tiny", {1, 1, 1}, 0x1p-140, 0, 0.1},
                           {"tinier", {1, 1, 1}, 0x1p-600, 0, 0.1},
                           {"subnormal", {1, 1, 1}, 0x1p-1060, 0, 0.5},
                           {"touching", {1, 1, 1}, 1, 0, 0}};

/// A lattice body, scaled along its axes: its coordinates are exact for powers of two.
BodyData trapped(Random& random, const Trap& trap, double shift) {
  BodyData made;
  for (int k = random.in(2, 6); k > 0; --k) {
    auto& vertex = made.vertices.emplace_back();
    for (std::size_t l = 0; l < 3; ++l) {
      const double entry = trap.squash[l] * random.in(0, 4) / 4.0 + (l == 0 ? shift : 0);
      vertex.push_back((entry + trap.offset) * trap.scale);
    }
  }
  return made;
}

TEST(ClosestHulls, Traps) {
  detail::on_every_target([] {
    Random random(303);
    Hint3 hint;
    for (const Trap& trap : kTraps) {
      for (int i = 0; i < 4; ++i) {
        const BodyData a = trapped(random, trap, 0);
        const BodyData b = trapped(random, trap, i % 4 == 3 ? 0.25 : 1 + trap.gap);
        const Bodies<3> bodies(a, b, 3);
        const Rational squared = oracle::brute_force_distance_squared(
            oracle::world_points<Rational>(a), oracle::world_points<Rational>(b));
        const Verdict expected = truth(a, b);
        for (Hint3* const given : {static_cast<Hint3*>(nullptr), &hint, &hint}) {
          const Distance3 answer = distance(bodies.a(), bodies.b(), {.search = {.hint = given}});
          ASSERT_EQ(answer.verdict, expected) << trap.name << i;
          EXPECT_LE(Rational(answer.distance.lower) * Rational(answer.distance.lower), squared)
              << trap.name << i;
          EXPECT_GE(Rational(answer.distance.upper) * Rational(answer.distance.upper), squared)
              << trap.name << i;
          EXPECT_EQ(answer.distance.lower > 0, expected == Verdict::separated) << trap.name << i;
        }
      }
    }
  });
}

TEST(ClosestHulls, AHintFollowsABodyThroughContact) {
  detail::on_every_target([] {
    Random random(304);
    const Polytope3 a = round_hull(random, 60, {1, 0.8, 0.7});
    const Polytope3 b = round_hull(random, 20, {0.5, 1, 1.2});
    Hint3 hint;
    int proven_by_hint = 0;
    for (int step = -60; step <= 60; ++step) {
      const double turn = 0.01 * step;
      const Pose3 pose =
          Pose3::from_wxyz({std::cos(turn), std::sin(turn), 0, 0}, {0.05 * step, 0.3, 0.1}).value();
      const Posed3 still{a};
      const Posed3 moving{b, pose};
      const Distance3 answer = distance(still, moving, {.search = {.hint = &hint}});
      expect_exact(still, moving, answer, 4);
      EXPECT_EQ(hint.verdict, answer.verdict);
      EXPECT_EQ(hint.stage, answer.stage);
      proven_by_hint += answer.stage == Stage::hint ? 1 : 0;
      if (answer.verdict == Verdict::separated) {
        EXPECT_GT(hint.pair_count, 0) << "the closest vertices";
        EXPECT_LE(hint.pair_count, 3);
        EXPECT_TRUE(prove(still, moving, hint).proven) << "a hint is a proposal";
      }
    }
    EXPECT_GT(proven_by_hint, 5);
  });
}

/// Every other point lies inside and is dropped, so that vertices and the caller's indices differ.
TEST(ClosestHulls, AHintNamesTheCallersVertices) {
  Random random(307);
  int proven_by_hint = 0;
  for (int i = 0; i < 120; ++i) {
    const auto points_of = [&random](int count) {
      std::vector<Vector3> points;
      for (int k = 0; k < count; ++k) points.push_back(random_vector(random, k % 2 == 0 ? 0.2 : 1));
      return points;
    };
    const std::vector<Vector3> of_a = points_of(random.in(16, 60));
    const std::vector<Vector3> of_b = points_of(random.in(16, 60));
    const Vector3 t = random_vector(random, 3);
    const Polytope3 a = Polytope3::from_points(of_a).value();
    const Polytope3 b = Polytope3::from_points(of_b).value();
    const Pose3 pose = Pose3::from_wxyz({1, 0, 0, 0}, t).value();
    Hint3 hint;
    const Distance3 first = distance(Posed3{a}, {b, pose}, {.search = {.hint = &hint}});
    EXPECT_EQ(hint.verdict, first.verdict) << i;
    EXPECT_TRUE(prove(Posed3{a}, {b, pose}, hint).proven) << i;
    for (std::size_t k = 0; k < hint.pair_count && first.distance.lower > 0; ++k) {
      const Vector3& p = of_a.at(static_cast<std::size_t>(hint.pairs[k].a));
      const Vector3& q = of_b.at(static_cast<std::size_t>(hint.pairs[k].b));
      double height = 0;
      for (std::size_t l = 0; l < 3; ++l) height += first.witness->normal[l] * (q[l] + t[l] - p[l]);
      EXPECT_NEAR(height, first.distance.lower, 1e-12) << i << ": no corner of the closest face";
    }
    const Distance3 again = distance(Posed3{a}, {b, pose}, {.search = {.hint = &hint}});
    expect_exact(Posed3{a}, {b, pose}, again, 5);
    proven_by_hint += again.stage == Stage::hint ? 1 : 0;
  }
  EXPECT_GT(proven_by_hint, 5) << "simplices of overlaps";
}

/// No host state makes an interval miss the exact distance. The hulls are rotated, have a table,
/// are flat or slender, near and far from each other and from the origin.
TEST(ClosestHulls, EveryHostStateKeepsTheInterval) {
  detail::on_every_target([] {
    Random random(306);
    for (int i = 0; i < 48; ++i) {
      const int counts[] = {4, 9, 40, 90};
      const double thickness[] = {1, 1e-3, 1e-9, 0};
      const Vector3 half{1, random.in(0, 1) == 0 ? 1 : 0.1, thickness[i % 4]};
      const Polytope3 a = round_hull(random, counts[i / 4 % 4], half);
      const Polytope3 b = round_hull(random, counts[random.in(0, 3)], {1, 0.8, 0.7});
      const double away = i % 3 == 0 ? 1e5 : 1;
      const Vector3 origin = random_vector(random, away);
      const Vector3 step = random_vector(random, i % 5 == 0 ? 20 : 2);
      Vector3 t{};
      for (std::size_t l = 0; l < 3; ++l) t[l] = origin[l] + step[l];
      const Pose3 pose_a = random_pose(random, origin);
      const Pose3 pose_b = random_pose(random, t);
      const Posed3 posed_a{a, pose_a};
      const Posed3 posed_b{b, pose_b};
      for (const int rounding : {FE_TONEAREST, FE_UPWARD, FE_DOWNWARD, FE_TOWARDZERO}) {
        Distance3 cold;
        Distance3 warm;
        Hint3 hint;
        {
          const oracle::HostState state(rounding, i % 2 == 0);
          cold = distance(posed_a, posed_b, {.search = {.hint = &hint}});
          warm = distance(posed_a, posed_b, {.search = {.hint = &hint}});
        }
        SCOPED_TRACE(std::to_string(i) + ", mode " + std::to_string(rounding));
        expect_exact(posed_a, posed_b, cold, 2 * away + 25);
        expect_exact(posed_a, posed_b, warm, 2 * away + 25);
      }
    }
  });
}

// Hints of other bodies or arbitrary ones: any pairs, repeated ones, too many, and indices that are
// out of range.
TEST(ClosestHulls, WrongHintsChangeNoAnswer) {
  Random random(305);
  const Polytope3 a = round_hull(random, 30, {1, 0.8, 0.7});
  const Polytope3 b = round_hull(random, 90, {0.5, 1, 1.2});
  for (int i = 0; i < 400; ++i) {
    const Vector3 t = random_vector(random, 2);
    const Pose3 pose = random_pose(random, t);
    Hint3 hint;
    hint.verdict = i % 3 == 0 ? Verdict::overlapping : Verdict::separated;
    hint.pair_count = static_cast<std::uint8_t>(random.in(0, i % 7 == 0 ? 9 : 4));
    for (IndexPair& pair : hint.pairs) {
      pair.a = random.in(i % 11 == 0 ? -2 : 0, i % 5 == 0 ? 1 : a.vertex_count() - 1);
      pair.b = random.in(0, i % 13 == 0 ? 1000 : i % 5 == 0 ? 1 : b.vertex_count() - 1);
    }
    hint.direction = random_vector(random, 1);
    SCOPED_TRACE(i);
    expect_exact(Posed3{a}, {b, pose}, distance(Posed3{a}, {b, pose}, {.search = {.hint = &hint}}),
                 4);
  }
}

// A request for an algorithm, or a trace, gets the algorithm.
TEST(ClosestHulls, ATraceShowsTheAlgorithm) {
  const Bodies<3> apart(box({1, 1, 1}), with_translation(points({{0, 0, 0}}), {3, 0.5, 0.25}), 3);
  Trace trace;
  Counters counters;
  const Distance3 watched =
      distance(apart.a(), apart.b(), {.search = {.trace = &trace, .counters = &counters}});
  const Distance3 quick = distance(apart.a(), apart.b(), {.search = {.counters = &counters}});
  EXPECT_FALSE(trace.empty());
  EXPECT_EQ(watched.verdict, quick.verdict);
  EXPECT_EQ(watched.witness->normal, quick.witness->normal);
  EXPECT_EQ(counters.by_stage[static_cast<std::size_t>(Stage::filter)], 2u);
  EXPECT_EQ(counters.by_algorithm[static_cast<std::size_t>(Algorithm::gjk)], 2u);
}

}  // namespace
}  // namespace sunder::traps
