// SPDX-License-Identifier: Apache-2.0
//
// Tests proofs of margins: accepted for each verdict and each sign, refused one unit in the last
// place beyond. Forged ones are refused too.
#include <bit>
#include <cmath>
#include <cstdint>
#include <functional>
#include <gtest/gtest.h>
#include <limits>
#include <utility>

#include "suite/random.hpp"
#include "sunder/margin.hpp"

namespace sunder::test {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

double above(double x) { return std::nextafter(x, kInfinity); }
double below(double x) { return std::nextafter(x, -kInfinity); }

struct Bodies {
  Polytope3 a;
  Polytope3 b;
  Pose3 pose_a = Pose3::identity();
  Pose3 pose_b = Pose3::identity();

  MarginCertificate prove(const Margin& margin) const {
    const MarginAnswer answer = compare_to_margin({a, pose_a}, {b, pose_b}, margin).value();
    MarginCertificate certificate = certify(Posed3{a, pose_a}, Posed3{b, pose_b}, margin, answer);
    EXPECT_EQ(certificate.verdict, margin_verdict(answer.verdict));
    EXPECT_EQ(certificate.dimension, 3);
    return certificate;
  }
  Check check(const Margin& margin, const MarginCertificate& certificate) const {
    return verify(Posed3{a, pose_a}, Posed3{b, pose_b}, margin, certificate);
  }
};

Bodies cubes(const Vector3& place) {
  return {Polytope3::box({1, 1, 1}), Polytope3::box({1, 1, 1}), Pose3::identity(),
          Pose3::translation(place).value()};
}

/// Pairs and their signed distance, which is a double.
struct Known {
  const char* name;
  Bodies bodies;
  double distance;
};

std::vector<Known> known() {
  std::vector<Known> list;
  list.push_back({"3-4-5", cubes({5, 6, 0.5}), 5});
  list.push_back({"faces", cubes({0, -2.5, 1}), 0.5});
  list.push_back({"corners touch", cubes({2, 2, -2}), 0});
  list.push_back({"faces touch", cubes({0.5, 2, 0}), 0});
  list.push_back({"shallow", cubes({2 - 0x1p-40, 0.25, 0.5}), -0x1p-40});
  list.push_back({"concentric", cubes({0, 0, 0}), -2});
  Bodies turned = cubes({0, 0, 0});
  turned.pose_a = Pose3::from_wxyz({2, 0, 0, 1}, {3, 4, 0}).value();
  turned.pose_b = Pose3::from_wxyz({2, 0, 0, 1}).value();
  list.push_back({"turned", turned, 3});
  turned.pose_a = Pose3::from_wxyz({2, 0, 0, 1}, {0.75, 1, 0}).value();
  list.push_back({"turned, overlapping", turned, -0.75});
  const Polytope3 flat = Polytope3::from_points({{0, 0, 0}, {4, 0, 0}, {0, 4, 0}}).value();
  list.push_back({"flat", {flat, flat, Pose3::identity(), Pose3::identity()}, 0});
  return list;
}

TEST(MarginProof, AcceptedForEachVerdict) {
  for (const Known& item : known()) {
    const double m = item.distance;
    for (const double margin : {m, above(m), below(m), m + 0.25, m - 0.25, m + 100, m - 100}) {
      const MarginCertificate certificate = item.bodies.prove({margin});
      const Check check = item.bodies.check({margin}, certificate);
      EXPECT_TRUE(check) << item.name << ", margin " << margin << ": " << check.reason;
    }
  }
}

TEST(MarginProof, RefusedOneUnitBeyond) {
  for (const Known& item : known()) {
    const double m = item.distance;
    const MarginCertificate exactly = item.bodies.prove({m});
    ASSERT_EQ(exactly.verdict, MarginVerdict::exactly) << item.name;
    EXPECT_FALSE(item.bodies.check({above(m)}, exactly)) << item.name;
    EXPECT_FALSE(item.bodies.check({below(m)}, exactly)) << item.name;
    EXPECT_FALSE(item.bodies.check({m, 0, 5e-324}, exactly)) << item.name;
    const MarginCertificate closer = item.bodies.prove({above(m)});
    ASSERT_EQ(closer.verdict, MarginVerdict::closer) << item.name;
    EXPECT_FALSE(item.bodies.check({m}, closer)) << item.name;
    EXPECT_FALSE(item.bodies.check({below(m)}, closer)) << item.name;
    const MarginCertificate farther = item.bodies.prove({below(m)});
    ASSERT_EQ(farther.verdict, MarginVerdict::farther) << item.name;
    EXPECT_FALSE(item.bodies.check({m}, farther)) << item.name;
    EXPECT_FALSE(item.bodies.check({above(m)}, farther)) << item.name;
  }
}

/// No other verdict about the same margin is accepted, whatever its lists.
TEST(MarginProof, RefusesEveryOtherVerdict) {
  for (const Known& item : known()) {
    const double m = item.distance;
    std::vector<MarginCertificate> proofs;
    for (const double margin : {m, above(m), below(m)}) {
      proofs.push_back(item.bodies.prove({margin}));
    }
    for (const double margin : {m, above(m), below(m)}) {
      const MarginVerdict truth = item.bodies.prove({margin}).verdict;
      for (MarginCertificate proof : proofs) {
        for (const int word : {0, 1, 2, 3, 255}) {
          proof.verdict = static_cast<MarginVerdict>(word);
          if (proof.verdict == truth) continue;
          const Check check = item.bodies.check({margin}, proof);
          EXPECT_FALSE(check) << item.name << ", margin " << margin << ", word " << word;
          EXPECT_NE(check.reason, "");
        }
      }
    }
  }
}

class Forged : public testing::Test {
 protected:
  void refuse(const std::function<void(MarginCertificate&)>& forge) {
    MarginCertificate forged = truth_;
    forge(forged);
    const Check check = bodies_.check(margin_, forged);
    EXPECT_FALSE(check);
    EXPECT_NE(check.reason, "");
  }
  void take(const Bodies& bodies, const Margin& margin) {
    bodies_ = bodies;
    margin_ = margin;
    truth_ = bodies.prove(margin);
    ASSERT_TRUE(bodies_.check(margin_, truth_));
  }
  void refuse_bad_direction() {
    refuse([](auto& c) { c.direction.clear(); });
    refuse([](auto& c) { c.direction.push_back({1, {}}); });
    refuse([](auto& c) { c.direction.assign(3, {0, {}}); });
    refuse([](auto& c) { c.direction[1] = {kNaN, {}}; });
    refuse([](auto& c) { c.direction[1] = {kInfinity, {}}; });
    refuse([](auto& c) { c.direction[1] = {0, "0x1"}; });
    refuse([](auto& c) {
      for (auto& entry : c.direction) entry = {-entry.value, {}};
    });
    refuse([](auto& c) { c.dimension = 2; });
  }

