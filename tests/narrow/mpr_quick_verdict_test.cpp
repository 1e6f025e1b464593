// SPDX-License-Identifier: Apache-2.0
//
// Tests the quick verdict of few vertices, and the last proof at new poses. verify() checks their
// claims in integers, on every instruction set. The bodies touch, nearly touch, are slender, flat,
// far from the origin, huge or tiny. Ordinary pairs must be decided.
#include <cmath>
#include <gtest/gtest.h>

#include "filter/last_proof.hpp"
#include "lanes/every_target.hpp"
#include "narrow/clear_pairs.hpp"
#include "narrow/mpr/quick_verdict.hpp"

namespace sunder::test {
namespace {

using detail::mpr::PortalPairs;
using detail::mpr::PortalVerdict;

double between(Random& random, double low, double high) {
  return low + (high - low) * random.unit();
}

/// A certificate in the form that a caller writes.
Certificate separation(const Vector3& u) {
  Certificate certificate;
  certificate.dimension = 3;
  certificate.verdict = Verdict::separated;
  for (const double entry : u) certificate.direction.push_back({entry, {}});
  return certificate;
}
Certificate overlap(const detail::Pair<3>& pair, const std::array<IndexPair, 4>& kept) {
  Certificate certificate;
  certificate.dimension = 3;
  certificate.verdict = Verdict::overlapping;
  for (const IndexPair& at : kept) certificate.pairs.push_back(to_caller(pair, at));
  return certificate;
}

struct Tally {
  int asked = 0;
  int decided = 0;
  int with_pairs = 0;
  int by_verdict[3] = {};
};

/// Every claim is true. Only an overlap without pairs needs another algorithm.
void expect_true(const Bodies<3>& bodies, const std::string& name, Tally& tally) {
  const detail::Pair<3> pair = pair_of(bodies);
  PortalVerdict found;
  detail::mpr::verdict_by_portal(pair, {nullptr, PortalPairs::searched}, found);
  ++tally.asked;
  if (found.verdict == Verdict::undecided) return;
  ++tally.decided;
  ++tally.by_verdict[static_cast<int>(found.verdict)];
  tally.with_pairs += found.has_pairs ? 1 : 0;
  if (found.verdict == Verdict::separated) {
    const Check check = verify(bodies.a(), bodies.b(), separation(found.direction));
    EXPECT_TRUE(check) << name << ": " << check.reason;
  } else if (found.has_pairs) {
    const Check check = verify(bodies.a(), bodies.b(), overlap(pair, found.pairs));
    EXPECT_TRUE(check) << name << ": " << check.reason;
  } else {
    const Decision exact = intersects(bodies.a(), bodies.b(), {.algorithm = Algorithm::lp});
    EXPECT_EQ(exact.verdict, found.verdict) << name;
  }
  PortalVerdict plain;
  detail::mpr::verdict_by_portal(pair, {}, plain);
  EXPECT_EQ(plain.verdict, found.verdict) << name << ", without pairs";
  PortalVerdict again;
  Trace trace;
  detail::mpr::verdict_by_portal(pair, {&trace, PortalPairs::at_hand}, again);
  EXPECT_EQ(again.verdict, found.verdict) << name << ", with a trace";
  EXPECT_EQ(trace.empty(), again.stage == Stage::bounds) << name;
  EXPECT_EQ(found.stage == Stage::bounds,
            again.stage == Stage::bounds && found.verdict == Verdict::separated)
      << name;
}

/// 4 to 70 points on a sphere, in a cube, on a lattice, or on an ellipsoid of axes down to 1e-6.
BodyData solid(Random& random) {
  const int kind = random.in(0, 4);
  if (kind == 0) return lattice_body(random, 3, random.in(4, 12), 2);
  if (kind == 1) return box_body({0.5, 1, 0.25});
  BodyData body;
  const double thin = kind == 4 ? std::pow(10.0, -6 * random.unit()) : 1.0;
  for (int i = random.in(4, 70); i > 0; --i) {
    std::vector<double> vertex = random_unit_vector(random, 3);
    vertex[2] *= thin;
    body.vertices.push_back(vertex);
  }
  return body;
}

/// A rotation, perhaps a shear or a reflection, with entries that are rarely exact.
BodyData turned(Random& random, BodyData body, const std::vector<double>& at) {
  if (random.chance(1, 3)) {
    std::array<double, 4> q{};
    for (double& entry : q) entry = between(random, -1, 1);
    return with_quaternion(std::move(body), q, at);
  }
  const double angle = between(random, -3, 3);
  const double shear = random.chance(1, 4) ? between(random, -2, 2) : 0;
  const double sign = random.chance(1, 4) ? -1 : 1;
  const double c = std::cos(angle);
  const double s = std::sin(angle);
  return with_matrix(std::move(body), {c, -s, shear, at[0], s, c, 0, at[1], 0, 0, sign, at[2]});
}

void scale_by(BodyData& body, double scale) {
  for (auto& vertex : body.vertices) {
    for (double& entry : vertex) entry *= scale;
  }
}

TEST(MprPortalVerdict, ClaimsNothingThatIsNotTrue) {
  detail::on_every_target([] {
    Random random(401);
    Tally tally;
    for (int i = 0; i < 300; ++i) {
      BodyData a = solid(random);
      BodyData b = solid(random);
      const double scale = random.chance(1, 6) ? std::pow(10.0, between(random, -40, 40)) : 1.0;
      const double far = random.chance(1, 6) ? 1e6 * scale : 0.0;
      scale_by(a, scale);
      scale_by(b, scale);
      std::vector<double> at = random_unit_vector(random, 3);
      const double distance = between(random, 0, 3);
      for (double& entry : at) entry = entry * distance * scale + far;
      a = turned(random, std::move(a), {far, far, far});
      b = turned(random, std::move(b), at);
      expect_true(Bodies<3>(a, b, 3), "pair " + std::to_string(i), tally);
    }
    EXPECT_GT(tally.decided * 10, tally.asked * 7);
    EXPECT_GT(tally.with_pairs, 20);
    EXPECT_GT(tally.by_verdict[0], 50);
    EXPECT_GT(tally.by_verdict[2], 50);
    EXPECT_EQ(tally.by_verdict[1], 0) << "no filter proves a touch";
  });
}

/// Two bodies that touch, and the pair with one moved by a few units in the last place.
TEST(MprPortalVerdict, AHairFromTouching) {
  detail::on_every_target([] {
    Random random(402);
    Tally tally;
    for (int i = 0; i < 200; ++i) {
      const BodyData a = lattice_body(random, 3, random.in(4, 10), 3);
      BodyData b = lattice_body(random, 3, random.in(4, 10), 3);
      const std::array<double, 3> ulps{0, between(random, -4, 4), between(random, -1e4, 1e4)};
      const double x = random.in(0, 6) * (1 + 0x1p-52 * std::floor(ulps[std::size_t(i) % 3]));
      b = with_translation(std::move(b), {x, 0, 0});
      expect_true(Bodies<3>(a, b, 3), "pair " + std::to_string(i), tally);
    }
    EXPECT_GT(tally.decided, tally.asked / 3);
    EXPECT_LT(tally.decided, tally.asked) << "no pair was close";
  });
}

TEST(MprPortalVerdict, DecidesOrdinaryPairs) {
  detail::on_every_target([] {
    Random random(403);
    for (const Regime regime : kRegimes) {
      Tally tally;
      for (int i = 0; i < 60; ++i) {
        const ClearPair made = clear_pair<3>(random, regime);
        expect_true(Bodies<3>(made.a, made.b, 3), to_string(regime), tally);
      }
      EXPECT_GE(tally.decided, 59) << to_string(regime);
      EXPECT_EQ(tally.decided, tally.by_verdict[static_cast<int>(verdict_of(regime))]);
      EXPECT_EQ(tally.with_pairs, tally.by_verdict[2]) << "each overlap has its pairs";
    }
  });
}

TEST(MprPortalVerdict, BodiesThatHoldNoBallAreLeftToOthers) {
  const BodyData flat{{{0, 0, 0}, {2, 0, 0}, {0, 2, 0}}, {}};
  const BodyData box = box_body({0.5, 0.5, 0.5});
  const Bodies<3> crossing(flat, with_translation(box, {0, 0, 0.125}), 3);
  const Bodies<3> apart(flat, with_translation(box, {9, 0, 0}), 3);
  PortalVerdict found;
  detail::mpr::verdict_by_portal(pair_of(crossing), {}, found);
  EXPECT_EQ(found.verdict, Verdict::undecided);
  EXPECT_TRUE(found.has_tested_balls);
  detail::mpr::verdict_by_portal(pair_of(apart), {}, found);
  EXPECT_EQ(found.verdict, Verdict::separated);
  EXPECT_EQ(found.stage, Stage::bounds);
}

TEST(MprPortalVerdict, NumbersOutOfRangeAreLeftToOthers) {
  for (const double size : {1e-300, 1e200, 1e300}) {
    const BodyData box = box_body({size, size, size});
    const Bodies<3> bodies(box, with_translation(box, {9 * size, 0, 0}), 3);
    PortalVerdict found;
    detail::mpr::verdict_by_portal(pair_of(bodies), {}, found);
    EXPECT_EQ(found.verdict, Verdict::undecided) << size;
    EXPECT_FALSE(found.has_tested_balls) << size;
    EXPECT_FALSE(detail::still_separated(pair_of(bodies), {1, 0, 0})) << size;
    EXPECT_EQ(intersects(bodies.a(), bodies.b()).verdict, Verdict::separated) << size;
  }
}

/// A prism over a polygon of radius 1/100 and height 2 along z, or a tetrahedron about as thin.
BodyData thin_body(Random& random) {
  BodyData body;
  if (random.chance(1, 3)) {
    const double x = between(random, -0.5, 0.5);
    const double y = between(random, -0.5, 0.5);
    body.vertices = {{0, 0, -1}, {0, 0, 1}, {0.01, 0.01, x}, {-0.01, 0.008, y}};
    return body;
  }
  const int sides = random.in(3, 24);
  for (int i = 0; i < sides; ++i) {
    const double angle = 6.283185307179586 * i / sides;
    for (const double z : {-1.0, 1.0}) {
      body.vertices.push_back({0.01 * std::cos(angle), 0.01 * std::sin(angle), z});
    }
  }
  return body;
}

/// A point set on an ellipsoid; from 64 vertices on it counts as round.
BodyData round_body(Random& random, int count) {
  BodyData body;
  for (int i = 0; i < count; ++i) {
    std::vector<double> vertex = random_unit_vector(random, 3);
    vertex[0] *= 1.25;
    body.vertices.push_back(vertex);
  }
  return body;
}

TEST(MprPortalVerdict, ThinBodiesAreToldApartAcrossTheirLongAxes) {
  detail::on_every_target([] {
    Random random(405);
    Tally tally;
    for (int i = 0; i < 150; ++i) {
      const BodyData a = turned(random, thin_body(random), {0, 0, 0});
      // Sometimes parallel: then the cross product of the axes is zero.
      BodyData b = thin_body(random);
      std::vector<double> at = random_unit_vector(random, 3);
      const double distance = std::exp2(between(random, -9, 2));
      for (double& entry : at) entry *= distance;
      b = random.chance(1, 8) ? with_translation(std::move(b), at)
                              : turned(random, std::move(b), at);
      expect_true(Bodies<3>(a, b, 3), "pair " + std::to_string(i), tally);
    }
    EXPECT_GT(tally.decided * 20, tally.asked * 19);
    EXPECT_GT(tally.by_verdict[0], 70);
    EXPECT_GT(tally.by_verdict[2], 5);
  });
}

/// Prisms whose caps meet at z = 1: they are covered between their centres exactly where they overlap.
TEST(MprPortalVerdict, StackedPrismsMeetBetweenTheirCentres) {
  detail::on_every_target([] {
    Random random(407);
    int proven = 0;
    for (int sides = 3; sides < 24; ++sides) {
      BodyData prism;
      for (int i = 0; i < sides; ++i) {
        const double angle = 6.283185307179586 * i / sides;
        for (const double z : {-1.0, 1.0})
          prism.vertices.push_back({2 * std::cos(angle), 2 * std::sin(angle), z});
      }
      for (int power = 1; power <= 51; ++power) {
        for (const double sign : {-1.0, 0.0, 1.0}) {
          const double angle = between(random, -3, 3);
          const double c = std::cos(angle);
          const double s = std::sin(angle);
          const double z = 2 + sign * std::ldexp(1.0, -power);
          const Bodies<3> bodies(prism, with_matrix(prism, {c, -s, 0, 0, s, c, 0, 0, 0, 0, 1, z}),
                                 3);
          PortalVerdict found;
          detail::mpr::verdict_by_portal(pair_of(bodies), {}, found);
          if (sign < 0) {
            EXPECT_NE(found.verdict, Verdict::separated) << sides << " " << power;
            proven += found.verdict == Verdict::overlapping ? 1 : 0;
          } else {
            EXPECT_NE(found.verdict, Verdict::overlapping) << sides << " " << power;
          }
        }
      }
    }
    EXPECT_GT(proven, 21 * 10);
  });
}

/// Two crossed bars whose faces are at z = 0 and at z = gap.
TEST(MprPortalVerdict, CrossedBarsAHairApart) {
  detail::on_every_target([] {
    const BodyData bar = box_body({1, 0x1p-7, 0x1p-7});
    for (const double gap : {-0x1p-30, -0x1p-58, 0.0, 0x1p-58, 0x1p-30}) {
      const BodyData across = with_matrix(bar, {0, -1, 0, 0, 1, 0, 0, 0, 0, 0, 1, 0x1p-6 + gap});
      const Bodies<3> bodies(bar, across, 3);
      PortalVerdict found;
      detail::mpr::verdict_by_portal(pair_of(bodies), {}, found);
      const bool far = gap > 0x1p-40;
      EXPECT_EQ(found.verdict == Verdict::separated, far) << gap;
      EXPECT_EQ(intersects(bodies.a(), bodies.b()).verdict, gap > 0    ? Verdict::separated
                                                            : gap == 0 ? Verdict::touching
                                                                       : Verdict::overlapping);
    }
  });
}

/// Beyond kQuickVertices too, where a table answers for the vertices.
TEST(MprPortalVerdict, RoundBodiesAreTriedWhereEllipsoidsWouldBeApart) {
  detail::on_every_target([] {
    Random random(406);
    Tally tally;
    for (int i = 0; i < 20; ++i) {
      const int few = random.in(32, 90);
      const int many = random.chance(1, 2) ? random.in(150, 400) : few;
      const BodyData a = turned(random, round_body(random, few), {0, 0, 0});
      const BodyData b = turned(random, round_body(random, many), {2.75, 0.5, 0.25});
      expect_true(Bodies<3>(a, b, 3), "pair " + std::to_string(i), tally);
    }
    EXPECT_GT(tally.by_verdict[0], 8);
  });
}

/// Doubles hold these sizes and floats do not: other algorithms decide what balls leave open.
TEST(MprPortalVerdict, SizesBeyondFloatsAreLeftToOthers) {
  for (const double scale : {0x1p-45, 1.0, 0x1p45}) {
    BodyData a{{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, {}};
    BodyData b{{{0, 0, 0}, {-1, 0, 0}, {0, -1, 0}, {0, 0, -1}}, {}};
    scale_by(a, scale);
    scale_by(b, scale);
    const Bodies<3> apart(a, with_translation(b, {0.7 * scale, 0.7 * scale, 0.7 * scale}), 3);
    const Bodies<3> crossing(a, with_translation(b, {0.25 * scale, 0.25 * scale, 0.25 * scale}), 3);
    PortalVerdict found;
    detail::mpr::verdict_by_portal(pair_of(apart), {}, found);
    EXPECT_TRUE(found.has_tested_balls);
    EXPECT_EQ(found.verdict != Verdict::undecided, scale == 1.0) << scale;
    EXPECT_EQ(intersects(apart.a(), apart.b()).verdict, Verdict::separated) << scale;
    EXPECT_EQ(intersects(crossing.a(), crossing.b()).verdict, Verdict::overlapping) << scale;
  }
}

/// R_A a - R_B b - (t_B - t_A), in doubles.
Vector3 difference(const detail::Pair<3>& pair, IndexPair kept) {
  Vector3 c{};
  for (int l = 0; l < 3; ++l) {
    double sum = pair.a.pose->offset(l) - pair.b.pose->offset(l);
    for (int k = 0; k < 3; ++k) {
      sum += pair.a.pose->linear(l, k) * pair.a.hull->coordinate(kept.a, k);
      sum -= pair.b.pose->linear(l, k) * pair.b.hull->coordinate(kept.b, k);
    }
    c[static_cast<std::size_t>(l)] = sum;
  }
  return c;
}

/// Directions and simplices of any kind: valid ones, those of other pairs, and invalid data.
TEST(LastProof, ClaimsNothingThatIsNotTrue) {
  detail::on_every_target([] {
    Random random(404);
    int held = 0;
    int overlaps = 0;
    int enclosed = 0;
    const std::vector<double> odd = {0, 5e-324, 1e-160, 1, 1e160, 1e308, INFINITY, NAN};
    for (int i = 0; i < 250; ++i) {
      const BodyData a = turned(random, solid(random), {0, 0, 0});
      std::vector<double> at = random_unit_vector(random, 3);
      const double distance = between(random, 0, 3);
      for (double& entry : at) entry *= distance;
      const BodyData b = turned(random, solid(random), at);
      const Bodies<3> bodies(a, b, 3);
      const detail::Pair<3> pair = pair_of(bodies);
      Vector3 u{at[0], at[1], at[2]};
      if (random.chance(1, 4)) u[std::size_t(random.in(0, 2))] = random.pick(odd);
      if (detail::still_separated(pair, u)) {
        ++held;
        EXPECT_TRUE(verify(bodies.a(), bodies.b(), separation(u))) << i;
      }
      for (int k = 0; k < 8; ++k) {
        std::array<IndexPair, 4> kept;
        for (IndexPair& at_both : kept) {
          at_both.a = random.in(0, pair.a.hull->count - 1);
          at_both.b = random.in(0, pair.b.hull->count - 1);
        }
        const bool with_point =
            detail::encloses_zero(pair, {kept[0], kept[1], kept[2]}, difference(pair, kept[3]));
        if (!detail::still_overlapping(pair, kept)) {
          EXPECT_FALSE(with_point) << i;
          continue;
        }
        ++overlaps;
        enclosed += with_point ? 1 : 0;
        EXPECT_TRUE(verify(bodies.a(), bodies.b(), overlap(pair, kept))) << i;
      }
    }
    EXPECT_GT(held, 25);
    EXPECT_GT(overlaps, 20);
    EXPECT_EQ(enclosed, overlaps) << "the same minors, but for the last bits of a point";
  });
}

TEST(LastProof, HoldsWhereDoublesCanTell) {
  detail::on_every_target([] {
    const BodyData box = box_body({1, 1, 1});
    for (const double gap : {-0x1p-40, 0.0, 0x1p-40}) {
      const Bodies<3> bodies(box, with_translation(box, {2 + gap, 0, 0}), 3);
      EXPECT_EQ(detail::still_separated(pair_of(bodies), {1, 0, 0}), gap > 0) << gap;
      EXPECT_EQ(detail::still_separated(pair_of(bodies), {0x1p100, 0, 0}), gap > 0) << gap;
      EXPECT_FALSE(detail::still_separated(pair_of(bodies), {-1, 0, 0}));
    }
  });
}

}  // namespace
}  // namespace sunder::test
