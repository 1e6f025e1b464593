// SPDX-License-Identifier: Apache-2.0
//
// Tests distance intervals: exact to the last place, and refused one unit beyond it on either side.
#include <cmath>
#include <limits>

#include "gtest/gtest.h"

#include "certificate/known_pairs.hpp"

namespace sunder::test {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

class DistanceIn : public testing::TestWithParam<int> {
 protected:
  bool holds(double lower, double upper) {
    pair_.certificate.distance->lower = lower;
    pair_.certificate.distance->upper = upper;
    return pair_.verify().accepted;
  }
  DistanceProof& proof() { return *pair_.certificate.distance; }

  KnownPair pair_ = separated_facets(GetParam());
};
INSTANTIATE_TEST_SUITE_P(Dimensions, DistanceIn, testing::Range(1, 9));

TEST_P(DistanceIn, IsExactToTheLastPlace) {
  // The largest double whose square is at most d / 4, and the least whose square is at least that.
  // Long doubles of 64 bits compare squares of 53-bit numbers well enough for d <= 8.
  const double root = std::sqrt(static_cast<double>(GetParam())) / 2;
  const long double square = static_cast<long double>(root) * static_cast<long double>(root);
  const long double truth = static_cast<long double>(GetParam()) / 4;
  const double below = square <= truth ? root : std::nextafter(root, 0.0);
  const double above = square >= truth ? root : std::nextafter(root, kInfinity);
  EXPECT_TRUE(holds(below, above)) << pair_.verify().reason;
  EXPECT_TRUE(holds(0, above));
  EXPECT_TRUE(holds(-0.0, above));
  EXPECT_TRUE(holds(below, kInfinity));
  EXPECT_TRUE(holds(below, std::numeric_limits<double>::max()));
  EXPECT_TRUE(holds(5e-324, above));
  EXPECT_FALSE(holds(std::nextafter(below, kInfinity), kInfinity));
  EXPECT_FALSE(holds(0, std::nextafter(above, 0.0)));
}

TEST_P(DistanceIn, RefusesIntervalsThatAreNone) {
  EXPECT_FALSE(holds(0.25, 0.125));
  EXPECT_FALSE(holds(-1, 10));
  EXPECT_FALSE(holds(-5e-324, 10));
  EXPECT_FALSE(holds(0, -1));
  for (const double wrong : {kNaN, -kNaN, kInfinity, -kInfinity}) EXPECT_FALSE(holds(wrong, 10));
  for (const double wrong : {kNaN, -kNaN, -kInfinity}) EXPECT_FALSE(holds(0, wrong));
}

TEST_P(DistanceIn, SeesTheSmallestDoubleBetweenTheEnds) {
  for (const double zero : {0.0, -0.0}) {
    EXPECT_FALSE(holds(5e-324, zero));
    EXPECT_EQ(pair_.verify().reason, "distance.lower is more than distance.upper");
  }
}

/// A list that is present must hold, whatever it is meant to prove.
TEST_P(DistanceIn, RefusesOnePointWithoutTheOther) {
  const DistanceProof truth = proof();
  for (const double upper : {truth.upper, kInfinity}) {
    proof() = truth;
    proof().upper = upper;
    proof().a.clear();
    EXPECT_EQ(pair_.verify().reason, "distance.a has weights that sum to 0");
    proof().a = truth.a;
    proof().b.clear();
    EXPECT_EQ(pair_.verify().reason, "distance.b has weights that sum to 0");
  }
}

TEST_P(DistanceIn, TakesAWeightOfZero) {
  proof().a.push_back({0, {0, {}}});
  proof().b.push_back({0, {-0.0, {}}});
  EXPECT_TRUE(pair_.verify()) << pair_.verify().reason;
}

TEST_P(DistanceIn, RefusesForgedDirections) {
  const DistanceProof truth = proof();
  const auto refuse = [&](std::vector<ExactNumber> direction) {
    proof() = truth;
    proof().direction = std::move(direction);
    EXPECT_FALSE(pair_.verify());
    EXPECT_NE(pair_.verify().reason, "");
  };
  std::vector<ExactNumber> u = truth.direction;
  refuse({});
  refuse(std::vector<ExactNumber>(u.size() + 1, {1, {}}));
  refuse(std::vector<ExactNumber>(u.size(), {0, {}}));
  refuse(std::vector<ExactNumber>(u.size(), {-1, {}}));
  refuse(std::vector<ExactNumber>(u.size(), {kNaN, {}}));
  refuse(std::vector<ExactNumber>(u.size(), {1, "one"}));
  if (GetParam() > 1) {
    u[0].value = std::nextafter(1.0, 2.0) + 0x1p-20;
    refuse(u);
  }
  proof() = truth;
  proof().direction.assign(u.size(), {0, "99999999999999999999999999999999999"});
  EXPECT_TRUE(pair_.verify());
  // A lower bound of 0 needs no direction, and an infinite upper bound no points.
  proof().direction.clear();
  proof().lower = 0;
  EXPECT_TRUE(pair_.verify());
  proof().a.clear();
  proof().b.clear();
  EXPECT_FALSE(pair_.verify());
  proof().upper = kInfinity;
  EXPECT_TRUE(pair_.verify());
}

TEST_P(DistanceIn, RefusesForgedPoints) {
  const DistanceProof truth = proof();
  for (auto side : {&DistanceProof::a, &DistanceProof::b}) {
    const auto refuse = [&](const std::function<void(std::vector<WeightedVertex>&)>& forge) {
      proof() = truth;
      forge(proof().*side);
      EXPECT_FALSE(pair_.verify());
      EXPECT_NE(pair_.verify().reason, "");
    };
    refuse([](auto& list) { list.clear(); });
    refuse([](auto& list) { list[0].vertex = -1; });
    refuse([](auto& list) { list[0].vertex = 1000; });
    refuse([](auto& list) { list[0].vertex = 0; });
    refuse([](auto& list) { list[0].weight = {-1, {}}; });
    refuse([](auto& list) { list[0].weight = {-5e-324, {}}; });
    refuse([](auto& list) { list[0].weight = {1, "-1"}; });
    refuse([](auto& list) { list[0].weight = {kNaN, {}}; });
    refuse([](auto& list) { list[0].weight = {kInfinity, {}}; });
    refuse([](auto& list) { list[0].weight = {0, "x"}; });
    refuse([](auto& list) {
      for (WeightedVertex& item : list) item.weight = {0, {}};
    });
    refuse([](auto& list) { list.assign(1000, {1, {1, {}}}); });
    if (GetParam() > 1) refuse([](auto& list) { list.pop_back(); });
    if (GetParam() > 1)
      refuse([](auto& list) {
        // a has doubles, and b decimal strings: one vertex gets one part in a million more.
        list[0].weight.value *= 1 + 0x1p-20;
        if (!list[0].weight.integer.empty()) list[0].weight.integer[6] = '9';
      });
    if (GetParam() > 1) refuse([](auto& list) { list[0].weight = {1e300, {}}; });
  }
}

TEST_P(DistanceIn, IsZeroWhereBodiesMeet) {
  for (KnownPair pair : {touching_facets(GetParam()), overlapping_simplices(GetParam())}) {
    EXPECT_TRUE(pair.verify());
    pair.certificate.distance->upper = 5e-324;
    EXPECT_FALSE(pair.verify());
    pair.certificate.distance->lower = 5e-324;
    EXPECT_FALSE(pair.verify());
    pair.certificate.distance->lower = kNaN;
    EXPECT_FALSE(pair.verify());
    pair.certificate.distance.emplace().direction = proof().direction;
    EXPECT_FALSE(pair.verify());
    pair.certificate.distance.emplace().a = proof().a;
    EXPECT_FALSE(pair.verify());
    pair.certificate.distance->lower = -0.0;
    pair.certificate.distance->a.clear();
    EXPECT_TRUE(pair.verify());
  }
}

/// Each list alone is one too many: of an empty body, and of bodies that meet.
TEST(Distance, OfAnEmptyBodyHasNoLists) {
  const PolytopeN point = body(1, {2});
  const PoseN identity = PoseN::identity(1);
  Certificate certificate;
  certificate.dimension = 1;
  certificate.verdict = Verdict::separated;
  certificate.distance.emplace();
  const auto verify_with = [&](auto change) {
    Certificate claim = certificate;
    claim.distance->lower = std::numeric_limits<double>::max();
    claim.distance->upper = kInfinity;
    change(*claim.distance);
    const PolytopeN none;
    return verify(PosedN{point, identity}, PosedN{none, identity}, claim).accepted;
  };
  EXPECT_TRUE(verify_with([](DistanceProof&) {}));
  EXPECT_FALSE(verify_with([](DistanceProof& proof) { proof.direction = doubles({1}); }));
  EXPECT_FALSE(verify_with([](DistanceProof& proof) { proof.a = {{0, {1, {}}}}; }));
  EXPECT_FALSE(verify_with([](DistanceProof& proof) { proof.b = {{0, {1, {}}}}; }));
  EXPECT_FALSE(verify_with([](DistanceProof& proof) { proof.lower = 2; }));
  EXPECT_FALSE(verify_with([](DistanceProof& proof) { proof.upper = proof.lower; }));

  Certificate meet;
  meet.dimension = 1;
  meet.verdict = Verdict::touching;
  meet.direction = doubles({1});
  meet.pairs = {{0, 0}};
  const auto meets_with = [&](auto change) {
    Certificate claim = meet;
    change(claim.distance.emplace());
    return verify(PosedN{point, identity}, PosedN{point, identity}, claim).accepted;
  };
  EXPECT_TRUE(meets_with([](DistanceProof&) {}));
  EXPECT_FALSE(meets_with([](DistanceProof& proof) { proof.direction = doubles({1}); }));
  EXPECT_FALSE(meets_with([](DistanceProof& proof) { proof.a = {{0, {1, {}}}}; }));
  EXPECT_FALSE(meets_with([](DistanceProof& proof) { proof.b = {{0, {1, {}}}}; }));
}

TEST(Distance, AtBothEndsOfTheExponentRange) {
  Certificate certificate;
  certificate.dimension = 1;
  certificate.verdict = Verdict::separated;
  certificate.direction = doubles({1});
  certificate.distance.emplace();
  DistanceProof& proof = *certificate.distance;
  proof.direction = doubles({1e-300});
  proof.a = {{0, {1, {}}}};
  proof.b = {{0, {1e-320, {}}}};
  const double max = std::numeric_limits<double>::max();
  const PoseN identity = PoseN::identity(1);
  const PolytopeN low = body(1, {-max});
  const PolytopeN high = body(1, {max});
  proof.lower = max;
  proof.upper = kInfinity;
  EXPECT_TRUE(verify(PosedN{low, identity}, PosedN{high, identity}, certificate));
  proof.upper = max;
  EXPECT_FALSE(verify(PosedN{low, identity}, PosedN{high, identity}, certificate));
  const PolytopeN zero = body(1, {0});
  const PolytopeN least = body(1, {5e-324});
  proof.lower = proof.upper = 5e-324;
  EXPECT_TRUE(verify(PosedN{zero, identity}, PosedN{least, identity}, certificate));
  // The distance is half the least double: no double but 0 is below, and the least is above.
  const PoseN half = matrix_pose(1, {0.5, 0});
  EXPECT_FALSE(verify(PosedN{zero, identity}, PosedN{least, half}, certificate));
  proof.lower = 0;
  EXPECT_TRUE(verify(PosedN{zero, identity}, PosedN{least, half}, certificate));
  proof.upper = 0;
  EXPECT_FALSE(verify(PosedN{zero, identity}, PosedN{least, half}, certificate));
}

}  // namespace
}  // namespace sunder::test
