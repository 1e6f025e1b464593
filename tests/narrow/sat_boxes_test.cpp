// SPDX-License-Identifier: Apache-2.0
//
// The lanes of two boxes against exact numbers, on every instruction set: whatever they say of
// boxes that are generic, parallel, sheared, slender, far away, tiny, touching or an ulp from it is
// true, and where the call is clear they do say it.
#include <cmath>
#include <gtest/gtest.h>

#include "lanes/every_target.hpp"
#include "narrow/lattice_bodies.hpp"
#include "narrow/sat/box_verdict.hpp"
#include "narrow/sat/box_way_out.hpp"
#include "narrow/sat/sat.hpp"
#include "sunder/penetration.hpp"

namespace sunder::test {
namespace {

using suite::Rational;

double between(Random& random, double low, double high) {
  return low + (high - low) * random.unit();
}

std::array<double, 4> random_quaternion(Random& random) {
  std::array<double, 4> q;
  for (double& entry : q) entry = between(random, -1, 1);
  return q;
}

/// Row-major 3 x 4, rounded.
std::vector<double> rotation_rows(const std::array<double, 4>& q, const Vector3& t) {
  const double w = q[0], x = q[1], y = q[2], z = q[3];
  const double s = 2 / (w * w + x * x + y * y + z * z);
  return {1 - s * (y * y + z * z), s * (x * y - w * z),     s * (x * z + w * y),     t[0],
          s * (x * y + w * z),     1 - s * (x * x + z * z), s * (y * z - w * x),     t[1],
          s * (x * z - w * y),     s * (y * z + w * x),     1 - s * (x * x + y * y), t[2]};
}

Vector3 random_vector(Random& random, double reach) {
  Vector3 v;
  for (double& entry : v) entry = between(random, -reach, reach);
  return v;
}

std::vector<double> random_half(Random& random) {
  std::vector<double> half;
  for (int k = 0; k < 3; ++k) half.push_back(between(random, 0.25, 1));
  return half;
}

struct BoxPair {
  BodyData a, b;
};

BoxPair rotated(Random& random) {
  BoxPair pair{box_body(random_half(random)), box_body(random_half(random))};
  pair.a = with_matrix(pair.a, rotation_rows(random_quaternion(random), {}));
  const Vector3 t = random_vector(random, 1);
  pair.b = with_matrix(pair.b, rotation_rows(random_quaternion(random), t));
  return pair;
}

BoxPair quaternions(Random& random) {
  BoxPair pair{box_body(random_half(random)), box_body(random_half(random))};
  pair.a = with_quaternion(pair.a, random_quaternion(random));
  const Vector3 t = random_vector(random, 1);
  pair.b = with_quaternion(pair.b, random_quaternion(random), {t[0], t[1], t[2]});
  return pair;
}

BoxPair quaternion_by_matrix(Random& random) {
  BoxPair pair = rotated(random);
  pair.a.pose = quaternions(random).a.pose;
  return pair;
}

/// Any matrix, reflected half of the time.
BoxPair sheared(Random& random) {
  BoxPair pair = rotated(random);
  for (BodyData* body : {&pair.a, &pair.b}) {
    for (std::size_t i = 0; i < 12; ++i) {
      if (i % 4 != 3) body->pose.rows[i] = between(random, -1, 1);
    }
  }
  return pair;
}

/// Small whole numbers: parallel edges, ties and touching come by themselves.
BoxPair whole(Random& random) {
  BoxPair pair;
  for (BodyData* body : {&pair.a, &pair.b}) {
    std::vector<double> half;
    for (int k = 0; k < 3; ++k) half.push_back(random.in(1, 3));
    std::vector<double> rows;
    for (int i = 0; i < 12; ++i) rows.push_back(random.in(-2, 2));
    *body = with_matrix(box_body(half), rows);
  }
  return pair;
}

/// One rotation for both, or one a hair from the other's.
BoxPair parallel(Random& random) {
  BoxPair pair = rotated(random);
  const std::array<double, 4> q = random_quaternion(random);
  std::array<double, 4> turned = q;
  if (random.chance(1, 2)) turned[1] += std::ldexp(1.0, -random.in(10, 60));
  pair.a.pose.rows = rotation_rows(q, {});
  const Vector3 t = random_vector(random, 1);
  pair.b.pose.rows = rotation_rows(turned, t);
  return pair;
}

BoxPair aligned(Random& random) {
  BoxPair pair{box_body({1, 1, 0.5}), box_body({0.5, 1, 2})};
  const double places[] = {0,   0.25, 1.5, std::nextafter(1.5, 1), std::nextafter(1.5, 2),
                           2.5, 1,    -1.5};
  std::vector<double> t;
  for (int k = 0; k < 3; ++k) t.push_back(places[random.in(0, 7)]);
  pair.b = with_translation(pair.b, t);
  return pair;
}

BoxPair slender(Random& random) {
  BoxPair pair = rotated(random);
  for (BodyData* body : {&pair.a, &pair.b}) {
    std::vector<double> half = random_half(random);
    half[static_cast<std::size_t>(random.in(0, 2))] *= 1e-6;
    if (random.chance(1, 2)) half[static_cast<std::size_t>(random.in(0, 2))] *= 1e-3;
    body->vertices = box_body(half).vertices;
  }
  for (const std::size_t i : {3U, 7U, 11U}) pair.b.pose.rows[i] *= 1e-3;
  return pair;
}

/// Not about their origins, these far from the world's.
BoxPair far_away(Random& random) {
  BoxPair pair = rotated(random);
  const Vector3 aside = random_vector(random, 2);
  for (auto& vertex : pair.a.vertices) {
    for (std::size_t k = 0; k < 3; ++k) vertex[k] += aside[k];
  }
  for (BodyData* body : {&pair.a, &pair.b}) {
    for (const std::size_t i : {3U, 7U, 11U}) body->pose.rows[i] += 1e6;
  }
  return pair;
}

BoxPair scaled(Random& random) {
  BoxPair pair = rotated(random);
  const int by_points = random.in(-140, 140);
  const int by_matrix = random.in(-140, 140);
  for (BodyData* body : {&pair.a, &pair.b}) {
    for (auto& vertex : body->vertices) {
      for (double& x : vertex) x = std::ldexp(x, by_points);
    }
    for (std::size_t i = 0; i < 12; ++i) {
      const int exponent = i % 4 == 3 ? by_points + by_matrix : by_matrix;
      body->pose.rows[i] = std::ldexp(body->pose.rows[i], exponent);
    }
  }
  return pair;
}

struct Family {
  const char* name;
  BoxPair (*make)(Random&);
  bool clear;  ///< the lanes have to call nearly all of them
};
constexpr Family kFamilies[] = {{"rotated", rotated, true},
                                {"quaternions", quaternions, true},
                                {"quaternion by matrix", quaternion_by_matrix, true},
                                {"sheared", sheared, true},
                                {"whole", whole, false},
                                {"parallel", parallel, false},
                                {"aligned", aligned, false},
                                {"slender", slender, false},
                                {"far away", far_away, true},
                                {"scaled", scaled, false}};

/// What is true of a pair.
struct Truth {
  explicit Truth(const Bodies<3>& bodies) {
    const ExactPenetration exact = exact_penetration(bodies.a(), bodies.b());
    verdict = exact.verdict;
    squared = Rational(exact.depth_squared.numerator) / Rational(exact.depth_squared.denominator);
  }
  Verdict verdict;
  Rational squared;  ///< of the depth
};

Rational square_of(double x) { return Rational(x) * Rational(x); }

/// Points of each box' extreme face along the way out, as far apart as it is long.
void expect_deepest(const Bodies<3>& bodies, const detail::sat::BoxDepth& depth) {
  const Vector3& n = depth.out.translation.direction;
  const auto pair = pair_of(bodies);
  const detail::FilteredPair<3> filtered(pair);
  double size = 0;
  for (std::size_t l = 0; l < 3; ++l) {
    size += filtered.reach()[l] + std::fabs(pair.a.pose->offset(static_cast<int>(l)));
  }
  double along_a = 0;
  double along_b = 0;
  for (std::size_t l = 0; l < 3; ++l) {
    along_a += n[l] * (depth.point_a[l] - pair.a.pose->offset(static_cast<int>(l)));
    along_b += n[l] * (depth.point_b[l] - pair.b.pose->offset(static_cast<int>(l)));
    EXPECT_NEAR(depth.point_a[l] - depth.point_b[l], depth.out.translation.length * n[l],
                1e-9 * size);
  }
  const auto most = [&](const detail::Body<3>& body, double sign) {
    const Vector3 u = detail::pull_back(body, n.data(), sign);
    return sign * detail::support<3>(*body.hull, u.data()).value;
  };
  EXPECT_NEAR(along_a, most(pair.a, 1), 1e-9 * size);
  EXPECT_NEAR(along_b, most(pair.b, -1), 1e-9 * size);
}

/// Returns whether both kernels said something.
bool expect_true(const Bodies<3>& bodies, const Truth& truth) {
  const auto pair = pair_of(bodies);
  const auto quick = detail::sat::quick_verdict(pair);
  const bool called = quick.verdict != Verdict::undecided;
  EXPECT_EQ(called, quick.stage != Stage::none);
  if (called) {
    EXPECT_EQ(quick.verdict, truth.verdict);
  }
  const auto depth = detail::sat::measure_depth(pair);
  const auto& out = depth.out.translation;
  if (!out.known) return called && truth.verdict == Verdict::separated;
  EXPECT_GE(square_of(out.upper), truth.squared);
  EXPECT_LE(square_of(out.lower), truth.squared);
  if (out.lower == 0) return false;
  EXPECT_EQ(truth.verdict, Verdict::overlapping);
  EXPECT_LE(out.length, out.upper);
  EXPECT_GE(out.length, out.lower);
  if (depth.has_points) expect_deepest(bodies, depth);
  return called && depth.has_points;
}

TEST(SatBoxes, LanesSayWhatIsTrue) {
  constexpr int kPairs = 400;
  for (const Family& family : kFamilies) {
    SCOPED_TRACE(family.name);
    Random random(71);
    int asked = 0;
    int called = 0;
    int meeting = 0;
    for (int i = 0; i < kPairs; ++i) {
      const BoxPair boxes = family.make(random);
      const Bodies<3> bodies(boxes.a, boxes.b, 3);
      if (!detail::sat::knows(pair_of(bodies))) continue;
      const Truth truth(bodies);
      meeting += truth.verdict == Verdict::overlapping ? 1 : 0;
      detail::on_every_target([&] {
        ++asked;
        called += expect_true(bodies, truth) ? 1 : 0;
      });
    }
    EXPECT_GT(meeting, kPairs / 8);
    if (family.clear) {
      EXPECT_GE(called * 100, asked * 95);
    } else {
      EXPECT_GT(called, 0);
    }
  }
}

// A gap of 0 along the face's axis, then of one ulp to either side: too close for doubles, and the
// lanes must leave it.
TEST(SatBoxes, TouchingIsLeftToExactStages) {
  const BodyData a = box_body({1, 0.5, 0.25});
  for (const double x : {2.0, std::nextafter(2.0, 1.0), std::nextafter(2.0, 3.0)}) {
    const std::array<double, 4> q{1, 0, 0, 1};  // about z by a right angle
    const BodyData b = with_quaternion(box_body({0.5, 1, 0.25}), q, {x, 0.25, 0.125});
    const Bodies<3> bodies(a, b, 3);
    detail::on_every_target([&] {
      EXPECT_EQ(detail::sat::quick_verdict(pair_of(bodies)).stage, Stage::none);
      EXPECT_EQ(detail::sat::measure_depth(pair_of(bodies)).out.translation.lower, 0);
    });
    EXPECT_EQ(intersects(bodies.a(), bodies.b()).verdict, truth(a, b));
  }
}

// Coordinates or entries beyond the lemmas' range, and offsets whose difference is: nothing is
// proven of them in doubles.
TEST(SatBoxes, NothingIsProvenBeyondTheRange) {
  const BodyData unit = box_body({1, 1, 1});
  const BodyData huge = box_body({0x1p151, 1, 1});
  const std::vector<double> wide{0x1p151, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0};
  const BoxPair pairs[] = {
      {unit, huge},
      {with_matrix(unit, wide), unit},
      {unit, with_translation(unit, {0x1p401, 0, 0})},
      {with_translation(unit, {-1e308, 0, 0}), with_translation(unit, {1e308, 0, 0})}};
  for (const BoxPair& pair : pairs) {
    const Bodies<3> bodies(pair.a, pair.b, 3);
    detail::on_every_target([&] {
      EXPECT_EQ(detail::sat::quick_verdict(pair_of(bodies)).stage, Stage::none);
      EXPECT_EQ(detail::sat::measure_depth(pair_of(bodies)).out.translation.lower, 0);
    });
    EXPECT_EQ(intersects(bodies.a(), bodies.b()).verdict, truth(pair.a, pair.b));
  }
}

}  // namespace
}  // namespace sunder::test