  Bodies bodies_;
  Margin margin_;
  MarginCertificate truth_;
};

TEST_F(Forged, Directions) {
  take(cubes({5, 6, 0.5}), {5});
  refuse_bad_direction();
  refuse([](auto& c) { c.direction[0].value = above(c.direction[0].value); });
  take(cubes({5, 6, 0.5}), {4.75});
  refuse_bad_direction();
  refuse([](auto& c) { c.pairs = {{0, 0}}; });
  refuse([](auto& c) { c.a = {{0, {1, {}}}}; });
  take(cubes({1.5, 0.25, 0}), {-0.5});
  refuse_bad_direction();
}

TEST_F(Forged, Points) {
  for (const double margin : {5.0, 5.25}) {
    take(cubes({5, 6, 0.5}), {margin});
    for (const auto list : {&MarginCertificate::a, &MarginCertificate::b}) {
      refuse([&](auto& c) { (c.*list).clear(); });
      refuse([&](auto& c) { (c.*list)[0].vertex = -1; });
      refuse([&](auto& c) { (c.*list)[0].vertex = 8; });
      refuse([&](auto& c) { (c.*list)[0].weight = {-1, {}}; });
      refuse([&](auto& c) { (c.*list)[0].weight = {kNaN, {}}; });
      refuse([&](auto& c) { (c.*list)[0].weight = {0, "1e3"}; });
      refuse([&](auto& c) { (c.*list).assign(9, {0, {1, {}}}); });
      refuse([&](auto& c) {
        for (auto& item : c.*list) item.weight = {0, {}};
      });
    }
    refuse([](auto& c) { std::swap(c.a, c.b); });
    refuse([](auto& c) { c.facets = {0, 0, 0}; });
  }
}

TEST_F(Forged, Hulls) {
  for (const double margin : {-0.5, -0.25, 0.0}) {
    take(cubes({1.5, 0.25, 0}), {margin});
    ASSERT_FALSE(truth_.facets.empty());
    refuse([margin](auto& c) {
      c.facets.clear();
      if (margin == 0) c.pairs.resize(3);  // four or more prove the overlap alone
    });
    refuse([](auto& c) { c.facets.pop_back(); });
    refuse([](auto& c) { c.facets.resize(c.facets.size() - 3); });
    refuse([](auto& c) { c.facets.insert(c.facets.end(), &c.facets[0], &c.facets[3]); });
    refuse([](auto& c) { std::swap(c.facets[0], c.facets[1]); });
    refuse([](auto& c) { c.facets[0] = c.facets[1]; });
    refuse([](auto& c) { c.facets[0] = -1; });
    refuse([](auto& c) { c.facets[4] = static_cast<std::int32_t>(c.pairs.size()); });
    refuse([](auto& c) { c.facets[2] = std::numeric_limits<std::int32_t>::max(); });
    refuse([](auto& c) { c.pairs.clear(); });
    refuse([](auto& c) { c.pairs[0].a = -1; });
    refuse([](auto& c) { c.pairs[0].b = 1000; });
    refuse([](auto& c) {
      for (IndexPair& pair : c.pairs) pair = c.pairs[0];
    });
    // All facets turned inside out form a closed surface too, but 0 is outside their planes.
    refuse([](auto& c) {
      for (std::size_t i = 0; i < c.facets.size(); i += 3) std::swap(c.facets[i], c.facets[i + 1]);
    });
    refuse([](auto& c) { c.a = {{0, {1, {}}}}; });
  }
}

/// A closed surface that encloses 0 twice is valid too: it covers each direction twice.
TEST_F(Forged, ASurfaceTwiceAsLongIsAccepted) {
  take(cubes({1.5, 0.25, 0}), {-0.25});
  MarginCertificate twice = truth_;
  const auto count = static_cast<std::int32_t>(truth_.pairs.size());
  twice.pairs.insert(twice.pairs.end(), truth_.pairs.begin(), truth_.pairs.end());
  for (const std::int32_t at : truth_.facets) twice.facets.push_back(at + count);
  EXPECT_TRUE(bodies_.check(margin_, twice));
}

/// Pairs whose differences hold 0 on their boundary prove no overlap.
TEST(MarginProof, ATouchIsNoOverlap) {
  const Bodies bodies = cubes({2, 2, -2});
  MarginCertificate claim;
  claim.dimension = 3;
  claim.verdict = MarginVerdict::closer;
  int common = 0;
  for (std::int32_t i = 0; i < 8; ++i) {
    for (std::int32_t j = 0; j < 8; ++j) {
      claim.pairs = {{i, j}};
      EXPECT_FALSE(bodies.check({}, claim)) << i << ' ' << j;
      const Vector3 p = bodies.a.vertex(i), q = bodies.b.vertex(j);
      if (p[0] == q[0] + 2 && p[1] == q[1] + 2 && p[2] == q[2] - 2) ++common;
    }
  }
  EXPECT_EQ(common, 1) << "one of these pairs has the difference 0";
  // All corners of C, which has 0 for one of its own, or inside.
  claim.pairs.clear();
  for (std::int32_t i = 0; i < 8; ++i) claim.pairs.push_back({i, 7 - i});
  EXPECT_FALSE(bodies.check({}, claim));
  const Check inside = cubes({1.5, 1.5, -1.5}).check({}, claim);
  EXPECT_TRUE(inside) << inside.reason;
}

TEST(MarginProof, RefusesMarginsThatAreNone) {
  const Bodies bodies = cubes({9, 0, 0});
  const MarginCertificate farther = bodies.prove({1});
  EXPECT_TRUE(bodies.check({1, -0.0, 0}, farther));
  for (const double wrong : {kNaN, kInfinity, -kInfinity}) {
    EXPECT_FALSE(bodies.check({wrong}, farther));
    EXPECT_FALSE(bodies.check({0, wrong, 0}, farther));
    EXPECT_FALSE(bodies.check({0, 0, wrong}, farther));
    const Posed3 a{bodies.a, bodies.pose_a};
    EXPECT_FALSE(bodies.check({wrong}, certify(a, a, {wrong}, {})));
  }
  EXPECT_FALSE(bodies.check({1, -5e-324, 0}, farther));
  EXPECT_FALSE(bodies.check({1, 0, -1}, farther));
}

TEST(MarginProof, TheEmptyBody) {
  Bodies bodies = cubes({0, 0, 0});
  bodies.b = Polytope3();
  const Margin margin{1e308, 1e308, 0};
  MarginCertificate certificate = bodies.prove(margin);
  EXPECT_EQ(certificate.verdict, MarginVerdict::farther);
  EXPECT_TRUE(bodies.check(margin, certificate));
  certificate.direction = {{1, {}}, {0, {}}, {0, {}}};
  EXPECT_FALSE(bodies.check(margin, certificate));
  certificate.direction.clear();
  certificate.verdict = MarginVerdict::closer;
  EXPECT_FALSE(bodies.check(margin, certificate));
  certificate.verdict = MarginVerdict::farther;
  std::swap(bodies.a, bodies.b);
  EXPECT_TRUE(bodies.check(margin, certificate));
  // A point is small, but not empty.
  bodies.a = Polytope3::from_points({{9, 0, 0}}).value();
  bodies.b = bodies.a;
  EXPECT_FALSE(bodies.check({-1}, certificate));
  EXPECT_TRUE(bodies.check({0}, bodies.prove({0})));
}

TEST(MarginProof, InThePlane) {
  const Polytope2 square = Polytope2::box({1, 1});
  const Pose2 here = Pose2::identity();
  const struct {
    Vector2 place;
    double distance;
  } cases[] = {{{5, 6}, 5}, {{2, -0.5}, 0}, {{1.75, 1}, -0.25}, {{0, 0}, -2}};
  for (const auto& item : cases) {
    const Pose2 there = Pose2::translation(item.place).value();
    const Posed2 a{square, here}, b{square, there};
    for (const double m : {item.distance, above(item.distance), below(item.distance)}) {
      const MarginAnswer answer = compare_to_margin(a, b, {m}).value();
      const MarginCertificate certificate = certify(a, b, {m}, answer);
      const Check check = verify(a, b, {m}, certificate);
      EXPECT_TRUE(check) << check.reason;
      EXPECT_EQ(certificate.verdict, margin_verdict(answer.verdict));
      for (const double other : {above(m), below(m)}) {
        if (answer.verdict != Verdict::touching) continue;
        EXPECT_FALSE(verify(a, b, {other}, certificate));
      }
    }
  }
}

/// Whatever the lists contain, reading them is safe, and no false verdict is accepted.
TEST(MarginProof, ReadsGarbageSafely) {
  suite::Random random(17);
  const std::vector<Known> list = known();
  const auto number = [&]() -> ExactNumber {
    switch (random.in(0, 4)) {
      case 0:
        return {std::bit_cast<double>(random.bits()), {}};
      case 1:
        return {0, std::string(static_cast<std::size_t>(random.in(1, 40)), '7')};
      case 2:
        return {0, "-"};
      default:
        return {static_cast<double>(random.in(-3, 3)), {}};
    }
  };
  for (int i = 0; i < 4000; ++i) {
    const Known& item = random.pick(list);
    const double m = item.distance + random.in(-1, 1) * 0x1p-50;
    MarginCertificate garbage = item.bodies.prove({m});
    const MarginVerdict truth = garbage.verdict;
    for (int k = random.in(1, 3); k > 0; --k) {
      const int vertex = random.in(-2, 9);
      const int other = random.in(-2, 9);
      switch (random.in(0, 5)) {
        case 0:
          garbage.verdict = static_cast<MarginVerdict>(random.in(0, 3));
          break;
        case 1:
          garbage.direction.push_back(number());
          break;
        case 2:
          garbage.a.push_back({vertex, number()});
          break;
        case 3:
          garbage.b.push_back({vertex, number()});
          break;
        case 4:
          garbage.pairs.push_back({vertex, other});
          break;
        default:
          garbage.facets.push_back(vertex);
      }
    }
    if (item.bodies.check({m}, garbage)) {
      EXPECT_EQ(garbage.verdict, truth) << item.name;
    }
  }
}

}  // namespace
}  // namespace sunder::test
