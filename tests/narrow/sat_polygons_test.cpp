// SPDX-License-Identifier: Apache-2.0
//
// Tests the lanes of polygons against exact numbers. Their proofs are true, on every instruction
// set, and an interval holds the distance. Pairs that are not too close must be proven.
#include <cmath>
#include <gtest/gtest.h>
#include <limits>
#include <numbers>

#include "filter/worst_ratio.hpp"
#include "geometry/float_environment.hpp"
#include "lanes/every_target.hpp"
#include "narrow/algorithm.hpp"
#include "narrow/algorithm_trials.hpp"
#include "narrow/exact_polygons.hpp"
#include "narrow/sat/polygon_depth.hpp"
#include "narrow/sat/polygon_distance.hpp"
#include "narrow/sat/polygon_verdict.hpp"
#include "suite/placed.hpp"

namespace sunder::test {
namespace {

using detail::sat::PolygonVerdict;

constexpr double kTurn = 2 * std::numbers::pi;

/// Corners on an ellipse.
Polytope2 polygon(Random& random, int corners, double width, double height, Vector2 centre = {}) {
  std::vector<Vector2> points;
  for (int i = 0; i < corners; ++i) {
    const double angle = kTurn * (i + 0.8 * random.unit()) / corners;
    points.push_back({centre[0] + width * std::cos(angle), centre[1] + height * std::sin(angle)});
  }
  return Polytope2::from_points(points).value();
}

Pose2 pose(const std::array<double, 4>& linear, const Vector2& offset) {
  const std::array rows{linear[0], linear[1], offset[0], linear[2], linear[3], offset[1]};
  return Pose2::from_matrix(rows).value();
}
Pose2 turned(double angle, const Vector2& offset, double scale = 1) {
  const double c = scale * std::cos(angle);
  const double s = scale * std::sin(angle);
  return pose({c, -s, s, c}, offset);
}

/// Two bodies that own their polytopes and poses.
struct PolygonsAt {
  Polytope2 a, b;
  Pose2 pose_a, pose_b;
  Posed2 posed_a() const { return {a, pose_a}; }
  Posed2 posed_b() const { return {b, pose_b}; }
  detail::Pair<2> pair() const {
    return {detail::make_body(posed_a()), detail::make_body(posed_b())};
  }
};

struct PolygonDistance : Distance2 {
  bool is_narrow = false;
};
PolygonDistance quick_distance(const detail::Pair<2>& pair) {
  PolygonDistance found;
  found.witness.emplace();
  found.is_narrow = detail::sat::quick_distance(pair, 0, found);
  return found;
}

double spread_of(const PolygonDistance& found) {
  return found.distance.upper - found.distance.lower;
}

struct Proven {
  int verdicts = 0;
  int distances = 0;
  int depths = 0;  ///< of the pairs that overlap
};

void expect_interval(const PolygonDistance& found, const Rational& squared) {
  const Rational lower(found.distance.lower);
  EXPECT_GT(found.distance.lower, 0);
  EXPECT_LE(lower * lower, squared);
  if (found.distance.upper < std::numeric_limits<double>::infinity()) {
    const Rational upper(found.distance.upper);
    EXPECT_GE(upper * upper, squared);
  }
  if (!found.is_narrow) return;
  const double x = found.witness->point_b[0] - found.witness->point_a[0];
  const double y = found.witness->point_b[1] - found.witness->point_a[1];
  EXPECT_NEAR(std::hypot(found.witness->normal[0], found.witness->normal[1]), 1, 1e-14);
  const double size =
      std::max({std::fabs(found.witness->point_a[0]), std::fabs(found.witness->point_a[1]),
                std::fabs(found.witness->point_b[0]), std::fabs(found.witness->point_b[1])});
  EXPECT_NEAR(std::hypot(x, y), found.distance.upper, 1e-12 * size + 2 * spread_of(found));
  EXPECT_NEAR(x * found.witness->normal[0] + y * found.witness->normal[1], found.distance.upper,
              1e-12 * size + 2 * spread_of(found));
}

/// Whether a point is inside a polygon, or farther outside of no edge than this.
bool holds(const Posed2& body, const Vector2& point, double tolerance) {
  const Polytope2 at = Polytope2::from_points({{point}}).value();
  const Distance2 apart = distance(body, {at, Pose2::identity()});
  return apart.verdict != Verdict::separated || apart.distance.lower <= tolerance;
}

/// The interval holds the depth, and the points are a deepest pair.
void expect_depth(const PolygonsAt& at, const Penetration2& found, const Rational& squared) {
  const Rational lower(found.depth.lower);
  const Rational upper(found.depth.upper);
  EXPECT_TRUE(found.depth.lower <= 0 || lower * lower <= squared);
  EXPECT_GE(upper * upper, squared);
  const Witness<2>& witness = *found.witness;
  double size = 0;
  for (const Vector2& point : {witness.point_a, witness.point_b}) {
    size = std::max(size, std::hypot(point[0], point[1]));
  }
  const double tolerance = 1e-12 * size + 2 * (found.depth.upper - found.depth.lower);
  EXPECT_NEAR(std::hypot(witness.normal[0], witness.normal[1]), 1, 1e-14);
  for (std::size_t l = 0; l < 2; ++l) {
    EXPECT_NEAR(witness.point_a[l] - witness.point_b[l], found.depth.upper * witness.normal[l],
                tolerance);
  }
  EXPECT_TRUE(holds(at.posed_a(), witness.point_a, tolerance));
  EXPECT_TRUE(holds(at.posed_b(), witness.point_b, tolerance));
}

/// Two bodies and the truth about them, which takes longer to compute than any answer.
struct Trial {
  PolygonsAt at;
  Verdict verdict;
  Rational squared;  ///< the distance, where they are apart; the depth, where they overlap
};
using Trials = std::vector<Trial>;

void add(const PolygonsAt& at, Trials& trials) {
  const ExactPolygon a = exact_polygon(at.posed_a());
  const ExactPolygon b = exact_polygon(at.posed_b());
  const Verdict verdict = exact_verdict(a, b);
  trials.push_back({at, verdict,
                    verdict == Verdict::separated     ? exact_distance_squared(a, b)
                    : verdict == Verdict::overlapping ? exact_depth_squared(a, b)
                                                      : Rational(0)});
}

/// Compares the depth with the truth, in both orders, on this instruction set.
void expect_true_depth(const Trial& trial, Proven& proven) {
  PolygonsAt at = trial.at;
  for (int order = 0; order < 2; ++order) {
    Penetration2 found;
    found.witness.emplace();
    const Verdict verdict = detail::sat::set_depth_of_polygons(at.pair(), found);
    std::swap(at.a, at.b);
    std::swap(at.pose_a, at.pose_b);
    if (verdict == Verdict::undecided) continue;
    EXPECT_EQ(verdict, trial.verdict);
    if (verdict != Verdict::overlapping) continue;
    ++proven.depths;
    const PolygonsAt asked{at.b, at.a, at.pose_b, at.pose_a};
    expect_depth(asked, found, trial.squared);
  }
}

/// Compares with the truth, in both orders, on this instruction set.
void expect_true(const Trial& trial, Proven& proven) {
  const Verdict expected = trial.verdict;
  const detail::Pair<2> pair = trial.at.pair();
  for (const auto& [first, second] : {std::pair(pair.a, pair.b), std::pair(pair.b, pair.a)}) {
    const PolygonVerdict verdict = detail::sat::verdict_of_polygons({first, second});
    const PolygonDistance found = quick_distance({first, second});
    EXPECT_EQ(verdict.verdict == Verdict::undecided, verdict.stage == Stage::none);
    EXPECT_EQ(found.verdict == Verdict::undecided, found.stage == Stage::none);
    if (verdict.verdict != Verdict::undecided) {
      EXPECT_EQ(verdict.verdict, expected);
      ++proven.verdicts;
    }
    if (found.verdict == Verdict::undecided) continue;
    EXPECT_EQ(found.verdict, expected);
    ++proven.distances;
    if (expected == Verdict::separated && found.verdict == expected) {
      expect_interval(found, trial.squared);
    }
  }
  expect_true_depth(trial, proven);
}

/// Runs the trials on every instruction set: at least so many answers are proven, of two a trial.
void expect_all_true(const Trials& trials, int verdicts, int distances, int depths = 0) {
  detail::on_every_target([&] {
    Proven proven;
    for (const Trial& trial : trials) expect_true(trial, proven);
    EXPECT_GE(proven.verdicts, verdicts);
    EXPECT_GE(proven.distances, distances);
    EXPECT_GE(proven.depths, depths);
  });
}

double distance_of(const PolygonsAt& at) {
  return distance(at.posed_a(), at.posed_b()).distance.lower;
}

PolygonsAt random_polygons(Random& random, int corners_a, int corners_b, double flatness) {
  const double angle_a = kTurn * random.unit();
  const double angle_b = kTurn * random.unit();
  const double way = kTurn * random.unit();
  Polytope2 a = polygon(random, corners_a, 5, 5 * flatness);
  Polytope2 b = polygon(random, corners_b, 4, 4 * flatness);
  return {a, b, turned(angle_a, {1.5, -2.25}),
          turned(angle_b, {1.5 + 20 * std::cos(way), -2.25 + 20 * std::sin(way)})};
}

Vector2 offset_of(const Pose2& pose) { return {pose.offset(0), pose.offset(1)}; }

/// Moves b along the normal until the gap is about this, or the overlap if it is negative.
PolygonsAt at_gap(const PolygonsAt& at, double gap) {
  const SignedDistance2 apart = signed_distance(at.posed_a(), at.posed_b());
  const Vector2 offset = offset_of(at.pose_b);
  const double way = gap - apart.distance.lower;
  PolygonsAt moved = at;
  moved.pose_b = pose(
      {at.pose_b.linear(0, 0), at.pose_b.linear(0, 1), at.pose_b.linear(1, 0),
       at.pose_b.linear(1, 1)},
      {offset[0] + way * apart.witness->normal[0], offset[1] + way * apart.witness->normal[1]});
  return moved;
}

const std::vector<int> kCorners{3, 4, 5, 8, 9, 15, 16, 17};

TEST(SatPolygons, ClearPairsAreProvenAndTrue) {
  Random random(11);
  Trials trials;
  for (int i = 0; i < 20; ++i) {
    const int corners_a = random.pick(kCorners);
    const int corners_b = random.pick(kCorners);
    const PolygonsAt apart = random_polygons(random, corners_a, corners_b, 0.7);
    for (const double gap : {10.0, 1e-3, 1e-9}) {
      add(at_gap(apart, gap), trials);
    }
  }
  const int asked = 2 * static_cast<int>(trials.size());
  expect_all_true(trials, asked, asked - 6);
}

TEST(SatPolygons, OverlapsOfFewCornersAreProven) {
  Random random(12);
  Trials trials;
  for (int i = 0; i < 20; ++i) {
    const int corners_a = random.in(3, 16);
    const int corners_b = random.in(3, 16);
    const PolygonsAt apart = random_polygons(random, corners_a, corners_b, 0.6);
    for (const double gap : {-1.0, -1e-3, -1e-9}) {
      add(at_gap(apart, gap), trials);
    }
  }
  const int asked = 2 * static_cast<int>(trials.size());
  expect_all_true(trials, asked, asked, asked);
}

// Every translation of b over a, deep and shallow, by edges that are parallel or equal.
TEST(SatPolygons, DepthsOfParallelEdges) {
  const std::vector<Polytope2> bodies{Polytope2::box({8, 1}), Polytope2::box({1, 1}),
                                      Polytope2::box({3, 2})};
  Trials trials;
  for (const Polytope2& a : bodies) {
    for (const Polytope2& b : bodies) {
      for (const double angle : {0.0, kTurn / 4, kTurn / 2, 0.3}) {
        for (const double x : {0.0, 0.25, 1.5, -3.75, 8.5}) {
          for (const double y : {0.0, -0.5, 1.75, 2.75}) {
            add({a, b, turned(angle, {0, 0}), turned(angle, {x, y})}, trials);
          }
        }
      }
    }
  }
  const auto meets = [](const Trial& trial) { return trial.verdict == Verdict::overlapping; };
  const auto meeting = static_cast<int>(std::count_if(trials.begin(), trials.end(), meets));
  EXPECT_GT(meeting, 200);
  expect_all_true(trials, 2 * meeting, 2 * meeting, 2 * meeting - 2 * meeting / 20);
}

// Bodies of many corners go to the expanding polytope.
TEST(SatPolygons, DepthsOfManyCorners) {
  Random random(19);
  Trials trials;
  for (int i = 0; i < 6; ++i) {
    const PolygonsAt apart = random_polygons(random, 8 << (i % 4), 60, 0.8);
    for (const double gap : {-2.0, -1e-4}) add(at_gap(apart, gap), trials);
  }
  expect_all_true(trials, 0, 0, 2 * static_cast<int>(trials.size()));
  const PolygonsAt many = at_gap(random_polygons(random, 200, 200, 0.9), -1);
  Penetration2 found;
  found.witness.emplace();
  EXPECT_EQ(detail::sat::set_depth_of_polygons(many.pair(), found), Verdict::undecided);
  expect_depth(many, penetration(many.posed_a(), many.posed_b()),
               exact_depth_squared(exact_polygon(many.posed_a()), exact_polygon(many.posed_b())));
}

// Gaps of a few units in the last place, either way, of slivers too, and at a matrix that shears.
TEST(SatPolygons, NothingTooCloseToCallIsProvenWrong) {
  Random random(13);
  Trials trials;
  for (int i = 0; i < 8; ++i) {
    const int corners_a = random.in(3, 12);
    const int corners_b = random.in(3, 10);
    const double flatness = random.chance(1, 3) ? 1e-6 : 0.5;
    PolygonsAt at = at_gap(random_polygons(random, corners_a, corners_b, flatness), 0);
    for (const double ulps : {-64.0, -4.0, -1.0, 0.0, 1.0, 4.0, 64.0, 1024.0}) {
      PolygonsAt moved = at_gap(at_gap(at, 1), ulps * 0x1p-50);
      add(moved, trials);
      const Vector2 offset = offset_of(moved.pose_b);
      const std::array<double, 4> shear{1, 0.25 * random.in(-3, 3), 0, 1};
      moved.pose_b = pose(shear, offset);
      add(moved, trials);
    }
  }
  expect_all_true(trials, 60, 60);
}

TEST(SatPolygons, FarFromTheOriginOfTheirFrames) {
  Random random(14);
  Trials trials;
  for (int i = 0; i < 12; ++i) {
    const double way = kTurn * random.unit();
    const double angle = kTurn * random.unit();
    const Vector2 far{1e6 * std::cos(way), 1e6 * std::sin(way)};
    const int corners = random.in(3, 12);
    const Polytope2 a = polygon(random, corners, 3, 2, far);
    const Polytope2 b = polygon(random, corners, 3, 2, {-far[1], far[0]});
    const Pose2 pose_a = turned(angle, {-far[0], 1});
    PolygonsAt at{a, b, pose_a, turned(angle + 1, {1e7, 0})};
    for (const double gap : {1e-4, 1e-6, 1e-7, 1e-8, 1e-9, 0.0, -1e-9, -1e-8, -1e-6}) {
      at = at_gap(at_gap(at, 1), gap);
      add(at, trials);
    }
  }
  expect_all_true(trials, 50, 50);
}

// Integers: touching, collinear edges, parallel edges, duplicates, flat and single points, matrices
// of every kind, sizes to the ends of the filters' range.
TEST(SatPolygons, HardPairs) {
  Random random(15);
  HardCounts counts;
  for (int i = 0; i < 1500; ++i) {
    const int shift = random.in(0, 5);
    BodyData a = hard_body(random, 2, 0);
    BodyData b = hard_body(random, 2, shift);
    const Verdict expected = truth(a, b);
    for (const int power : {0, 90, 120, -90, -120, -1000}) {
      if (power != 0 && (!a.pose.rows.empty() || !b.pose.rows.empty())) continue;
      BodyData scaled_a = a;
      BodyData scaled_b = b;
      for (BodyData* body : {&scaled_a, &scaled_b}) {
        for (auto& vertex : body->vertices) {
          for (double& entry : vertex) entry = std::ldexp(entry, power);
        }
      }
      if (power == -1000 && truth(scaled_a, scaled_b) != expected) continue;
      const Bodies<2> bodies(scaled_a, scaled_b, 2);
      EXPECT_EQ(intersects(bodies.a(), bodies.b()).verdict, expected) << i << " by 2^" << power;
      EXPECT_EQ(distance(bodies.b(), bodies.a()).verdict, expected) << i;
      const detail::Pair<2> pair = pair_of(bodies);
      if (!detail::sat::are_polygons(pair)) continue;
      const PolygonVerdict verdict = detail::sat::verdict_of_polygons(pair);
      const PolygonDistance found = quick_distance(pair);
      if (found.verdict != Verdict::undecided) {
        EXPECT_EQ(found.verdict, expected) << i;
      }
      if (power != 0) continue;
      ++counts.drawn[static_cast<std::size_t>(expected)];
      if (verdict.verdict == Verdict::undecided) continue;
      EXPECT_EQ(verdict.verdict, expected) << i;
      ++counts.proven[static_cast<std::size_t>(expected)];
    }
  }
  EXPECT_GT(counts.share(Verdict::separated), 0.6);
  EXPECT_GT(counts.share(Verdict::overlapping), 0.6);
  EXPECT_GT(counts.drawn[static_cast<std::size_t>(Verdict::touching)], 40);
  EXPECT_EQ(counts.proven[static_cast<std::size_t>(Verdict::touching)], 0);
}

// If two parallel edges face each other, possibly only one faces a corner.
TEST(SatPolygons, ParallelEdgesNeedNoOtherAlgorithm) {
  detail::on_every_target([] {
    const Polytope2 wide = Polytope2::box({8, 1});
    const Polytope2 small = Polytope2::box({1, 1});
    for (const double x : {0.0, 7.5, 8.5, -8.0, 9.0, -9.0}) {
      for (const auto& [a, b] : {std::pair(wide, small), std::pair(small, wide)}) {
        const PolygonsAt at{a, b, turned(0, {0, 0}), turned(0, {x, 2.5})};
        const PolygonDistance found = quick_distance(at.pair());
        EXPECT_EQ(found.verdict, Verdict::separated);
        EXPECT_TRUE(found.is_narrow) << x;
        EXPECT_LE(found.distance.lower, 0.5);
        EXPECT_GE(found.distance.upper, 0.5);
        EXPECT_NEAR(found.witness->normal[1], 1, 1e-15);
      }
    }
  });
}

// A corner over an edge, past its end by a few units in the last place, and at it.
TEST(SatPolygons, FeetAboutTheEndsOfEdges) {
  const Polytope2 wide = Polytope2::box({8, 1});
  const std::vector<Vector2> corners{{0, 0}, {1, 2}, {-1, 3}};
  const Polytope2 tip = Polytope2::from_points(corners).value();
  Trials trials;
  for (const double angle : {0.0, 0.75}) {
    for (const double past : {-0x1p-20, -0x1p-49, -0x1p-50, 0.0, 0x1p-49, 0x1p-48, 0x1p-20}) {
      for (const double gap : {0x1p-30, 1.5, 200.0}) {
        const double x = 8 + past;
        const double y = 1 + gap;
        const double c = std::cos(angle);
        const double s = std::sin(angle);
        add({wide, tip, turned(angle, {0, 0}), turned(angle, {c * x - s * y, s * x + c * y})},
            trials);
      }
    }
  }
  const int asked = 2 * static_cast<int>(trials.size());
  expect_all_true(trials, asked, asked);
}

// Poses that stretch by up to 2^9, and in one direction by up to 2^30 times as much as in the
// other. Normals lose digits there, and with them the upper bound along one.
TEST(SatPolygons, PosesThatStretchOneWay) {
  Random random(18);
  Trials trials;
  for (int i = 0; i < 60; ++i) {
    PolygonsAt at = random_polygons(random, random.in(3, 9), random.in(3, 8), 0.7);
    const double great = std::ldexp(1, random.in(-4, 9));
    const double small = great * std::ldexp(1, -random.in(0, 30));
    const double p = kTurn * random.unit();
    const double q = kTurn * random.unit();
    const Vector2 offset = offset_of(at.pose_b);
    const double away = 1 + great;
    at.pose_b = pose({great * std::cos(p) * std::cos(q) - small * std::sin(p) * std::sin(q),
                      -great * std::cos(p) * std::sin(q) - small * std::sin(p) * std::cos(q),
                      great * std::sin(p) * std::cos(q) + small * std::cos(p) * std::sin(q),
                      -great * std::sin(p) * std::sin(q) + small * std::cos(p) * std::cos(q)},
                     {away * offset[0], away * offset[1]});
    add(at, trials);
  }
  expect_all_true(trials, 50, 50);
}

TEST(SatPolygons, IntervalsHoldInEveryRoundingMode) {
  Random random(19);
  Trials trials;
  for (int i = 0; i < 40; ++i) {
    const PolygonsAt apart = random_polygons(random, random.in(3, 10), random.in(3, 9), 0.7);
    for (const double gap : {30.0, 1e-2, 1e-9}) add(at_gap(apart, gap), trials);
  }
  WorstRatio ratio("distance of polygons from the interval's middle");
  detail::on_every_target([&] {
    for (const FloatMode& mode : float_modes()) {
      SCOPED_TRACE(mode.name);
      int proven = 0;
      for (const Trial& trial : trials) {
        const detail::Pair<2> pair = trial.at.pair();
        const PolygonDistance found = in_mode(mode, [&] { return quick_distance(pair); });
        if (found.verdict == Verdict::undecided) continue;
        ASSERT_EQ(found.verdict, trial.verdict);
        expect_interval(found, trial.squared);
        ratio.see_root_within(found.distance.lower, found.distance.upper, trial.squared, mode.name);
        ++proven;
      }
      EXPECT_GE(proven, 110);
    }
  });
}

TEST(SatPolygons, ManyCornersFromAnywhere) {
  Random random(16);
  Trials trials;
  for (int i = 0; i < 6; ++i) {
    const int corners_a = random.pick(std::vector<int>{32, 63, 64, 100});
    const int corners_b = random.pick(std::vector<int>{3, 8, 24, 64});
    const PolygonsAt at = random_polygons(random, corners_a, corners_b, i % 2 == 0 ? 0.8 : 0.05);
    add(at, trials);
    add(at_gap(at, 1e-6), trials);
  }
  const int asked = 2 * static_cast<int>(trials.size());
  expect_all_true(trials, asked - 4, asked - 8);
}

TEST(SatPolygons, AnswersCountAndSayWhoDecided) {
  Counters counters;
  Search2 options;
  options.counters = &counters;
  const Polytope2 box = Polytope2::box({1, 1});
  const auto ask = [&](double x) {
    const Pose2 moved = Pose2::translation({x, 0.25}).value();
    return distance({box}, {box, moved}, {.search = options});
  };
  const Distance2 apart = ask(2.5);
  EXPECT_EQ(apart.decided_by, Algorithm::sat);
  EXPECT_EQ(apart.stage, Stage::filter);
  EXPECT_TRUE(apart.proven && apart.witness.has_value() && apart.witness.has_value());
  EXPECT_EQ(ask(0.25).stage, Stage::filter);
  EXPECT_EQ(ask(2.0).verdict, Verdict::touching);
  EXPECT_EQ(counters.by_algorithm[static_cast<std::size_t>(Algorithm::sat)], 2u);
  EXPECT_EQ(counters.by_stage[static_cast<std::size_t>(Stage::filter)], 2u);
  const Polytope2 round = Polytope2::regular_polygon(40, 1);
  EXPECT_EQ(distance({round}, Placed{round, Pose2::translation({0.25, 0}).value()}).stage,
            Stage::bounds);
  const Decision met = intersects({box}, Placed{box, Pose2::translation({1.75, 1.75}).value()});
  EXPECT_EQ(met.decided_by, Algorithm::sat);
  EXPECT_EQ(met.verdict, Verdict::overlapping);
}

TEST(SatPolygons, AWidthIsKept) {
  Random random(17);
  for (int i = 0; i < 20; ++i) {
    const PolygonsAt at = random_polygons(random, 5, 12, 0.5);
    MeasureOptions2 options;
    options.width = 1e-15;
    const Distance2 found = distance(at.posed_a(), at.posed_b(), options);
    EXPECT_LE(found.distance.upper - found.distance.lower, 1e-15 * found.distance.lower);
    EXPECT_NEAR(found.distance.lower, distance_of(at), 1e-12 * found.distance.lower);
  }
}

}  // namespace
}  // namespace sunder::test
