// SPDX-License-Identifier: Apache-2.0
//
// Tests the depth of small hulls from lists of candidates, against the exact depth. The interval
// holds it wherever the list is a proof, on every instruction set. Ordinary pairs must have a
// proof, and the pipeline's result must not depend on the order.
#include <cmath>
#include <gtest/gtest.h>
#include <limits>

#include "lanes/every_target.hpp"
#include "narrow/lattice_bodies.hpp"
#include "narrow/sat/sat.hpp"
#include "narrow/sat/small_hulls.hpp"
#include "sunder/penetration.hpp"

namespace sunder::test {
namespace {

using detail::Depth;
using detail::FilteredPair;
using suite::Rational;
using Points = std::vector<std::vector<double>>;

double between(Random& random, double low, double high) {
  return low + (high - low) * random.unit();
}

Points random_points(Random& random, int count) {
  Points points;
  for (int i = 0; i < count; ++i) {
    const double x = between(random, -1, 1);
    const double y = between(random, -1, 1);
    const double z = between(random, -1, 1);
    points.push_back({x, y, z});
  }
  return points;
}

/// A prism over a regular polygon, scaled at its upper end: 1 for parallel edges, 0 for a pyramid.
Points frustum(int sides, double upper) {
  Points points;
  for (int i = 0; i < sides; ++i) {
    const double angle = 6.283185307179586 * i / sides;
    points.push_back({std::cos(angle), std::sin(angle), -0.75});
    if (upper > 0) points.push_back({upper * std::cos(angle), upper * std::sin(angle), 0.75});
  }
  if (upper == 0) points.push_back({0, 0, 0.75});
  return points;
}

Points small_points(Random& random) {
  switch (random.in(0, 7)) {
    case 0:
      return {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    case 1:
      return {{1, 0, 0}, {-1, 0, 0}, {0, 1, 0}, {0, -1, 0}, {0, 0, 1}, {0, 0, -1}};
    case 2:  // a cube, but one vertex is moved, so its shape is not a box
      return {{-1, -1, -1}, {1, -1, -1}, {-1, 1, -1}, {1, 1, -1},
              {-1, -1, 1},  {1, -1, 1},  {-1, 1, 1},  {1, 1, 1.5}};
    case 3:
      return frustum(random.in(3, 6), 1);
    case 4:
      return frustum(random.in(3, 6), 0);
    case 5:
      return frustum(random.in(3, 5), 0.5);
    case 6:  // lattice: coplanar points, parallel edges
    {
      Points points;
      for (int i = 0; i < 8; ++i) {
        const auto x = static_cast<double>(random.in(-3, 3));
        const auto y = static_cast<double>(random.in(-3, 3));
        const auto z = static_cast<double>(random.in(-3, 3));
        points.push_back({x, y, z});
      }
      return points;
    }
    default:
      return random_points(random, random.in(4, 9));
  }
}

/// Row-major 3 x 3: a rotation, perhaps with a reflection, a shear, or scalings of up to 1e6.
std::array<double, 9> random_linear(Random& random) {
  if (random.chance(1, 4)) return {1, 0, 0, 0, 1, 0, 0, 0, 1};
  std::array<double, 9> linear{};
  const double yaw = between(random, 0, 6.3);
  const double pitch = between(random, -1.5, 1.5);
  linear = {std::cos(yaw),
            -std::sin(yaw) * std::cos(pitch),
            std::sin(yaw) * std::sin(pitch),
            std::sin(yaw),
            std::cos(yaw) * std::cos(pitch),
            -std::cos(yaw) * std::sin(pitch),
            0,
            std::sin(pitch),
            std::cos(pitch)};
  const int kind = random.in(0, 5);
  if (kind == 0) {
    for (std::size_t l = 0; l < 3; ++l) linear[3 * l] = -linear[3 * l];
  } else if (kind == 1) {
    linear[1] += between(random, -2, 2);
    linear[5] += between(random, -2, 2);
  } else if (kind == 2) {
    const double stretch = std::pow(10.0, between(random, -6, 0));
    for (std::size_t l = 0; l < 3; ++l) linear[3 * l + 1] *= stretch;
  }
  return linear;
}

void place(Random& random, BodyData& body, const std::array<double, 3>& at) {
  if (random.chance(1, 4)) {
    const double w = between(random, -1, 1);
    const double x = between(random, -1, 1);
    const double y = between(random, -1, 1);
    body.pose.form = suite::PoseData::Form::quaternion;
    body.pose.quaternion = {w, x, y, 0.5};
    body.pose.translation = {at[0], at[1], at[2]};
    return;
  }
  const std::array<double, 9> linear = random_linear(random);
  body.pose.form = suite::PoseData::Form::matrix;
  for (std::size_t l = 0; l < 3; ++l) {
    body.pose.rows.insert(body.pose.rows.end(),
                          {linear[3 * l], linear[3 * l + 1], linear[3 * l + 2], at[l]});
  }
}

struct SmallBodies {
  BodyData a;
  BodyData b;
};

/// From concentric to apart, at the origin or a million away from it, in the pose or in the points.
SmallBodies small_bodies(Random& random) {
  SmallBodies bodies;
  bodies.a.vertices = small_points(random);
  const bool same = random.chance(1, 8);
  bodies.b.vertices = same ? bodies.a.vertices : small_points(random);
  std::array<double, 3> at{};
  if (random.chance(1, 8)) at = {1e6, -1e6, 3e5};
  place(random, bodies.a, at);
  if (same && random.chance(1, 2)) {
    bodies.b.pose = bodies.a.pose;
    return bodies;
  }
  const double size = between(random, 0, 1.2);
  for (double& t : at) t += size * between(random, -1, 1);
  place(random, bodies.b, at);
  if (random.chance(1, 8)) {
    const double far = 1e5;
    for (auto& vertex : bodies.a.vertices) vertex[0] += far;
    for (auto& vertex : bodies.b.vertices) vertex[0] += far;
  }
  return bodies;
}

Rational fraction(const ExactFraction& value) {
  return Rational(boost::multiprecision::cpp_int(value.numerator),
                  boost::multiprecision::cpp_int(value.denominator));
}

Rational square(double x) { return Rational(x) * Rational(x); }

Depth<3> depth_of(const Bodies<3>& bodies) {
  const detail::Pair<3> pair = pair_of(bodies);
  return detail::sat::are_small(pair) ? detail::sat::penetrate_small(FilteredPair<3>(pair))
                                      : Depth<3>{};
}

/// Returns true if the list was a proof.
bool expect_held(const Bodies<3>& bodies, const ExactPenetration& exact, const std::string& name) {
  const Depth<3> depth = depth_of(bodies);
  if (depth.verdict == Verdict::undecided) return false;
  if (depth.verdict == Verdict::separated) {
    EXPECT_EQ(exact.verdict, Verdict::separated) << name;
    return false;
  }
  EXPECT_EQ(exact.verdict, Verdict::overlapping) << name;
  const Rational squared = fraction(exact.depth_squared);
  EXPECT_GT(depth.lower, 0) << name;
  EXPECT_LE(square(depth.lower), squared) << name;
  EXPECT_GE(square(depth.upper), squared) << name;
  return true;
}

TEST(SatSmallHulls, IntervalsHoldTheExactDepth) {
  Random random(77);
  int overlapping = 0;
  int proven = 0;
  for (int i = 0; i < 1500; ++i) {
    const SmallBodies drawn = small_bodies(random);
    const Bodies<3> bodies(drawn.a, drawn.b, 3);
    const Bodies<3> swapped(drawn.b, drawn.a, 3);
    const ExactPenetration exact = exact_penetration(bodies.a(), bodies.b());
    const std::string name = "pair " + std::to_string(i);
    detail::on_every_target([&] {
      expect_held(bodies, exact, name);
      expect_held(swapped, exact, name + " swapped");
    });
    if (exact.verdict != Verdict::overlapping) continue;
    ++overlapping;
    proven += expect_held(bodies, exact, name) ? 1 : 0;
  }
  EXPECT_GT(overlapping, 900);
  EXPECT_GT(proven, overlapping / 2);
}

TEST(SatSmallHulls, OrdinaryPairsAreProvenNarrowly) {
  Random random(78);
  int overlapping = 0;
  int narrow = 0;
  int with_points = 0;
  int by_sat = 0;
  for (int i = 0; i < 1500; ++i) {
    SmallBodies drawn;
    drawn.a.vertices = random_points(random, 8);
    drawn.b.vertices = random_points(random, 8);
    place(random, drawn.a, {0, 0, 0});
    const double x = between(random, -0.5, 0.5);
    const double y = between(random, -0.5, 0.5);
    place(random, drawn.b, {x, y, 0.25});
    const Bodies<3> bodies(drawn.a, drawn.b, 3);
    if (intersects(bodies.a(), bodies.b()).verdict != Verdict::overlapping) continue;
    ++overlapping;
    const Depth<3> depth = depth_of(bodies);
    narrow += depth.upper - depth.lower <= 1e-11 * depth.upper ? 1 : 0;
    with_points += depth.has_points ? 1 : 0;
    const Penetration3 answer = penetration(bodies.a(), bodies.b());
    EXPECT_TRUE(answer.witness.has_value() && answer.witness.has_value()) << i;
    by_sat += answer.decided_by == Algorithm::sat ? 1 : 0;
  }
  EXPECT_GT(overlapping, 700);
  EXPECT_GT(narrow, overlapping * 19 / 20);
  EXPECT_GT(with_points, overlapping * 19 / 20);
  EXPECT_GT(by_sat, overlapping * 19 / 20);
}

TEST(SatSmallHulls, BothWaysRoundTheAnswerIsTheSame) {
  Random random(79);
  int compared = 0;
  for (int i = 0; i < 600; ++i) {
    const SmallBodies drawn = small_bodies(random);
    const Bodies<3> bodies(drawn.a, drawn.b, 3);
    const Penetration3 there = penetration(bodies.a(), bodies.b());
    const Penetration3 back = penetration(bodies.b(), bodies.a());
    ASSERT_EQ(there.verdict, back.verdict) << i;
    if (there.verdict != Verdict::overlapping) continue;
    ++compared;
    EXPECT_LE(there.depth.lower, back.depth.upper) << i;
    EXPECT_LE(back.depth.lower, there.depth.upper) << i;
    const auto ways = exact_penetration(bodies.a(), bodies.b()).translations.size();
    if (ways != 1) continue;
    for (std::size_t l = 0; l < 3; ++l)
      EXPECT_NEAR(there.witness->normal[l], -back.witness->normal[l], 1e-5) << i;
  }
  EXPECT_GT(compared, 300);
}

TEST(SatSmallHulls, NothingIsProvenOfBodiesThatOnlyTouchOrAreApart) {
  const BodyData octahedron{{{1, 0, 0}, {-1, 0, 0}, {0, 1, 0}, {0, -1, 0}, {0, 0, 1}, {0, 0, -1}},
                            {}};
  const BodyData roof{{{-1, -1, 0}, {1, -1, 0}, {1, 1, 0}, {-1, 1, 0}, {-1, 0, 1}, {1, 0, 1}}, {}};
  for (const BodyData& a : {octahedron, roof}) {
    for (const std::vector<double>& t : {std::vector<double>{2, 0, 0}, {1, 1, 0}, {3, 0, 0}}) {
      const Bodies<3> bodies(a, with_translation(octahedron, t), 3);
      const Verdict verdict = intersects(bodies.a(), bodies.b()).verdict;
      const Depth<3> depth = depth_of(bodies);
      EXPECT_TRUE(depth.verdict == verdict || depth.verdict == Verdict::undecided);
    }
  }
}

TEST(SatSmallHulls, OverlapsOfLittleMoreThanRounding) {
  Random random(80);
  for (int i = 0; i < 200; ++i) {
    SmallBodies drawn;
    drawn.a.vertices = random_points(random, 8);
    drawn.b.vertices = drawn.a.vertices;
    for (auto& vertex : drawn.b.vertices) {
      for (double& x : vertex) x = -x;  // touches a where b's reflection did, at twice a vertex
    }
    std::vector<double> t = drawn.a.vertices.front();
    const double shrink = 1 - std::pow(2.0, -random.in(10, 52));
    for (double& x : t) x *= 2 * shrink;
    const Bodies<3> bodies(drawn.a, with_translation(drawn.b, t), 3);
    const ExactPenetration exact = exact_penetration(bodies.a(), bodies.b());
    detail::on_every_target([&] { expect_held(bodies, exact, "pair " + std::to_string(i)); });
  }
}

// Candidates that floats keep although they are no facets are removed by doubles.
TEST(SatSmallHulls, ArcsThatJustDoNotCross) {
  Random random(81);
  int proven = 0;
  for (int i = 0; i < 300; ++i) {
    const double tilt = std::pow(2.0, -random.in(3, 34));
    BodyData a{frustum(4, 0.5), {}};
    BodyData b{frustum(4, 0.5), {}};
    for (auto& vertex : b.vertices) {
      vertex[0] += tilt * vertex[1];
      vertex[2] += tilt * between(random, -1, 1) * vertex[0] + 0.9;
      vertex[1] += 0.1;
    }
    const Bodies<3> bodies(a, b, 3);
    const ExactPenetration exact = exact_penetration(bodies.a(), bodies.b());
    detail::on_every_target(
        [&] { proven += expect_held(bodies, exact, "pair " + std::to_string(i)) ? 1 : 0; });
  }
  EXPECT_GT(proven, 0);
}

}  // namespace
}  // namespace sunder::test
