// SPDX-License-Identifier: Apache-2.0
//
// Proposals from outside, certificates from inside: true ones are accepted, and others are not.
#include <cmath>
#include <gtest/gtest.h>
#include <limits>

#include "query/trap_bodies.hpp"
#include "suite/random.hpp"

namespace sunder::traps {
namespace {

using suite::Bodies;
using suite::Random;

constexpr std::int32_t kForeign = 1'000'000;

Proposal3 along(Verdict verdict, const Vector3& direction) {
  Proposal3 proposal;
  proposal.verdict = verdict;
  proposal.direction = direction;
  return proposal;
}

Proposal3 on_pairs(Verdict verdict, const std::vector<IndexPair>& pairs,
                   const Vector3& direction = {}) {
  Proposal3 proposal = along(verdict, direction);
  for (const IndexPair& pair : pairs) proposal.pairs[proposal.pair_count++] = pair;
  return proposal;
}

/// A cube of side 2, and one moved along x.
Bodies<3> cubes(double x) {
  return {box({1, 1, 1}), with_translation(box({1, 1, 1}), {x, 0, 0}), 3};
}

TEST(Prove, DirectionsTrueRoughAndFalse) {
  const Bodies<3> apart = cubes(3);
  const auto proven = [&](const Vector3& u) {
    return prove(apart.a(), apart.b(), along(Verdict::separated, u));
  };
  EXPECT_EQ(proven({1, 0, 0}).stage, Stage::filter);
  EXPECT_EQ(proven({1e300, 0, 0}).verdict, Verdict::separated);
  EXPECT_EQ(proven({5e-324, 0, 0}).verdict, Verdict::separated);
  EXPECT_EQ(proven({0.3, 0.9, 0.2}).verdict, Verdict::separated) << "rough, but polished";
  EXPECT_TRUE(proven({0.3, 0.9, 0.2}).proven);

  const Bodies<3> touching = cubes(2);
  const Bodies<3> deep = cubes(1.5);
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const double infinity = std::numeric_limits<double>::infinity();
  for (const Vector3 u : {Vector3{1, 0, 0},
                          {-1, 0, 0},
                          {0, 0, 0},
                          {nan, nan, nan},
                          {1, nan, 0},
                          {infinity, 0, 0},
                          {1, 1e-300, 0}}) {
    for (const Bodies<3>* bodies : {&touching, &deep}) {
      const Decision answer = prove(bodies->a(), bodies->b(), along(Verdict::separated, u));
      EXPECT_EQ(answer.verdict, Verdict::undecided);
      EXPECT_FALSE(answer.proven);
      EXPECT_EQ(answer.stage, Stage::none);
    }
    for (const Verdict verdict : {Verdict::undecided, Verdict::not_examined, Verdict(99)})
      EXPECT_EQ(prove(apart.a(), apart.b(), along(verdict, u)).verdict, Verdict::undecided);
  }
}

TEST(Prove, AHairApartNeedsIntegers) {
  const Bodies<3> apart = cubes(std::nextafter(2.0, 3.0));
  const Decision answer = prove(apart.a(), apart.b(), along(Verdict::separated, {1, 0, 0}));
  EXPECT_EQ(answer.verdict, Verdict::separated);
  EXPECT_EQ(answer.stage, Stage::integer);
}

TEST(Prove, CertificatesOfOthersAsProposals) {
  Random random(101);
  int counts[3] = {};
  for (int i = 0; i < 500; ++i) {
    const auto body = [&](int shift) {
      BodyData made;
      for (int k = random.in(1, 8); k > 0; --k) {
        const double x = random.in(-3, 3) + shift, y = random.in(-3, 3);
        made.vertices.push_back({x, y, double(random.in(-3, 3))});
      }
      return made;
    };
    const BodyData first = body(0);  // one by one: argument order is up to the compiler
    const BodyData second = body(random.in(0, 5));
    const Bodies<3> bodies(first, second, 3);
    Hint3 record;
    const Decision answer =
        intersects(bodies.a(), bodies.b(), {.algorithm = Algorithm::gjk, .hint = &record});
    ++counts[static_cast<int>(answer.verdict)];
    // The record of an answer proves it again if its direction needed no rounding.
    const Decision again = prove(bodies.a(), bodies.b(), record);
    if (again.verdict != Verdict::undecided) {
      EXPECT_EQ(again.verdict, answer.verdict) << i;
    }
    if (answer.stage == Stage::filter) {
      EXPECT_EQ(again.verdict, answer.verdict) << i;
    }
    // Every other claim is refused, whatever the record contains.
    for (const Verdict claimed : {Verdict::separated, Verdict::touching, Verdict::overlapping}) {
      if (claimed == answer.verdict) continue;
      Proposal3 lie = record;
      lie.verdict = claimed;
      EXPECT_EQ(prove(bodies.a(), bodies.b(), lie).verdict, Verdict::undecided) << i;
    }
  }
  for (const int count : counts) EXPECT_GT(count, 5);
}

TEST(Prove, TouchingAndOverlappingByPairs) {
  const Bodies<3> touching = cubes(2);
  // Vertex 7 of a box is its upper corner, and vertex 6 its neighbour in -x.
  const Decision contact =
      prove(touching.a(), touching.b(), on_pairs(Verdict::touching, {{7, 6}}, {1, 0, 0}));
  EXPECT_EQ(contact.verdict, Verdict::touching);
  EXPECT_EQ(contact.stage, Stage::integer);
  EXPECT_FALSE(
      prove(touching.a(), touching.b(), on_pairs(Verdict::touching, {{7, 6}}, {1, 1e-300, 0}))
          .proven);
  EXPECT_FALSE(
      prove(touching.a(), touching.b(), on_pairs(Verdict::touching, {{7, 7}}, {1, 0, 0})).proven);

  const Bodies<3> deep = cubes(0.5);
  // Corners of a against the opposite ones of b, alternating: a regular tetrahedron about 0.
  const std::vector<IndexPair> around = {{0, 7}, {3, 4}, {5, 2}, {6, 1}};
  const Decision overlap = prove(deep.a(), deep.b(), on_pairs(Verdict::overlapping, around));
  EXPECT_EQ(overlap.verdict, Verdict::overlapping);
  EXPECT_EQ(overlap.stage, Stage::filter);
  auto foreign = around;
  foreign[2] = {kForeign, -kForeign};
  EXPECT_FALSE(prove(deep.a(), deep.b(), on_pairs(Verdict::overlapping, foreign)).proven);
  Proposal3 too_many = on_pairs(Verdict::overlapping, around);
  too_many.pair_count = 255;
  EXPECT_NO_FATAL_FAILURE(prove(deep.a(), deep.b(), too_many));
  EXPECT_FALSE(prove(deep.a(), deep.b(), on_pairs(Verdict::overlapping, {{0, 7}, {3, 4}})).proven);
  EXPECT_FALSE(prove(touching.a(), touching.b(), on_pairs(Verdict::overlapping, around)).proven);
}

TEST(Prove, AtRunTimeDimension) {
  const BodyData cube = box({1, 1, 1, 1});
  const Bodies<kRunTime> apart(cube, with_translation(cube, {3, 0, 0, 0}), 4);
  ProposalN proposal;
  proposal.verdict = Verdict::separated;
  for (const std::size_t size : {0U, 3U, 5U, 4U}) {
    proposal.direction.assign(size, 0);
    if (size > 0) proposal.direction[0] = 1;
    EXPECT_EQ(prove(apart.a(), apart.b(), proposal).proven, size == 4) << size;
  }
}

/// Verdict, stage and distance are kept, and both parts of the certificate are accepted.
template <int D>
void expect_certified(const Bodies<D>& bodies, const std::string& name) {
  const Decision met = intersects(bodies.a(), bodies.b());
  const Certificate certificate = certify(bodies.a(), bodies.b(), met);
  EXPECT_EQ(certificate.verdict, met.verdict) << name;
  EXPECT_EQ(certificate.stage, met.stage) << name;
  EXPECT_TRUE(verify(bodies.a(), bodies.b(), certificate)) << name;
  for (const double width : {0.0, 1e-300}) {
    MeasureOptions<D> options;
    options.width = width;
    const Distance<D> far = distance(bodies.a(), bodies.b(), options);
    const Certificate proof = certify(bodies.a(), bodies.b(), far);
    ASSERT_TRUE(proof.distance) << name;
    EXPECT_EQ(proof.distance->lower, far.distance.lower) << name;
    EXPECT_EQ(proof.distance->upper, far.distance.upper) << name;
    const Check check = verify(bodies.a(), bodies.b(), proof);
    EXPECT_TRUE(check) << name << ": " << check.reason;
    if (width == 0 || far.verdict != Verdict::separated) continue;
    // Neighbouring doubles enclose the distance; moved by one ulp they do not.
    Distance<D> high = far, low = far;
    high.distance.lower = std::nextafter(far.distance.upper, 1e308);
    high.distance.upper = high.distance.lower;
    low.distance.upper = std::nextafter(far.distance.lower, 0);
    low.distance.lower = low.distance.upper;
    EXPECT_FALSE(verify(bodies.a(), bodies.b(), certify(bodies.a(), bodies.b(), high))) << name;
    EXPECT_FALSE(verify(bodies.a(), bodies.b(), certify(bodies.a(), bodies.b(), low))) << name;
  }
}

TEST(Certify, EveryVerdictAndDistance) {
  Random random(102);
  for (int i = 0; i < 120; ++i) {
    const int d = random.in(1, 5);
    const auto body = [&](int shift) {
      BodyData made;
      for (int k = random.in(1, 6); k > 0; --k) {
        auto& vertex = made.vertices.emplace_back();
        for (int l = 0; l < d; ++l) vertex.push_back(random.in(-3, 3));
        vertex.front() += shift;
      }
      return made;
    };
    const BodyData a = body(0);
    const BodyData b = body(random.in(0, 7));
    oracle::with_bodies(a, b, d, [&]<int D>(const Bodies<D>& bodies) {
      expect_certified<D>(bodies, "pair " + std::to_string(i));
    });
  }
}

TEST(Certify, AnIntervalOfItsOwnMakingIsRefused) {
  const Bodies<3> apart = cubes(4);
  Distance3 claim = distance(apart.a(), apart.b(), {.width = 1e-300});
  ASSERT_EQ(claim.distance.lower, 2);
  ASSERT_EQ(claim.distance.upper, 2);
  const double infinity = std::numeric_limits<double>::infinity();
  const std::pair<double, double> intervals[] = {{2, 2},
                                                 {0, infinity},
                                                 {1, 3},
                                                 {-1, 2},
                                                 {2.5, 3},
                                                 {1, 1.5},
                                                 {3, 1},
                                                 {infinity, infinity},
                                                 {std::nan(""), 3},
                                                 {1, std::nan("")}};
  for (const auto& [lower, upper] : intervals) {
    claim.distance.lower = lower;
    claim.distance.upper = upper;
    const bool holds = lower <= 2 && upper >= 2;
    const Check check = verify(apart.a(), apart.b(), certify(apart.a(), apart.b(), claim));
    if (!holds) {
      EXPECT_FALSE(check) << lower << ' ' << upper;
    }
    if (holds && lower >= 0) {
      EXPECT_TRUE(check) << lower << ' ' << upper << check.reason;
    }
  }
}

}  // namespace
}  // namespace sunder::traps
