// SPDX-License-Identifier: Apache-2.0
//
// Tests the limits of a radius: 0, subnormal, huge, with a sum that overflows, or invalid. Bodies
// are empty, concentric and rotated. Relations, features and points are known by hand.
#include <bit>
#include <cstring>
#include <gtest/gtest.h>
#include <limits>

#include "geometry/float_environment.hpp"
#include "query/rounded_oracle.hpp"

namespace sunder::traps {
namespace {

using suite::Bodies;
constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kMost = std::numeric_limits<double>::max();
constexpr double kLeast = std::numeric_limits<double>::denorm_min();

template <int D>
struct Rounded {
  Bodies<D> bodies;
  Posed<D> a, b;
  Rounded(const BodyData& body_a, double radius_a, const BodyData& body_b, double radius_b,
          int dimension = D)
      : bodies(body_a, body_b, dimension),
        a(bodies.polytope_a, bodies.pose_a, radius_a),
        b(bodies.polytope_b, bodies.pose_b, radius_b) {}
  Rounded(const Rounded&) = delete;
  Rounded& operator=(const Rounded&) = delete;
};

bool same_bits(double x, double y) {
  return std::bit_cast<std::uint64_t>(x) == std::bit_cast<std::uint64_t>(y);
}
bool same_bits(const Interval& x, const Interval& y) {
  return same_bits(x.lower, y.lower) && same_bits(x.upper, y.upper);
}
template <int D>
bool same_bits(const std::optional<Witness<D>>& x, const std::optional<Witness<D>>& y) {
  if (x.has_value() != y.has_value()) return false;
  if (!x) return true;
  for (std::size_t l = 0; l < D; ++l) {
    if (!same_bits(x->normal[l], y->normal[l]) || !same_bits(x->point_a[l], y->point_a[l]) ||
        !same_bits(x->point_b[l], y->point_b[l])) {
      return false;
    }
  }
  return true;
}

TEST(RoundedEdges, RadiusZeroIsNoRadius) {
  const BodyData cube = box({1, 1, 1});
  for (const double x : {0.5, 2.0, 3.25}) {
    const BodyData other = with_quaternion(cube, {2, 0, 1, 1}, {x, 0.5, 0.25});
    const Bodies<3> plain(cube, other, 3);
    for (const double zero : {0.0, -0.0}) {
      const Rounded<3> rounded(cube, zero, other, 0);
      const Distance3 gap = distance(plain.a(), plain.b());
      const Distance3 same = distance(rounded.a, rounded.b);
      EXPECT_EQ(gap.verdict, same.verdict);
      EXPECT_EQ(gap.stage, same.stage);
      EXPECT_TRUE(same_bits(gap.distance, same.distance));
      EXPECT_TRUE(same_bits<3>(gap.witness, same.witness));
      const Penetration3 deep = penetration(plain.a(), plain.b());
      EXPECT_TRUE(same_bits(deep.depth, penetration(rounded.a, rounded.b).depth));
      EXPECT_TRUE(same_bits<3>(deep.witness, penetration(rounded.a, rounded.b).witness));
      EXPECT_EQ(intersects(plain.a(), plain.b()).stage, intersects(rounded.a, rounded.b).stage);
      EXPECT_EQ(serialise(certify(plain.a(), plain.b(), gap)),
                serialise(certify(rounded.a, rounded.b, same)));
      EXPECT_EQ(exact_penetration(rounded.a, rounded.b).verdict,
                exact_penetration(plain.a(), plain.b()).verdict);
    }
  }
}

TEST(RoundedEdges, TheLeastRadiusCounts) {
  const BodyData cube = box({1, 1, 1});
  const BodyData touching = with_translation(cube, {2, 0.5, 0});
  for (const test::FloatMode& mode : test::float_modes()) {
    test::in_mode(mode, [&] {
      const Rounded<3> deeper(cube, kLeast, touching, 0);
      EXPECT_EQ(intersects(deeper.a, deeper.b).verdict, Verdict::overlapping) << mode.name;
      const Interval depth = penetration(deeper.a, deeper.b).depth;
      EXPECT_TRUE(same_bits(depth.lower, kLeast)) << mode.name;
      EXPECT_TRUE(same_bits(depth.upper, kLeast)) << mode.name;
      const Rounded<3> met(points({{0, 0, 0}}), kLeast, points({{2 * kLeast, 0, 0}}), kLeast);
      EXPECT_EQ(intersects(met.a, met.b).verdict, Verdict::touching) << mode.name;
      EXPECT_EQ(distance(met.a, met.b).verdict, Verdict::touching) << mode.name;
      const Rounded<3> apart(points({{0, 0, 0}}), kLeast, points({{3 * kLeast, 0, 0}}), kLeast);
      EXPECT_TRUE(same_bits(distance(apart.a, apart.b).distance, {kLeast, kLeast})) << mode.name;
      return 0;
    });
  }
}

TEST(RoundedEdges, HugeRadii) {
  const Rounded<2> pair(points({{0, 0}}), 1e300, points({{3, 4}}), 1e300);
  EXPECT_EQ(intersects(pair.a, pair.b).verdict, Verdict::overlapping);
  const Interval depth = penetration(pair.a, pair.b, {.width = 1e-15}).depth;
  EXPECT_LE(Rational(depth.lower), Rational(1e300) * 2 - 5);
  EXPECT_GE(Rational(depth.upper), Rational(1e300) * 2 - 5);
  EXPECT_EQ(std::nextafter(depth.lower, kInfinity), depth.upper);
  // The sum of the radii overflows.
  const Rounded<2> beyond(points({{0, 0}}), kMost, points({{1, 0}}), kMost);
  EXPECT_EQ(intersects(beyond.a, beyond.b).verdict, Verdict::overlapping);
  EXPECT_TRUE(same_bits(penetration(beyond.a, beyond.b).depth, {kMost, kInfinity}));
  EXPECT_TRUE(
      verify(beyond.a, beyond.b, certify(beyond.a, beyond.b, penetration(beyond.a, beyond.b))));
  const Rounded<2> wide(points({{-kMost, 0}}), kMost, points({{kMost, 0}}), kMost);
  EXPECT_EQ(intersects(wide.a, wide.b).verdict, Verdict::touching);
  EXPECT_EQ(distance(wide.a, wide.b).verdict, Verdict::touching);
  EXPECT_TRUE(verify(wide.a, wide.b, certify(wide.a, wide.b, distance(wide.a, wide.b))));
  const Rounded<2> ulp(points({{-kMost, 0}}), kMost, points({{kMost, 0}}),
                       std::nextafter(kMost, 0.0));
  const Distance2 gap = distance(ulp.a, ulp.b);
  EXPECT_EQ(gap.verdict, Verdict::separated);
  EXPECT_TRUE(same_bits(gap.distance, {0x1p971, 0x1p971}));
}

TEST(RoundedEdges, RadiiThatCancelLeaveEveryBitOfTheDistance) {
  const Rounded<3> pair(points({{0, 0, 0}}), 3, points({{3, 4, 0x1p-40}}), 2);
  const Distance3 gap = distance(pair.a, pair.b, {.width = 1e-15});
  ASSERT_EQ(gap.verdict, Verdict::separated);
  // 5 (sqrt(1 + x) - 1) with x = 2^-80 / 25
  const Rational x = Rational(0x1p-80) / 25;
  const Rational least = 5 * (x / 2 - x * x / 8), most = 5 * x / 2;
  EXPECT_LE(Rational(gap.distance.lower), most);
  EXPECT_GE(Rational(gap.distance.upper), least);
  EXPECT_LE(gap.distance.upper - gap.distance.lower, 1e-15 * gap.distance.lower);
}

TEST(RoundedEdges, EmptyBodiesStayEmpty) {
  const Polytope3 nothing;
  const Polytope3 cube = Polytope3::box({1, 1, 1});
  const Pose3 here = Pose3::identity();
  const Posed3 ball(nothing, here, 5), other(cube, here, 1);
  EXPECT_EQ(intersects(ball, other).verdict, Verdict::separated);
  EXPECT_EQ(distance(ball, other).distance.lower, kMost);
  EXPECT_EQ(distance(ball, other).distance.upper, kInfinity);
  EXPECT_EQ(penetration(ball, other).depth.upper, 0);
  EXPECT_TRUE(contains(ball, other).contained);
  EXPECT_FALSE(contains(other, ball).contained);
  EXPECT_EQ(relation(ball, other).relation, Relation::separated);
  EXPECT_TRUE(relation(ball, other).a_in_b);
  EXPECT_FALSE(derivative(ball, other).valid);
  EXPECT_EQ(one_norm_distance(ball, other).distance.lower, kMost);
  EXPECT_TRUE(verify(ball, other, certify(ball, other, distance(ball, other))));
  EXPECT_TRUE(verify(ball, other, certify(ball, other, penetration(ball, other))));
  EXPECT_EQ(prove(ball, other, {.verdict = Verdict::separated}).verdict, Verdict::separated);
}

TEST(RoundedEdges, ConcentricBallsAreAsDeepAsTheirRadii) {
  const Rounded<3> pair(points({{1, 2, 3}}), 0.5, points({{1, 2, 3}}), 0.25);
  const Penetration3 deep = penetration(pair.a, pair.b);
  EXPECT_TRUE(same_bits(deep.depth, {0.75, 0.75}));
  ASSERT_TRUE(deep.witness.has_value());
  double length = 0;
  for (std::size_t l = 0; l < 3; ++l) {
    length += deep.witness->normal[l] * deep.witness->normal[l];
    EXPECT_NEAR(deep.witness->point_a[l] - deep.witness->point_b[l], 0.75 * deep.witness->normal[l],
                1e-12);
  }
  EXPECT_NEAR(length, 1, 1e-12);
  EXPECT_FALSE(derivative(pair.a, pair.b).unique_translation);
  EXPECT_EQ(relation(pair.b, pair.a).relation, Relation::containment);
  EXPECT_TRUE(relation(pair.b, pair.a).a_in_b);
  EXPECT_FALSE(relation(pair.b, pair.a).b_in_a);
}

TEST(RoundedEdges, PointsMoveOutAlongTheNormal) {
  const Rounded<3> apart(points({{0, 0, 0}}), 1, points({{3, 4, 0}}), 2);
  const Distance3 gap = distance(apart.a, apart.b);
  ASSERT_TRUE(gap.witness.has_value());
  EXPECT_NEAR(gap.witness->point_a[0], 0.6, 1e-12);
  EXPECT_NEAR(gap.witness->point_b[1], 4 - 1.6, 1e-12);
  const Rounded<3> met(points({{0, 0, 0}}), 2, points({{3, 4, 0}}), 3);
  const Distance3 touch = distance(met.a, met.b);
  ASSERT_TRUE(touch.witness.has_value());
  EXPECT_EQ(touch.witness->point_a, touch.witness->point_b);
  EXPECT_NEAR(touch.witness->point_a[0], 1.2, 1e-12);
  const Result<Distance3> closest = closest_point({6, 8, 0}, met.b);
  ASSERT_TRUE(closest.has_value());
  EXPECT_NEAR(closest.value().distance.lower, 2, 1e-12);
  EXPECT_NEAR(closest.value().witness->point_b[0], 4.8, 1e-12);
  EXPECT_EQ(closest.value().witness->point_a[0], 6);
}

TEST(RoundedEdges, RelationsAreThoseOfTheFacesThatCarryTheContact) {
  struct Case {
    BodyData a;
    double radius_a;
    BodyData b;
    double radius_b;
    Relation relation;
    int contact;
  };
  const BodyData cube = box({1, 1, 1});
  const BodyData ball = points({{0, 0, 0}});
  const BodyData along = points({{-0.5, 0, 0}, {0.5, 0, 0}});
  const BodyData across = points({{0, -0.5, 0}, {0, 0.5, 0}});
  const std::vector<Case> cases = {
      {ball, 1, with_translation(ball, {2, 3, 6}), 6, Relation::vertex, 0},
      {cube, 0, with_translation(ball, {0, 0, 1.5}), 0.5, Relation::face, 0},
      {cube, 0.25, with_translation(along, {0.25, 0, 1.75}), 0.5, Relation::face, 1},
      {cube, 0.25, with_translation(cube, {1, 1.5, 2.75}), 0.5, Relation::face, 2},
      {cube, 1, with_translation(cube, {5, 6, 0}), 4, Relation::edge_vertex, 1},
      {cube, 1, with_translation(cube, {3, 4, 4}), 2, Relation::vertex, 0},
      {along, 0.5, with_translation(across, {0, 0, 1}), 0.5, Relation::edge_edge, 0},
      {along, 0.5, with_translation(along, {0.25, 0, 1}), 0.5, Relation::edge_vertex, 1},
      {along, 0.5, with_translation(ball, {0.25, 1, 0}), 0.5, Relation::edge_vertex, 0},
      {along, 0.5, with_translation(ball, {0.5, 1, 0}), 0.5, Relation::vertex, 0},
      {with_quaternion(cube, {2, 0, 0, 1}), 1, with_quaternion(cube, {2, 0, 0, 1}, {3, 4, 0}), 2,
       Relation::face, 2},
  };
  for (const Case& item : cases) {
    const Rounded<3> pair(item.a, item.radius_a, item.b, item.radius_b);
    const RelationAnswer met = relation(pair.a, pair.b);
    EXPECT_EQ(met.verdict, Verdict::touching);
    EXPECT_EQ(met.relation, item.relation) << to_string(met.relation);
    EXPECT_EQ(met.contact_dimension, item.contact);
    EXPECT_FALSE(met.meets_relative_interiors);
    EXPECT_FALSE(met.a_in_b || met.b_in_a);
    const RelationAnswer swapped = relation(pair.b, pair.a);
    EXPECT_EQ(swapped.relation, item.relation);
    EXPECT_EQ(swapped.feature_a, met.feature_b);
  }
  // A point on the surface of a ball lies in it, and touches it.
  const Rounded<3> on(points({{2, 3, 6}}), 0, ball, 7);
  const RelationAnswer met = relation(on.a, on.b);
  EXPECT_EQ(met.relation, Relation::vertex);
  EXPECT_TRUE(met.a_in_b);
  EXPECT_FALSE(met.b_in_a);
  // In the plane an edge lies along another.
  const Rounded<2> plane(box({1, 1}), 0.5, with_translation(box({1, 1}), {3, 1}), 0.5);
  EXPECT_EQ(relation(plane.a, plane.b).relation, Relation::edge_edge);
  EXPECT_EQ(relation(plane.a, plane.b).contact_dimension, 1);
}

TEST(RoundedEdges, FlatBodiesWithARadiusHaveAnInside) {
  const Rounded<3> pair(points({{0, 0, 0}, {4, 0, 0}}), 0, points({{1, 0, 0}, {2, 0, 0}}), 0.5);
  const RelationAnswer met = relation(pair.a, pair.b);
  EXPECT_EQ(met.relation, Relation::piercing);
  EXPECT_EQ(met.feature_a.kind, FeatureKind::edge);
  EXPECT_EQ(met.feature_b.kind, FeatureKind::interior);
  EXPECT_EQ(met.contact_dimension, 1);
  EXPECT_TRUE(met.meets_relative_interiors);
}

TEST(RoundedEdges, SlopesAreThoseOfThePolytopes) {
  const BodyData cube = box({1, 1, 1});
  const BodyData turned = with_quaternion(cube, {3, 1, 2, 0}, {2.5, 1.5, 0.25});
  const Rounded<3> rounded(cube, 0.25, turned, 0.5);
  const Bodies<3> plain(cube, turned, 3);
  const Derivative3 with = derivative(rounded.a, rounded.b);
  const Derivative3 without = derivative(plain.a(), plain.b());
  EXPECT_EQ(with.translation_b, without.translation_b);
  EXPECT_EQ(with.rotation_a, without.rotation_a);
  EXPECT_EQ(with.rotation_b, without.rotation_b);
  EXPECT_EQ(with.feature_a, without.feature_a);
  EXPECT_EQ(with.unique_rotation, without.unique_rotation);
  EXPECT_NEAR(with.distance.lower, without.distance.lower - 0.75, 1e-12);
}

TEST(RoundedEdges, TheOneNormLiesInItsInterval) {
  const Rounded<2> pair(points({{0, 0}}), 1, points({{3, 4}}), 2);
  // The bodies are 2 apart along (3, 4) / 5. The 1-norm of a difference is least where the ball's
  // tangent is x + y: 7 - 3 sqrt(2).
  const OneNormDistance found = one_norm_distance(pair.a, pair.b);
  EXPECT_EQ(found.verdict, Verdict::separated);
  EXPECT_LE(found.distance.lower, 7 - 3 * std::sqrt(2.0));
  EXPECT_GE(found.distance.upper, 7 - 3 * std::sqrt(2.0));
  const Rounded<2> met(points({{0, 0}}), 3, points({{3, 4}}), 2);
  EXPECT_EQ(one_norm_distance(met.a, met.b).distance.upper, 0);
}

TEST(RoundedEdges, MarginsAddToRadii) {
  const Rounded<3> pair(points({{0, 0, 0}}), 0.1, points({{3, 4, 0}}), 0.2);
  const auto word = [&](const Margin& margin) {
    return compare_to_margin(pair.a, pair.b, margin).value().verdict;
  };
  EXPECT_EQ(word({4}), Verdict::separated);
  EXPECT_EQ(word({5}), Verdict::overlapping);
  EXPECT_EQ(word({4, 0.5, 0.25}), Verdict::overlapping);
  // No double equals 5 - 0.1 - 0.2: both neighbours differ from it.
  const Rational exact = Rational(5) - Rational(0.1) - Rational(0.2);
  const double near = exact.convert_to<double>();
  for (const double m : {near, std::nextafter(near, 0.0), std::nextafter(near, 9.0)}) {
    const Verdict expected = Rational(m) == exact  ? Verdict::touching
                             : Rational(m) < exact ? Verdict::separated
                                                   : Verdict::overlapping;
    EXPECT_EQ(word({m}), expected);
    const Margin margin{m};
    const MarginAnswer answer = compare_to_margin(pair.a, pair.b, margin).value();
    EXPECT_TRUE(answer.proven);
    EXPECT_TRUE(verify(pair.a, pair.b, margin, certify(pair.a, pair.b, margin, answer)));
  }
  // An allowed overlap may make the sum of the margin and the radii negative.
  const Rounded<3> cubes(box({1, 1, 1}), 0.25, with_translation(box({1, 1, 1}), {1.5, 0, 0}), 0.25);
  EXPECT_EQ(compare_to_margin(cubes.a, cubes.b, {-1}).value().verdict, Verdict::touching);
  EXPECT_EQ(compare_to_margin(cubes.a, cubes.b, {-0.5}).value().verdict, Verdict::overlapping);
}

TEST(RoundedEdges, MoreDimensions) {
  const Rounded<kRunTime> pair(points({{0, 0, 0, 0}}), 1, points({{1, 1, 1, 1}}), 1, 4);
  EXPECT_EQ(intersects(pair.a, pair.b).verdict, Verdict::touching);
  EXPECT_EQ(distance(pair.a, pair.b).distance.upper, 0);
  EXPECT_TRUE(verify(pair.a, pair.b, certify(pair.a, pair.b, intersects(pair.a, pair.b))));
  // Inclusion is decided where no depth is needed; else it is not served, unless a vertex is
  // outside.
  const Rounded<kRunTime> same(points({{1, 1, 1, 1}}), 2, points({{1, 1, 1, 1}}), 1, 4);
  EXPECT_TRUE(contains(same.b, same.a).contained);
  const Containment unserved = contains(same.a, same.b);
  EXPECT_FALSE(unserved.contained);
  EXPECT_EQ(unserved.outside, -1);
  EXPECT_EQ(unserved.stage, Stage::none);
  const Rounded<kRunTime> apart(points({{9, 1, 1, 1}}), 2, points({{1, 1, 1, 1}}), 1, 4);
  EXPECT_EQ(contains(apart.a, apart.b).outside, 0);
}

TEST(RoundedEdges, TheExactDepthIsThatOfThePolytopes) {
  const Rounded<3> pair(box({1, 1, 1}), 0.5, box({1, 1, 1}), 0);
  const ExactPenetration refused = exact_penetration(pair.a, pair.b);
  EXPECT_EQ(refused.verdict, Verdict::undecided);
  EXPECT_TRUE(refused.translations.empty());
}

TEST(RoundedEdges, HintsAndCounters) {
  const BodyData cube = box({1, 1, 1});
  const Rounded<3> pair(cube, 0.25, with_translation(cube, {2, 2.5, 0.875}), 0.125);
  Hint3 hint;
  Counters counters;
  const Search3 search{.hint = &hint, .counters = &counters};
  EXPECT_EQ(intersects(pair.a, pair.b, search).verdict, Verdict::separated);
  EXPECT_EQ(hint.verdict, Verdict::separated);
  EXPECT_EQ(intersects(pair.a, pair.b, search).stage, Stage::hint);
  distance(pair.a, pair.b, {.search = search});
  penetration(pair.a, pair.b, {.search = search});
  signed_distance(pair.a, pair.b, {.search = search});
  contains(pair.a, pair.b, search);
  std::uint64_t counted = 0;
  for (const std::uint64_t stage : counters.by_stage) counted += stage;
  EXPECT_EQ(counted, 6U);
}

TEST(RoundedEdges, ANamedAlgorithmThatMeasuresNothingSaysWhy) {
  const Rounded<3> pair(box({1, 1, 1}), 0.25, with_translation(box({1, 1, 1}), {2.5, 0, 0}), 0.25);
  const Decision answer = intersects(pair.a, pair.b, {.algorithm = Algorithm::sat});
  EXPECT_EQ(answer.verdict, Verdict::touching);
  EXPECT_EQ(answer.decided_by, Algorithm::gjk);
  EXPECT_NE(why_not(Algorithm::sat, pair.a, pair.b, answer).find("radius"), std::string::npos);
  EXPECT_EQ(why_not(Algorithm::gjk, pair.a, pair.b, answer), "");
}

TEST(RoundedEdges, ProposalsAreProvenAgainstTheRadii) {
  const BodyData cube = box({1, 1, 1});
  const Rounded<3> apart(cube, 0.25, with_translation(cube, {3, 0, 0}), 0.5);
  Proposal3 proposal;
  proposal.verdict = Verdict::separated;
  proposal.direction = {1, 0, 0};
  EXPECT_EQ(prove(apart.a, apart.b, proposal).verdict, Verdict::separated);
  proposal.direction = {1, 0.75, 0};  // a walk improves it
  EXPECT_EQ(prove(apart.a, apart.b, proposal).verdict, Verdict::separated);
  const Rounded<3> met(cube, 0.5, with_translation(cube, {3, 0, 0}), 0.5);
  EXPECT_FALSE(prove(met.a, met.b, proposal).proven);
  EXPECT_EQ(propose(met.a, met.b).verdict, Verdict::touching);
  Proposal3 touching = propose(met.a, met.b);
  EXPECT_EQ(prove(met.a, met.b, touching).verdict, Verdict::touching);
  EXPECT_FALSE(prove(apart.a, apart.b, touching).proven);
  touching.verdict = Verdict::overlapping;
  EXPECT_FALSE(prove(met.a, met.b, touching).proven);
  const Rounded<3> deep(cube, 0.75, with_translation(cube, {3, 0, 0}), 0.5);
  EXPECT_EQ(prove(deep.a, deep.b, touching).verdict, Verdict::overlapping);
}

TEST(RoundedEdges, EveryAlgorithmSaysTheSame) {
  const BodyData cube = box({1, 1, 1});
  for (const double x : {2.5, 3.0, 3.5}) {
    const Rounded<3> pair(cube, 0.75, with_translation(cube, {x, 0.5, 0.25}), 0.25);
    const Verdict expected = x < 3   ? Verdict::overlapping
                             : x > 3 ? Verdict::separated
                                     : Verdict::touching;
    for (const AlgorithmInfo& algorithm : algorithms()) {
      if (!serves(algorithm.id, Question::verdict, 3)) continue;
      const Search3 search{.algorithm = algorithm.id};
      EXPECT_EQ(intersects(pair.a, pair.b, search).verdict, expected) << algorithm.name;
      EXPECT_EQ(distance(pair.a, pair.b, {.search = search}).verdict, expected) << algorithm.name;
      EXPECT_EQ(penetration(pair.a, pair.b, {.search = search}).verdict, expected)
          << algorithm.name;
    }
  }
}

/// A programmer's mistake asserts. Without assertions there is no answer.
TEST(RoundedEdges, ARadiusThatIsNoneAnswersNothing) {
  const BodyData cube = box({1, 1, 1});
  for (const double wrong :
       {-1.0, -kLeast, kInfinity, -kInfinity, std::numeric_limits<double>::quiet_NaN()}) {
    const Rounded<3> pair(cube, wrong, with_translation(cube, {5, 0, 0}), 1);
    const auto refused = compare_to_margin(pair.a, pair.b, {});
    ASSERT_FALSE(refused.has_value());
    EXPECT_NE(refused.error().message.find("a.radius"), std::string::npos);
    EXPECT_FALSE(verify(pair.a, pair.b, Certificate{}));
#ifdef NDEBUG
    EXPECT_EQ(intersects(pair.a, pair.b).verdict, Verdict::undecided);
    EXPECT_FALSE(intersects(pair.a, pair.b).proven);
    const Distance3 gap = distance(pair.b, pair.a);
    EXPECT_EQ(gap.verdict, Verdict::undecided);
    EXPECT_TRUE(same_bits(gap.distance, {0, kInfinity}));
    EXPECT_TRUE(same_bits(penetration(pair.a, pair.b).depth, {0, kInfinity}));
    EXPECT_TRUE(same_bits(signed_distance(pair.a, pair.b).distance, {-kInfinity, kInfinity}));
    EXPECT_FALSE(contains(pair.a, pair.b).contained);
    EXPECT_EQ(relation(pair.a, pair.b).verdict, Verdict::undecided);
    EXPECT_FALSE(derivative(pair.a, pair.b).valid);
    EXPECT_EQ(propose(pair.a, pair.b).verdict, Verdict::undecided);
    EXPECT_FALSE(
        prove(pair.a, pair.b, {.verdict = Verdict::separated, .direction = {1, 0, 0}}).proven);
    EXPECT_FALSE(verify(pair.a, pair.b, certify(pair.a, pair.b, gap)));
#else
    EXPECT_DEATH(intersects(pair.a, pair.b), "radius");
    EXPECT_DEATH(distance(pair.a, pair.b), "radius");
#endif
  }
}

}  // namespace
}  // namespace sunder::traps
